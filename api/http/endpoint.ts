import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { ErrorDetail } from '../../shared/contract/platform/errors.ts'
import type { FromSchema, Schema } from '../../shared/contract/schema.ts'
import type { Deps } from '../../shared/process/deps.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import type { NewSourceFact } from '../../shared/store/facts/accept-source-facts.ts'
import type { AcceptOutcome } from '../facts/accept-facts.ts'
import type { Submit } from '../facts/group-commit.ts'
import type { Feeds } from '../platform/feeds.ts'
import type { Authenticator } from './admission/authenticator.ts'
import type { Caller } from './admission/caller.ts'
import type { QueueDepth } from './admission/queue-depth.ts'
import type { CheckRateLimit } from './admission/rate-limit.ts'

export type ApiDeps = Deps & {
  readonly authenticator: Authenticator
  readonly feeds: Feeds
  readonly checkRateLimit: CheckRateLimit
  readonly queueDepth: QueueDepth
  /** Aborted as soon as the process is told to stop. */
  readonly stopping: AbortSignal
  readonly submitFact: Submit<NewSourceFact, AcceptOutcome>
}

export type ReadRequest<Query> = {
  readonly caller: Caller
  readonly query: Query
  readonly params: Readonly<Record<string, string>>
}

export type MutatingRequest<Body> = {
  readonly caller: Caller
  readonly body: Body
  readonly params: Readonly<Record<string, string>>
  readonly request_id: string
  readonly idempotency_key: string
  /** Members with names that no request may have; only an endpoint that says so gets to see them. */
  readonly unsafe?: readonly ErrorDetail[]
  /** SHA-256 of method, path and canonical body: equal for a retry, different for another request. */
  readonly fingerprint: string
  readonly body_hash: string
  /** SHA-256 of the canonical form of each item of a batch. */
  readonly item_hashes: readonly string[]
}

/** Looks whether the caused work has settled: the representation as it is now, or null while it has not. */
export type Current = () => Promise<object | null>

/** The answer to a mutating request, as recorded and as it may be shown when the caller waits. */
export type Accepted = {
  readonly response: string
  readonly is_replay: boolean
  readonly current?: Current | undefined
}

/** A command writes rows and jobs in the transaction that it is given, and says what to answer. */
export type Command<Body> = (
  tx: Tx,
  deps: ApiDeps,
  request: MutatingRequest<Body>,
) => Promise<{ body: object; current?: Current }>

type Described<P extends string = string, R extends Schema = Schema> = {
  readonly path: P
  readonly operation_id: string
  readonly summary: string
  readonly response: R
}

export type Endpoint<P extends string = string, R extends Schema = Schema> = Described<P, R> &
  (
    | {
        readonly method: 'get'
        readonly status: 200
        readonly query: Schema
        readonly read: Read<never>
        readonly etag?: Etag<never>
        readonly formats?: Formats<never>
      }
    | {
        readonly method: 'post' | 'put'
        readonly status: 201 | 202
        readonly body: Schema
        /** The items of the body are looked at one by one, so that a bad one does not spoil the others. */
        readonly is_batch?: boolean
        readonly accept: Accept<never>
      }
    | {
        readonly method: 'post'
        readonly status: 202
        /** The body is a document of its own; what belongs to it is said in the query. */
        readonly query: Schema
        readonly upload: Upload
        readonly accept: Accept<never>
      }
  )

export type Read<Query> = (deps: ApiDeps, request: ReadRequest<Query>) => Promise<object>
export type Accept<Body> = (deps: ApiDeps, request: MutatingRequest<Body>) => Promise<Accepted>

/** Takes a document in; `sha256` is that of its bytes, and `forget` is called when it has been dealt with. */
export type Upload<Received = never> = {
  readonly media_type: string
  readonly receive: (deps: ApiDeps, request: IncomingMessage) => Promise<{ readonly sha256: string }>
  readonly forget: (received: Received) => Promise<void>
}

/** What changes whenever the answer may; null where there is nothing to compare. */
export type Etag<Query> = (deps: ApiDeps, request: ReadRequest<Query>) => Promise<string | null>

/** Another representation than JSON: a text, or a stream where it may be long. */
export type Format<Query> = {
  readonly media_type: string
  readonly read: (
    deps: ApiDeps,
    request: ReadRequest<Query>,
  ) => Promise<{ readonly body: string | Readable; readonly headers: Readonly<Record<string, string>> }>
}

/** By the name that the query parameter `format` has for them, where there is one; `Accept` chooses by media type. */
export type Formats<Query> = Readonly<Record<string, Format<Query>>>

/** An endpoint of which the compiler knows method, path and answer, so that the types of a client can be derived. */
export type Known<M extends Endpoint['method'], P extends string, R extends Schema> = Endpoint<P, R> & {
  readonly method: M
}

type GetOptions<P extends string, Q extends Schema, R extends Schema> = Described<P, R> & {
  readonly query: Q
  readonly read: Read<FromSchema<Q>>
  readonly etag?: Etag<FromSchema<Q>>
  readonly formats?: Formats<FromSchema<Q>>
}
type WriteOptions<P extends string, B extends Schema, R extends Schema> = Described<P, R> & {
  readonly is_batch?: boolean
  readonly status: 201 | 202
  readonly body: B
  readonly accept: Accept<FromSchema<B>>
}

export function get<const P extends string, const Q extends Schema, const R extends Schema>(
  options: GetOptions<P, Q, R>,
): Known<'get', P, R> {
  return { ...options, method: 'get', status: 200 }
}

export function post<const P extends string, const B extends Schema, const R extends Schema>(
  options: WriteOptions<P, B, R>,
): Known<'post', P, R> {
  return { ...options, method: 'post' }
}

export function put<const P extends string, const B extends Schema, const R extends Schema>(
  options: WriteOptions<P, B, R>,
): Known<'put', P, R> {
  return { ...options, method: 'put' }
}

export function upload<const P extends string, const R extends Schema, Received>(
  options: Described<P, R> & {
    readonly status: 202
    readonly query: Schema
    readonly upload: Upload<Received>
    readonly accept: Accept<Received & { readonly end_customer_id: string }>
  },
): Known<'post', P, R> {
  return { ...options, method: 'post' }
}

/** What the fingerprint covers besides the body. */
export function fingerprintText(method: string, path: string, body_hash: string): string {
  return `${method} ${path}\n${body_hash}`
}
