import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { FuzzRequest } from './requests.ts'

export type FuzzAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })
/** Longer than any answer may take without a preference to wait. */
const LONGEST_MS = 20_000

/** Sends a request as it stands: `fetch` would tidy up its path and refuse its headers. */
export function sendRequest(port: number, { method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
    const options = { host: '127.0.0.1', port, method, path, headers: { ...length, ...headers }, agent }
    const sent = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() })
      })
      response.on('error', reject)
    })
    sent.setTimeout(LONGEST_MS, () => sent.destroy(new Error(`${method} ${path} was not answered in ${LONGEST_MS} ms`)))
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}

/**
 * Sends bytes that need not be a request.
 *
 * @param isLast false: they ask for the end of the connection themselves; a sender that ends it gets no answer any more
 * @returns everything that comes back until one side closes
 */
export function sendBytes(port: number, bytes: Uint8Array, isLast = true): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => (isLast ? socket.end(bytes) : socket.write(bytes)))
    socket.setTimeout(LONGEST_MS, () => socket.destroy(new Error('the connection is still open')))
    socket.on('data', (chunk) => {
      text += chunk
    })
    // The server may close the connection at any moment after garbage.
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code ? resolve(text) : reject(error)))
    socket.on('close', () => resolve(text))
  })
}
