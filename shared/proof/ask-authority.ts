import type { X509Certificate } from 'node:crypto'
import { tokenOfAnswer } from './tokens/answer-of-authority.ts'
import { TokenError } from './tokens/parsed.ts'
import { newNonce, requestOfStamp } from './tokens/request-of-stamp.ts'

/** Tokens have some kilobytes, with all certificates of a chain. */
const MOST_ANSWER_BYTES = 65_536
const TIMEOUT_MS = 15_000

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
  try {
    const answer = await send(authority, requestOfStamp(imprint, nonce), timeout_ms)
    return tokenOfAnswer(answer, { imprint, nonce }, trusted)
  } catch (error) {
    if (error instanceof TokenError)
      throw new Error(`What the timestamp authority at ${host} answers is no stamp: ${error.message}.`)
    throw new Error(`The timestamp authority at ${host} gives no stamp: ${reasonOf(error, timeout_ms)}.`)
  }
}

async function send(authority: string, request: Buffer, timeout_ms: number): Promise<Buffer> {
  const url = new URL(authority)
  const headers: Record<string, string> = { 'Content-Type': 'application/timestamp-query' }
  if (url.username !== '') {
    const password = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    headers.Authorization = `Basic ${Buffer.from(password).toString('base64')}`
    url.username = ''
    url.password = ''
  }
  const body = new Uint8Array(request)
  const signal = AbortSignal.timeout(timeout_ms)
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new RefusedError(`it answers with status ${response.status}`)
  }
  return bounded(response)
}

async function bounded(response: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > MOST_ANSWER_BYTES) throw new RefusedError(`its answer has more than ${MOST_ANSWER_BYTES} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

class RefusedError extends Error {}

function reasonOf(error: unknown, timeout_ms: number): string {
  if (error instanceof RefusedError) return error.message
  if (error instanceof Error && error.name === 'TimeoutError') return `it does not answer within ${timeout_ms} ms`
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined
  return `it cannot be reached (${cause?.code ?? 'no connection'})`
}
