import type { X509Certificate } from 'node:crypto'
import { nowAsTimestamp } from '../process/clock.ts'
import { RefusedError, tokenOfAnswer } from './tokens/answer-of-authority.ts'
import { TokenError } from './tokens/parsed.ts'
import { newNonce, requestOfStamp } from './tokens/request-of-stamp.ts'

/** Tokens have some kilobytes, with all certificates of a chain. */
const MOST_ANSWER_BYTES = 65_536
const TIMEOUT_MS = 15_000
const REPLY = 'application/timestamp-reply'

/**
 * Has an authority stamp a SHA-256. Its token is verified before it is given back.
 *
 * @throws Error with one sentence, without the password of the URL
 */
export async function askAuthority(
  authority: string,
  imprint: Buffer,
  trusted: readonly X509Certificate[] | null,
  timeout_ms = TIMEOUT_MS,
) {
  const nonce = newNonce()
  const { host } = new URL(authority)
  let media_type = REPLY
  try {
    const answer = await send(authority, requestOfStamp(imprint, nonce), timeout_ms)
    media_type = answer.media_type
    return tokenOfAnswer(answer.body, { imprint, nonce, at: nowAsTimestamp() }, trusted)
  } catch (error) {
    if (error instanceof NoAnswerError)
      throw new Error(`The timestamp authority at ${host} gives no stamp: ${error.message}.`)
    if (error instanceof RefusedError)
      throw new Error(`The timestamp authority at ${host} refuses to stamp: ${error.message}.`)
    if (!(error instanceof TokenError)) throw error
    const came_as = media_type === REPLY ? '' : ` (it came as ${media_type})`
    throw new Error(`What the timestamp authority at ${host} answers is no stamp: ${error.message}${came_as}.`)
  }
}

class NoAnswerError extends Error {}

async function send(authority: string, request: Buffer, timeout_ms: number) {
  const url = new URL(authority)
  const headers: Record<string, string> = { 'Content-Type': 'application/timestamp-query' }
  if (url.username !== '') {
    headers.Authorization = `Basic ${Buffer.from(userOf(url)).toString('base64')}`
    url.username = ''
    url.password = ''
  }
  const body = new Uint8Array(request)
  const signal = AbortSignal.timeout(timeout_ms)
  const sent = fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
  const response = await sent.catch((error) => {
    throw new NoAnswerError(reasonOf(error, timeout_ms, 'it cannot be reached'))
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new NoAnswerError(`it answers with status ${response.status}`)
  }
  return { media_type: mediaTypeOf(response), body: await bounded(response, timeout_ms) }
}

function userOf({ username, password }: URL): string {
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  } catch {
    throw new NoAnswerError('the user and password in TIMESTAMP_URL are not written as a URL has them')
  }
}

/** Some authorities do not say it. */
function mediaTypeOf({ headers }: Response): string {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? REPLY
}

async function bounded(response: Response, timeout_ms: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of response.body ?? []) {
      bytes += piece.length
      if (bytes > MOST_ANSWER_BYTES) throw new NoAnswerError(`its answer has more than ${MOST_ANSWER_BYTES} bytes`)
      pieces.push(piece)
    }
  } catch (error) {
    throw error instanceof NoAnswerError
      ? error
      : new NoAnswerError(reasonOf(error, timeout_ms, 'its answer breaks off'))
  }
  return Buffer.concat(pieces)
}

function reasonOf(error: unknown, timeout_ms: number, what: string): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `it does not answer within ${timeout_ms} ms`
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined
  return `${what} (${cause?.code ?? 'no connection'})`
}
