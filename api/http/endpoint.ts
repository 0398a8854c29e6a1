import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { Canonical } from '../../shared/canonical/canonical-json.ts'
import type { ErrorDetail } from '../../shared/contract/platform/errors.ts'
import type { Schema } from '../../shared/contract/schema.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import type { Caller } from './admission/caller.ts'
import type { Abandoned } from './admission/fair-turns.ts'
import type { ExpensiveRequest, InTurn } from './admission/shares.ts'
import type { Slice } from './admission/turns.ts'
import type { ApiDeps } from './api-deps.ts'
import type { AskedPage } from './handle/asked-page.ts'
import type { Trial } from './trial.ts'
import type { Reading } from './uploads/read-in-slot.ts'
import type { SpooledFile } from './uploads/spool.ts'

/** One endpoint of the interface. Router, validation and OpenAPI document are made from it. */
export type Endpoint = Route & Operation & { readonly operation_id: string }

/** The description of an endpoint in the OpenAPI document: its schema, and one sentence. */
type Operation = { readonly response: Schema; readonly summary: string }
export type Operations = Readonly<Record<string, Operation>>

/** Method, path and handler. */
export type Route = ReadRoute | ComputeRoute | MutationRoute | UploadRoute

export type ReadRoute = {
  readonly method: 'get'
  readonly path: string
  readonly status: 200
  readonly query: Schema
  readonly read: Read<never>
  readonly etag?: Etag<never>
  readonly formats?: Formats<never>
  readonly shown?: Read<never> // What a page shows, where that is less than JSON, or several reads together.
  /** Whatever `Accept` says: what is not asked for a page is answered as JSON. */
  readonly takes_any_accept?: true
} & ReadCost

/** What a read costs; missing: long pages of a list are expensive. One piece of the expensive work of a key runs at a time. */
export type ReadCost = {
  readonly cost?: 'expensive' | 'short'
  /** The answer is always short, so it needs no room for a page before it is made. */
  readonly answer?: 'short'
  /** The handler, and that of each other format, takes a turn for each of its queries, so that it holds none while it streams or waits. Missing: all of it is one turn. */
  readonly in_pieces?: true
}

/** A POST that stores nothing, so it needs no Idempotency-Key: what it is asked about is too long or too private for a URL. */
export type ComputeRoute = {
  readonly method: 'post'
  readonly path: string
  readonly status: 200
  readonly body: Schema
  readonly compute: Compute<never>
}

export type ComputeRequest<Body> = {
  readonly body: Body
  /** In lower case. */
  readonly end_customer_id: string
}

export type Compute<Body> = (deps: ApiDeps, request: ComputeRequest<Body>) => Promise<object>

export type MutationRoute = {
  readonly method: 'post' | 'put'
  readonly path: string
  readonly status: 201 | 202
  readonly body: Schema
  readonly cost?: 'expensive'
  /** The items of the body are checked one by one, so that a bad one does not spoil the others. */
  readonly readItem?: ReadItem<unknown>
  /** What `?dry_run=true` answers. */
  readonly trial?: Trial
  readonly accept: Accept<never>
}

export type UploadRoute = {
  readonly method: 'post'
  readonly path: string
  readonly status: 201 | 202
  /** The body is a whole document; the end customer that it belongs to stands in the query. */
  readonly query: Schema
  readonly upload: Upload<unknown>
  readonly accept: Accept<never>
}

export type ReadRequest<Query> = {
  readonly caller: Caller
  readonly page?: AskedPage
  readonly inTurn: InTurn
  /** Says when the client has hung up. */
  readonly abandoned?: Abandoned
  readonly query: Query
  readonly params: Readonly<Record<string, string>>
}

export type Read<Query> = (deps: ApiDeps, request: ReadRequest<Query>) => Promise<object>

/** A tag that changes whenever the answer may; null where there is nothing to compare. */
export type Etag<Query> = (deps: ApiDeps, request: ReadRequest<Query>) => Promise<string | null>

/** By the name that the query parameter `format` has for them, where there is one; `Accept` chooses by media type. */
export type Formats<Query> = Readonly<Record<string, Format<Query>>>

/** Another representation than JSON: a text, bytes of its own, or a stream where it may be long. */
export type Format<Query> = {
  readonly media_type: string
  /** False: it has no character set. */
  readonly is_text?: false
  /** Whoever takes anything gets it, and not JSON. */
  readonly is_preferred?: true
  readonly read: (
    deps: ApiDeps,
    request: ReadRequest<Query>,
  ) => Promise<{ readonly body: string | Buffer | Readable; readonly headers: Readonly<Record<string, string>> }>
}

/** A mutating request as far as idempotency is concerned. */
export type IdempotentRequest = {
  readonly caller: Caller
  readonly idempotency_key: string
  /** SHA-256 of method, path and canonical body: equal for a retry, different for another request. */
  readonly fingerprint: string
}

type ReceivedRequest<Body> = IdempotentRequest & {
  readonly body: Body
  readonly params: Readonly<Record<string, string>>
  readonly request_id: string
  readonly body_hash: string
  /** A JSON body as it was hashed; missing for a document. */
  readonly canonical?: Canonical
}

export type MutatingRequest<Body> = ReceivedRequest<Body> & {
  /** In lower case, as it is stored. The body is kept as it was sent. Empty for what belongs to an API client. */
  readonly end_customer_id: string
}

export type BatchRequest<Item> = ReceivedRequest<readonly (Item | RejectedItem)[]> & Pick<ExpensiveRequest, 'giveWay'>

/** An item of a batch as it came. */
export type ReceivedItem = {
  readonly value: unknown
  readonly canonical: Canonical
  /** SHA-256 of its canonical form. */
  readonly hash: string
  /** Its members with names that no request may have; pointers start at the item. */
  readonly unsafe: readonly ErrorDetail[]
  /** So many details are asked for. */
  readonly most_details: number
  readonly caller: Caller
  readonly request_id: string
}

/** What is wrong with an item; pointers start at the item. */
export type RejectedItem = { readonly details: readonly ErrorDetail[] }

/** Turns an item into what the command works with. */
export type ReadItem<Item> = (received: ReceivedItem, slice: Slice) => Promise<Item | RejectedItem>

/** A command writes rows and jobs in the transaction of its caller, and returns the answer. */
export type Command<Request> = (
  tx: Tx,
  deps: ApiDeps,
  request: Request,
) => Promise<{ readonly body: object; readonly current?: Current }>

/** Executes a mutating request, or replays the recorded answer to it. */
export type Accept<Request> = (deps: ApiDeps, request: Request) => Promise<MutationAnswer>

/** The answer to a mutating request, as recorded and as it may be shown when the caller waits. */
export type MutationAnswer = {
  readonly kind: 'created' | 'replayed'
  readonly response: string
  readonly current?: Current | undefined
}

/** Returns the representation as it is now, or null while the work that the request caused has not settled. */
export type Current = () => Promise<object | null>

/** Reads a document that has been received whole. */
export type Upload<Received> = {
  readonly media_type: string
  /** @throws ApiError unsupported_media_type */
  readonly requireType: (request: IncomingMessage) => void
  readonly read: (
    spooled: SpooledFile,
    /** What the query says beside the end customer. */
    options: Readonly<Record<string, string>>,
    reading: Reading,
  ) => Promise<Received>
}

/** Whether its requests may change something, and so have an Idempotency-Key. */
export function isMutating(endpoint: Endpoint): endpoint is Endpoint & (MutationRoute | UploadRoute) {
  return 'accept' in endpoint
}
