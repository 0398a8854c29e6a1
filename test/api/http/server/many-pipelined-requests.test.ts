import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { createHttpServer } from '../../../../shared/http/http-server.ts'
import { eventually } from '../../../support/books.ts'

const LIMITS = {
  headers_timeout_ms: 60_000,
  request_timeout_ms: 60_000,
  keep_alive_timeout_ms: 60_000,
  max_header_bytes: 16_384,
}
const REQUEST = 'GET / HTTP/1.1\r\nHost: hauptbuch\r\n\r\n'
/** What Node reads at once has room for nearly two thousand. */
const PIECE = REQUEST.repeat(1_900)

describe('very many pipelined requests', () => {
  let server: Server
  let parsed = 0
  const sockets: Socket[] = []

  async function serve(listener: RequestListener): Promise<void> {
    server = createHttpServer(listener, LIMITS, { info() {} })
    server.prependListener('request', () => {
      parsed += 1
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
  }

  function open(text: string): Socket {
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(text)
    sockets.push(socket)
    return socket.resume()
  }

  beforeEach(() => {
    parsed = 0
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
    server.closeAllConnections()
    server.close()
  })

  it('are begun in turns of the event loop, also where each is answered at once', async () => {
    let [begun, most, all] = [0, 0, 0]
    let isLooking = true
    const look = () => {
      most = Math.max(most, begun)
      begun = 0
      if (isLooking) setImmediate(look)
    }
    await serve((_, response) => {
      begun += 1
      all += 1
      response.end()
    })
    look()
    for (let count = 0; count < 8; count += 1) open(REQUEST.repeat(50))
    await eventually(async () => all === 400)
    isLooking = false
    expect(most).to.be.within(2, 16)
  })

  it('are not parsed any more once a hundred wait', async () => {
    await serve(() => {})
    open(PIECE)
    await eventually(async () => parsed >= 101)
    await nextTurn()
    expect(parsed).to.be.within(101, 103)
  })

  it('wait only ten on a connection, where many wait on others', async () => {
    await serve(() => {})
    for (let count = 0; count < 5; count += 1) open(REQUEST.repeat(101))
    await eventually(async () => parsed === 505)
    open(REQUEST.repeat(11))
    await eventually(async () => parsed === 516)
    open(REQUEST.repeat(50))
    await eventually(async () => parsed >= 527)
    await nextTurn()
    expect(parsed).to.be.within(527, 530)
    server.closeAllConnections()
    const alone = async () => {
      parsed = 0
      open(REQUEST.repeat(50))
      await eventually(async () => parsed > 10)
      return parsed === 50
    }
    await eventually(alone)
  })
})
