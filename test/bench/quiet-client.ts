import { once } from 'node:events'
import { connect } from 'node:net'

export type QuietReply = { readonly status: number; readonly bytes: number; readonly ms: number }

const BUFFER_BYTES = 65_536
const END_OF_HEAD = '\r\n\r\n'

/**
 * Sends one GET after the other on a kept connection, and forgets what comes in the one buffer that it has: a client that
 * keeps large answers as text collects its garbage on the cores that are being measured. It takes answers whose length
 * is known beforehand, and heads that come in one piece.
 */
export async function openQuietClient(url: string, key: string) {
  const { hostname, port } = new URL(url)
  let receive = (_chunk: Buffer): void => {}
  let fail = (_error: Error): void => {}
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  const onread = {
    buffer,
    callback(size: number) {
      receive(buffer.subarray(0, size))
      return true
    },
  }
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread })
  await once(socket, 'connect')
  socket.on('error', (error) => fail(error)).on('close', () => fail(new Error('the connection was closed')))

  function get(path: string): Promise<QuietReply> {
    const started = performance.now()
    return new Promise((resolve, reject) => {
      fail = reject
      let head: Head | null = null
      let received = 0
      receive = (chunk) => {
        head ??= readHead(chunk)
        received += chunk.length
        if (received < head.length + head.bytes) return
        resolve({ status: head.status, bytes: head.bytes, ms: performance.now() - started })
      }
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}${END_OF_HEAD}`)
    })
  }
  return { get, close: () => socket.destroy() }
}

type Head = { readonly status: number; readonly length: number; readonly bytes: number }

function readHead(chunk: Buffer): Head {
  const end = chunk.indexOf(END_OF_HEAD)
  const head = chunk.toString('latin1', 0, end)
  const [, bytes] = /^content-length: (\d+)\r?$/im.exec(head) ?? []
  if (bytes === undefined) throw new Error(`the length of an answer is unknown: ${head}`)
  return { status: Number(head.slice(9, 12)), length: end + END_OF_HEAD.length, bytes: Number(bytes) }
}
