import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export type Reply = {
  readonly status: number
  readonly text: string
  readonly ms: number
  /** Until the first byte of the body. */
  readonly first_ms: number
}

/** Sends a request on a kept connection. `node:http`, because fetch takes longer than some of our answers. */
export function call(
  url: string,
  key: string,
  method: string,
  path: string,
  body?: object | string,
  accept = 'application/json',
): Promise<Reply> {
  const started = performance.now()
  const headers = {
    accept,
    authorization: `Bearer ${key}`,
    ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, agent, headers }, (response) => {
      let text = ''
      let first_ms = Number.NaN
      response.setEncoding('utf8').on('data', (chunk) => {
        if (text === '') first_ms = performance.now() - started
        text += chunk
      })
      const status = response.statusCode ?? 0
      response.on('end', () => resolve({ status, text, ms: performance.now() - started, first_ms }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(typeof body === 'object' ? JSON.stringify(body) : body)
  })
}

/** @throws Error when it was not accepted */
export async function accepted(
  url: string,
  key: string,
  method: string,
  path: string,
  body: object | string,
): Promise<Reply> {
  const reply = await call(url, key, method, path, body)
  if (reply.status !== 202) throw new Error(`${method} ${path} was answered with ${reply.status}: ${reply.text}`)
  return reply
}
