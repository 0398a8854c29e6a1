import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { receive } from '../../../../api/http/client/receive.ts'
import { createHttpServer } from '../../../../shared/http/http-server.ts'
import { open } from '../../../support/raw-http.ts'
import { service } from '../../../support/service.ts'

const SENDERS = 60
const MOST_OF_TURN = 4_000_000

describe('many senders at once', function () {
  this.timeout(20_000)
  const servers: Server[] = []
  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
    for (const server of servers.splice(0)) server.close()
  })

  async function serve(listener: RequestListener): Promise<string> {
    const { config, log } = service().web
    const server = createHttpServer(listener, config, log)
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** They have all sent what the system takes before the server has its next turn. */
  async function sendAll(url: string, body: Uint8Array) {
    for (let count = 0; count < SENDERS; count += 1) {
      const socket = open(url).resume()
      sockets.push(socket)
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`)
      socket.write(body)
    }
  }

  it('begin in turns of the event loop, a few in each, and all of them do', async () => {
    const counted = inTurns()
    let begun = 0
    const url = await serve(() => {
      begun += 1
      counted.add(1)
    })
    await sendAll(url, Buffer.from('x'))
    while (begun < SENDERS) await sleep(5)
    expect(counted.most()).to.be.within(1, 12)
  })

  it('bring little into each turn, and all of it comes', async () => {
    const counted = inTurns()
    let received = 0
    const watchSender = () => ({ add: (bytes: number) => counted.add(bytes), stop() {} })
    const take = ({ length }: Buffer) => {
      received += length
      return undefined
    }
    const url = await serve((request, response) => {
      void receive(request, { what: 'body', watchSender, take }).then(() => response.end())
    })
    await sendAll(url, Buffer.alloc(1_000_000))
    while (received < SENDERS * 1_000_000) await sleep(5)
    expect(counted.most()).to.be.within(1, MOST_OF_TURN)
  })

  it('are not read faster than they can be discarded', async () => {
    let discarded = 0
    const url = await serve((request: IncomingMessage, response) => {
      request.on('data', ({ length }: Buffer) => {
        discarded += length
      })
      response.writeHead(413).end()
    })
    const started = performance.now()
    await sendAll(url, Buffer.alloc(3_000_000))
    while (discarded < SENDERS * 3_000_000) await sleep(5)
    expect(performance.now() - started).to.be.greaterThan(500)
  })
})

/** Adds up what comes in one turn of the event loop. */
function inTurns() {
  let most = 0
  let sum = 0
  return {
    most: () => most,
    add(value: number) {
      if (sum === 0)
        setImmediate(() => {
          sum = 0
        })
      sum += value
      most = Math.max(most, sum)
    },
  }
}
