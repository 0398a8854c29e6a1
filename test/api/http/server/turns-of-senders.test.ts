import { EventEmitter, once } from 'node:events'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import { receive } from '../../../../api/http/client/receive.ts'
import { beginInTurns } from '../../../../shared/http/begin-in-turns.ts'
import { createHttpServer } from '../../../../shared/http/http-server.ts'
import { service } from '../../../support/service.ts'

const SENDERS = 60
const BYTES = 3_000_000
/** A turn, and what Node had kept of each request before: two pieces of 64 kB. */
const MOST_OF_TURN = 10_000_000

describe('many senders at once', function () {
  this.timeout(180_000)
  const servers: Server[] = []
  const threads: Worker[] = []
  afterEach(async () => {
    for (const thread of threads.splice(0)) await thread.terminate()
    for (const server of servers.splice(0)) server.close()
  })

  async function serve(listener: RequestListener): Promise<number> {
    const { config, log } = service().web
    const server = createHttpServer(listener, config, log)
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  /** They have all sent what the system takes before the server has its next turn. */
  function sendAll(port: number, body_bytes: number): void {
    const started = new Int32Array(new SharedArrayBuffer(4))
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body_bytes}\r\n\r\n`
    const workerData = { port, count: SENDERS, head, body_bytes, started }
    threads.push(new Worker('./test/support/processes/senders.ts', { workerData }))
    expect(Atomics.wait(started, 0, 0, 15_000)).to.not.equal('timed-out')
  }

  /** Once all have begun, they send while the server does something else, so that all of it is there in one turn. */
  const together = (work: (request: IncomingMessage, response: ServerResponse) => void): RequestListener => {
    const begun: (readonly [IncomingMessage, ServerResponse])[] = []
    return (request, response) => {
      begun.push([request, response])
      if (begun.length < SENDERS) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
      for (const one of begun) work(...one)
    }
  }

  it('begin in turns of the event loop, a few in each, and all of them do', async () => {
    const counted = inTurns()
    let begun = 0
    const server = new EventEmitter()
    beginInTurns(server as Server, () => false)
    for (let count = 0; count < SENDERS; count += 1) {
      let isPaused = false
      const begin = () => {
        begun += 1
        counted.add(1)
      }
      const pause = () => {
        isPaused = true
      }
      server.emit('connection', { pause, resume: begin })
      if (!isPaused) begin()
    }
    while (begun < SENDERS) await sleep(5)
    expect(counted.most()).to.be.within(1, 12)
  })

  it('begin from both ends, so that one that comes behind very many has its turn at once', async () => {
    const begun: number[] = []
    const server = new EventEmitter()
    beginInTurns(server as Server, () => false)
    const come = (name: number) => server.emit('connection', { pause() {}, resume: () => begun.push(name) })
    for (let name = 0; name < 100; name += 1) come(name)
    await nextTurn()
    await nextTurn()
    come(100)
    while (begun.length < 97) await nextTurn()
    // The first four are never paused.
    expect(begun.slice(0, 8)).to.deep.equal([4, 99, 5, 98, 6, 97, 7, 96])
    expect(begun.indexOf(100)).to.be.within(8, 12)
    expect([...begun].sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 97 }, (_, index) => index + 4))
  })

  it('begin one by one while requests that have come wait, as each brings what is kept until its own begins', async () => {
    let [begun, requestsWait] = [0, true]
    const server = new EventEmitter()
    beginInTurns(server as Server, () => requestsWait)
    const come = () => server.emit('connection', { pause() {}, resume: () => (begun += 1) })
    for (let count = 0; count < 20; count += 1) come()
    const begunIn = async (turns: number) => {
      const before = begun
      for (let turn = 0; turn < turns; turn += 1) await nextTurn()
      return begun - before
    }
    expect(await begunIn(5)).to.equal(5)
    requestsWait = false
    expect(await begunIn(2)).to.equal(8)
  })

  it('bring little into each turn, and all of it comes', async () => {
    const counted = inTurns()
    let received = 0
    const watchSender = () => ({ add: (bytes: number) => counted.add(bytes), stop() {} })
    const take = ({ length }: Buffer) => {
      received += length
      return undefined
    }
    const port = await serve(
      together((request, response) => {
        void receive(request, { what: 'body', watchSender, take }).then(() => response.end())
      }),
    )
    sendAll(port, BYTES)
    while (received < SENDERS * BYTES) await sleep(5)
    expect(counted.most()).to.be.within(1, MOST_OF_TURN)
  })

  it('are not read faster than they can be discarded', async () => {
    const counted = inTurns()
    let discarded = 0
    const port = await serve(
      together((request, response) => {
        request.on('data', ({ length }: Buffer) => {
          discarded += length
          counted.add(length)
        })
        response.writeHead(413).end()
      }),
    )
    sendAll(port, BYTES)
    while (discarded < SENDERS * BYTES) await sleep(5)
    expect(counted.most()).to.be.within(1, MOST_OF_TURN)
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
