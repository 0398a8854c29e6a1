import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { service } from '../support/service.ts'

/** What befalls a request on its way: nothing, its answer is lost or cut, or something before the service answers. */
export type Mishap = 'none' | 'lost' | 'cut' | 'slow' | { readonly status: number; readonly retry_after?: string }

export type Way = { readonly url: string; readonly keys: (string | undefined)[]; close(): Promise<void> }

/** A router in front of the service: the first requests meet the mishaps, one each, and all others pass. */
export async function openWay(mishaps: readonly Mishap[]): Promise<Way> {
  const left = [...mishaps]
  const keys: (string | undefined)[] = []
  const server = createServer((incoming, outgoing) => {
    keys.push(incoming.headers['idempotency-key'] as string | undefined)
    pass(incoming, outgoing, left.shift() ?? 'none')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, mishap: Mishap): void {
  if (typeof mishap === 'object') {
    incoming.resume()
    const { status, retry_after } = mishap
    outgoing.writeHead(status, retry_after === undefined ? {} : { 'Retry-After': retry_after }).end('a router speaks')
    return
  }
  if (mishap === 'slow') return
  const { method, headers } = incoming
  const onward = request(service().base_url + incoming.url, { method, headers }, (answer) => {
    const pieces: Buffer[] = []
    answer.on('data', (piece: Buffer) => pieces.push(piece))
    answer.on('end', () => {
      const body = Buffer.concat(pieces)
      if (mishap === 'lost') return outgoing.destroy()
      outgoing.writeHead(answer.statusCode ?? 0, { ...answer.headers, 'content-length': body.length })
      if (mishap === 'none') return outgoing.end(body)
      outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy())
    })
  })
  incoming.pipe(onward)
}
