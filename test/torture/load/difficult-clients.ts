import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOSTILE_BODIES } from '../../support/requests/hostile-bodies.ts'
import type { Request } from './request.ts'
import type { Answer } from './send-once.ts'

const PIECES = 5
const LONGEST_PAUSE_MS = 120
const HOSTILE_BYTES = 400_000
/** The operating system takes the first of them. */
const UNREAD_ANSWERS = 30

/**
 * Sends a request as a slow client does: its body in pieces, with pauses before each.
 *
 * @returns null where the connection broke
 */
export function sendSlowly(url: string, headers: Readonly<Record<string, string>>, { method, body }: Request) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return new Promise<Answer | null>((resolve) => {
    const sent = httpRequest(url, { method, headers: { ...headers, 'content-length': bytes.length } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => resolve(null))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          is_replay: response.headers['idempotent-replayed'] === 'true',
          retry_after: response.headers['retry-after'] ?? null,
        }),
      )
    })
    sent.on('error', () => resolve(null)).setTimeout(30_000, () => sent.destroy())
    void writeInPieces(bytes, (piece) => sent.destroyed || sent.write(piece)).then(() => sent.end())
  })
}

/**
 * Sends half of a request over a connection of its own, and then nothing more.
 *
 * @param onAnswer with the status, if there is an answer before the end
 * @returns hangs up
 */
export function stallWith(
  url: string,
  headers: Readonly<Record<string, string>>,
  { method, body }: Request,
  onAnswer: (status: number) => void,
): () => void {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const options = { method, agent: false, headers: { ...headers, 'content-length': bytes.length } }
  const sent = httpRequest(url, options, (response) => {
    onAnswer(response.statusCode ?? 0)
    response.on('error', () => {}).resume()
  })
  sent.on('error', () => {}).write(bytes.subarray(0, bytes.length / 2))
  return () => void sent.destroy()
}

/**
 * Asks for the same again and again over one connection, and reads no answer.
 *
 * @returns hangs up
 */
export function askAndNeverRead(url: string, authorization: string): () => void {
  const { hostname, port, pathname, search, host } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  const head = [`GET ${pathname}${search} HTTP/1.1`, `Host: ${host}`, `Authorization: ${authorization}`]
  socket.pause().write(`${head.join('\r\n')}\r\n\r\n`.repeat(UNREAD_ANSWERS))
  return () => void socket.destroy()
}

async function writeInPieces(bytes: Buffer, write: (piece: Buffer) => void): Promise<void> {
  const length = Math.ceil(bytes.length / PIECES)
  for (let at = 0; at < bytes.length; at += length) {
    await sleep((LONGEST_PAUSE_MS * (at / length + 1)) / PIECES)
    write(bytes.subarray(at, at + length))
  }
}

/** One of the hostile bodies. Nothing in it can be accepted. */
export function hostileRequest(draw: number): { readonly path: string; readonly body: string } {
  const makers = Object.values(HOSTILE_BODIES)
  const make = makers[draw % makers.length] as (typeof makers)[number]
  const { path, text } = make(HOSTILE_BYTES)
  return { path, body: text }
}

/** A refusal, or a batch of which every item is rejected. */
export function isRefusal({ status, text }: Pick<Answer, 'status' | 'text'>): boolean {
  if (status !== 202) return status >= 400 && (status < 500 || status === 503)
  const { counts } = JSON.parse(text) as { counts: { created: number; rejected: number } }
  return counts.created === 0 && counts.rejected > 0
}
