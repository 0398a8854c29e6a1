import { RequestRefused, RequestUnanswered } from './failures.ts'
import type { AnyCall } from './operation.ts'
import { isPassing, pauseBefore, sleep } from './pauses.ts'

export const DEADLINE_MS = 60_000
const ATTEMPT_MS = 30_000

export type ClientOptions = {
  /** Of the service, without a path: `https://books.example.ch`. */
  readonly url: string
  /** An API key: it is a secret of a server, and no browser may have it. */
  readonly key: string
  /** For a whole call with its repeats, unless the call says its own; 60 seconds. */
  readonly deadline_ms?: number
  /** For one attempt, beside the seconds that it asks the service to wait; 30 seconds. */
  readonly attempt_ms?: number
  readonly fetch?: typeof fetch
}

export type CallOptions = {
  /** Default: a new UUID. Give one of your own to send a request again that an earlier process may have sent. */
  readonly idempotency_key?: string
  readonly deadline_ms?: number
  readonly signal?: AbortSignal
  /** Lets the service hold its answer until the work is done, so many seconds at most (30). */
  readonly wait_seconds?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** As `RequestOf` says it, whatever the call. */
export type AnyRequest = {
  readonly query?: object
  readonly body?: unknown
  readonly document?: string | Uint8Array<ArrayBuffer>
}

/**
 * Sends a request until an answer says what became of it, always under the same idempotency key.
 *
 * @param read takes the answer; where it fails half-way, the request is sent again
 * @throws RequestRefused if the service refuses it
 * @throws RequestUnanswered once the deadline is over
 * @throws the reason of the caller's signal
 */
export async function send<Taken>(
  client: ClientOptions,
  call: AnyCall,
  request: AnyRequest,
  options: CallOptions,
  read: (answer: Response) => Promise<Taken>,
): Promise<Taken> {
  const idempotency_key = isRepeatable(call) ? null : (options.idempotency_key ?? crypto.randomUUID())
  const deadline_ms = options.deadline_ms ?? client.deadline_ms ?? DEADLINE_MS
  const ends_at = performance.now() + deadline_ms
  const url = new URL(pathOf(call, request), client.url)
  const init = { method: methodOf(call), ...contentOf(call, request, client.key, idempotency_key, options) }
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptOnce(client, url, init, options, ends_at, read)
    if ('taken' in outcome) return outcome.taken
    options.signal?.throwIfAborted()
    const { failure, retry_after } = outcome
    if (failure instanceof RequestRefused && !isPassing(failure.status)) throw failure
    const pause_ms = pauseBefore(attempt, retry_after, Math.random())
    if (performance.now() + pause_ms >= ends_at)
      throw new RequestUnanswered(`No answer within ${deadline_ms} ms.`, idempotency_key, attempt, failure)
    await sleep(pause_ms, options.signal)
  }
}

type AttemptOutcome<Taken> =
  | { readonly taken: Taken }
  | { readonly failure: unknown; readonly retry_after: string | null }

/** Once its answer is taken, no time limit cuts it off any more: it may be a stream. */
async function attemptOnce<Taken>(
  client: ClientOptions,
  url: URL,
  init: RequestInit,
  { wait_seconds = 0, signal }: CallOptions,
  ends_at: number,
  read: (answer: Response) => Promise<Taken>,
): Promise<AttemptOutcome<Taken>> {
  const limit_ms = (client.attempt_ms ?? ATTEMPT_MS) + wait_seconds * 1_000
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new Error('The answer is late.')),
    Math.min(limit_ms, ends_at - performance.now()),
  )
  try {
    const signals = signal ? AbortSignal.any([signal, late.signal]) : late.signal
    const answer = await (client.fetch ?? fetch)(url, { ...init, redirect: 'manual', signal: signals })
    if (answer.ok || answer.status === 304) return { taken: await read(answer) }
    const failure = new RequestRefused(answer.status, await answer.text())
    return { failure, retry_after: answer.headers.get('Retry-After') }
  } catch (failure) {
    return { failure, retry_after: null }
  } finally {
    clearTimeout(timer)
  }
}

function isRepeatable({ kind }: AnyCall): boolean {
  return kind === 'get' || kind === 'compute'
}

function methodOf({ kind }: AnyCall): string {
  return kind === 'get' || kind === 'put' ? kind.toUpperCase() : 'POST'
}

/** Parameters of the path stand in the request under their names. */
function pathOf({ path }: AnyCall, request: AnyRequest): string {
  const ids = request as Readonly<Record<string, unknown>>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(idOf(name, ids[name])))
  const given = Object.entries(request.query ?? {}).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return query.size === 0 ? filled : `${filled}?${query}`
}

/** Without it, or with dots in its place, the path would be that of something else. */
function idOf(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') throw new TypeError(`${name} is missing.`)
  if (typeof value !== 'string' || ['.', '..'].includes(value)) throw new TypeError(`${name} is no id.`)
  return value
}

function contentOf(
  call: AnyCall,
  { body, document }: AnyRequest,
  key: string,
  idempotency_key: string | null,
  { wait_seconds, headers = {} }: CallOptions,
) {
  const content = call.kind === 'get' ? {} : { body: call.kind === 'upload' ? document : JSON.stringify(body) }
  const type = call.kind === 'upload' ? 'application/xml' : 'application/json'
  return {
    ...content,
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: 'application/json',
      ...(call.kind === 'get' ? {} : { 'Content-Type': type }),
      ...(idempotency_key === null ? {} : { 'Idempotency-Key': idempotency_key }),
      ...(wait_seconds === undefined ? {} : { Prefer: `wait=${wait_seconds}` }),
      ...headers,
    },
  } as RequestInit
}
