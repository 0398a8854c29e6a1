import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type App, buildApp } from '../../../api/app.ts'
import { createHttpServer } from '../../../shared/http/http-server.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

describe('a web process that is stopping', () => {
  let app: App
  let server: Server

  beforeEach(async () => {
    app = buildApp(service().web)
    server = createHttpServer(app.koa.callback(), service().web.config, service().web.log).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(async () => {
    server.closeAllConnections()
    await app.close()
  })

  it('answers what was begun and closes that connection, so that nothing more is sent through it', async () => {
    const socket = open(server)
    const body = JSON.stringify(expense(randomUUID()))
    socket.write(`${head(body.length)}${body.slice(0, 50)}`)
    await sleep(100)
    app.retire()
    const closed = once(server, 'close')
    server.close()
    socket.write(body.slice(50))
    const [chunk] = await once(socket, 'data')
    expect(String(chunk)).to.match(/^HTTP\/1\.1 202 [\s\S]*\r\nConnection: close\r\n/)
    await closed
  })

  it('says so on refusals and to /readyz too; before, connections are kept', async () => {
    const socket = open(server)
    expect(await ask(socket, '/readyz')).to.match(/^HTTP\/1\.1 200 [\s\S]*\r\nConnection: keep-alive\r\n/)
    app.retire()
    expect(await ask(socket, '/readyz')).to.match(/^HTTP\/1\.1 503 [\s\S]*\r\nConnection: close\r\n/)
    await once(socket, 'close')
  })
})

function open(server: Server): Socket {
  return connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
}

async function ask(socket: Socket, path: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  const [chunk] = await once(socket, 'data')
  return String(chunk)
}

function head(length: number): string {
  const lines = [
    `POST ${EXPENSES} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${service().key}`,
    'Content-Type: application/json',
    `Idempotency-Key: ${randomUUID()}`,
    `Content-Length: ${length}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}
