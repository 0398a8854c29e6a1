import { setTimeout as sleep } from 'node:timers/promises'
import type { Step } from '../plan.ts'
import { askAndNeverRead, hostileRequest, isRefusal, sendSlowly, stallWith } from './difficult-clients.ts'
import type { Page, Reads, Request, ScannedBill } from './request.ts'
import { type Answer, headersOf, sendOnce } from './send-once.ts'

/** One time that a request was sent, and what came back, if anything did. Times count from the beginning of the storm. */
type Attempt = {
  readonly sent_ms: number
  readonly ended_ms: number
  /** Null: the connection broke, or the client did not wait for the answer. */
  readonly answer: Answer | null
}
/** A request with its Idempotency-Key, and every attempt to have it done. */
export type Sent = {
  readonly key: string
  readonly step: Step
  readonly request: Request
  readonly attempts: Attempt[]
  /** Another request under the same key, which must be refused. */
  readonly is_conflicting: boolean
}

export type Client = {
  /** Sends once. */
  send(sent: Sent, timeout_ms: number): Promise<Attempt>
  /** Sends once, in pieces. */
  sendSlowly(sent: Sent): Promise<void>
  /** Sends a body that must be refused. */
  attack(key: string, draw: number): Promise<void>
  /** Sends half of a request and waits. @returns hangs up */
  stall(key: string, request: Request): () => void
  /** Asks for the journal of an end customer and reads nothing. @returns hangs up */
  ignore(customer: string): () => void
  /** Sends until there is an answer other than 503, as clients with an Idempotency-Key do. */
  persist(sent: Sent): Promise<Attempt>
  /** @param patience_ms after which a read counts as one without answer */
  readsOf(customer: string, patience_ms?: number): Reads
  /** Answers that must never be given: to reads a 5xx other than 503, to a hostile body anything but a refusal. */
  readonly failed_reads: readonly string[]
  /** Keys of requests that never came to their end. */
  readonly unfinished: readonly string[]
}

type Place = { readonly base_urls: readonly string[]; readonly key: string; readonly now_ms: () => number }

const PATIENCE_MS = 6_000
/** Nothing is disturbed any more, and the machine may have other work. */
export const CALM_PATIENCE_MS = 90_000
/** Long after the last disturbance no client may have to wait any more. */
const GIVE_UP_MS = 90_000

export function createClient({ base_urls, key, now_ms }: Place): Client {
  const failed_reads: string[] = []
  const unfinished: string[] = []
  let turn = 0
  const connection: Connection = {
    url: (path) => `${base_urls[turn++ % base_urls.length]}${path}`,
    authorization: `Bearer ${key}`,
    now_ms,
    failed_reads,
  }
  return {
    send: (sent, timeout_ms) => send(connection, sent, timeout_ms),
    sendSlowly: (sent) => slowly(connection, sent),
    attack: (idempotency_key, draw) => attack(connection, idempotency_key, draw),
    stall(idempotency_key, request) {
      unfinished.push(idempotency_key)
      const headers = headersOf(connection, idempotency_key, request.body)
      return stallWith(connection.url(request.path), headers, request, (status) => {
        if (status < 400) failed_reads.push(`${idempotency_key} was answered ${status} before its end`)
      })
    },
    ignore: (customer) =>
      askAndNeverRead(
        connection.url(`/v1/journal-entries?end_customer_id=${customer}&limit=500`),
        connection.authorization,
      ),
    persist: (sent) => persist(connection, sent),
    readsOf(customer, patience_ms = PATIENCE_MS) {
      const page = <const Path extends string>(path: Path, query: string) =>
        read<Page<Path>>(connection, `${path}?${query}`, patience_ms)
      return {
        one: (path) => read(connection, path, patience_ms),
        page,
        list: async (path, query = '') => (await page(path, `end_customer_id=${customer}${query}`))?.data ?? [],
        drawn: (path) => answerTo(connection, `GET ${path}`, patience_ms, {}),
        scan: (text) => scan(connection, { end_customer_id: customer, text }, patience_ms),
      }
    },
    failed_reads,
    unfinished,
  }
}

type Connection = {
  /** The next web process in turn. */
  readonly url: (path: string) => string
  readonly authorization: string
  readonly now_ms: () => number
  readonly failed_reads: string[]
}

async function slowly(connection: Connection, { key, request, attempts }: Sent): Promise<void> {
  const sent_ms = connection.now_ms()
  const answer = await sendSlowly(connection.url(request.path), headersOf(connection, key, request.body), request)
  attempts.push({ sent_ms, ended_ms: connection.now_ms(), answer })
}

async function attack(connection: Connection, key: string, draw: number): Promise<void> {
  const { path, body } = hostileRequest(draw)
  const headers = headersOf(connection, key, {})
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const answer = await sendOnce(connection.url(path), { method: 'POST', headers, body, signal })
  if (answer && !isRefusal(answer)) connection.failed_reads.push(`${key} ${path}: ${answer.status} ${answer.text}`)
}

async function send(connection: Connection, { key, request, attempts }: Sent, timeout_ms: number): Promise<Attempt> {
  const { method, path, body } = request
  const headers = headersOf(connection, key, body)
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const sent_ms = connection.now_ms()
  const signal = AbortSignal.timeout(timeout_ms)
  const answer = await sendOnce(connection.url(path), { method, headers, body: text, signal })
  const attempt = { sent_ms, ended_ms: connection.now_ms(), answer }
  attempts.push(attempt)
  return attempt
}

async function persist(connection: Connection, sent: Sent): Promise<Attempt> {
  const deadline = connection.now_ms() + GIVE_UP_MS
  for (let pause_ms = 50; ; pause_ms = Math.min(pause_ms * 2, 1_000)) {
    const attempt = await send(connection, sent, PATIENCE_MS)
    if ((attempt.answer && attempt.answer.status < 500) || connection.now_ms() > deadline) return attempt
    // A 5xx other than 503 is a fault; sending the request again would only hide it.
    if (attempt.answer && attempt.answer.status !== 503) return attempt
    await sleep(pause_ms)
  }
}

async function read<Body>(connection: Connection, path: string, patience_ms: number): Promise<Body | null> {
  return parsed(await answerTo(connection, `GET ${path}`, patience_ms, {}))
}

/** A text that cannot be read is refused, and does no harm. */
async function scan(connection: Connection, body: object, patience_ms: number): Promise<ScannedBill | null> {
  const request = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return parsed(await answerTo(connection, 'POST /v1/qr-bills/read', patience_ms, request))
}

/** @returns null also for half an answer */
function parsed<Body>(text: string | null): Body | null {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** @returns null where the line was cut, or the answer is a refusal */
async function answerTo(
  { url, authorization, failed_reads }: Connection,
  what: string,
  patience_ms: number,
  { headers, ...rest }: RequestInit,
): Promise<string | null> {
  const [method = '', path = ''] = what.split(' ')
  const signal = AbortSignal.timeout(patience_ms)
  try {
    const response = await fetch(url(path), { ...rest, method, headers: { ...headers, authorization }, signal })
    const { status } = response
    const text = await response.text()
    if (status >= 500 && status !== 503) failed_reads.push(`${what}: ${status} ${text}`)
    return status === 200 ? text : null
  } catch {
    return null // the line was cut
  }
}
