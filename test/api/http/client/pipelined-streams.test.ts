import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import Router from '@koa/router'
import { expect } from 'chai'
import Koa from 'koa'
import { type Authenticator, createAuthenticator } from '../../../../api/http/admission/authenticator.ts'
import { limitFailures } from '../../../../api/http/admission/limit-failures.ts'
import { createShares } from '../../../../api/http/admission/shares.ts'
import type { ApiDeps } from '../../../../api/http/api-deps.ts'
import type { ReadRoute } from '../../../../api/http/endpoint.ts'
import { handleRead } from '../../../../api/http/handle/handle-read.ts'
import { watchPresence } from '../../../../api/http/presence.ts'
import { createHttpServer } from '../../../../shared/http/http-server.ts'
import { createRightOfWay } from '../../../../shared/process/right-of-way.ts'
import { eventually } from '../../../support/books.ts'
import { service } from '../../../support/service.ts'

describe('a stream behind another request of its connection', () => {
  const streams: Readable[] = []
  const shares = createShares({
    pool_size: 2,
    expensive_of_key: 2,
    requireRoom() {},
    rest: () => 0,
    isQuiet: () => true,
    rightOfWay: createRightOfWay(),
  })
  let authenticator: Authenticator
  let server: Server
  let mayRead = Promise.resolve()

  before(async () => {
    authenticator = createAuthenticator(service().web.pool, limitFailures(0))
    const endpoint = { query: { type: 'object', properties: {} }, cost: 'expensive', in_pieces: true, read }
    const deps = { authenticator, shares, presence: watchPresence(), checkRateLimit: () => ({}) } as unknown as ApiDeps
    const router = new Router().get('/', handleRead(deps, endpoint as unknown as ReadRoute))
    const koa = new Koa().use(router.routes())
    koa.silent = true
    server = createHttpServer(koa.callback(), service().web.config, service().web.log)
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  after(async () => {
    server.close()
    await authenticator.close()
  })

  let reads = 0
  async function read(): Promise<Readable> {
    reads += 1
    await mayRead
    const stream = new Readable({
      read() {
        this.push(Buffer.alloc(100_000))
      },
    })
    streams.push(stream)
    return stream
  }

  function sendTwo() {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service().key}\r\n\r\n`.repeat(2))
    return socket
  }

  it('does not begin while that one is under way, which leaves its place when its client hangs up', async () => {
    const socket = sendTwo().pause()
    await eventually(async () => streams.length === 1)
    await sleep(50)
    expect([reads, streams[0]?.destroyed, shares.counts().expensive]).to.deep.equal([1, false, 1])
    socket.destroy()
    await eventually(async () => streams[0]?.destroyed === true)
    await sleep(50)
    expect([reads, shares.counts().expensive]).to.deep.equal([1, 0])
  })

  it('does not begin when its client had hung up before the other one had a stream, which is closed then', async () => {
    const gate = Promise.withResolvers<void>()
    mayRead = gate.promise
    const socket = sendTwo()
    await eventually(async () => reads === 2)
    socket.destroy()
    await eventually(async () => shares.counts().expensive === 0)
    gate.resolve()
    await eventually(async () => streams[1]?.destroyed === true)
    await sleep(50)
    expect(reads).to.equal(2)
  })
})
