import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { pino } from 'pino'
import { type App, buildApp } from '../../../../api/app.ts'
import { createHttpServer } from '../../../../shared/http/http-server.ts'
import { SECURITY_HEADERS } from '../../../../shared/http/security-headers.ts'
import { readConfig } from '../../../../shared/process/config.ts'
import { EXPENSES, expense } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'

const LIMITS = { ...readConfig({}), headers_timeout_ms: 300, request_timeout_ms: 1_500 }

describe('slow and long-winded clients', () => {
  let app: App
  let server: Server
  const log: string[] = []
  const logger = pino({ level: 'info' }, { write: (line) => log.push(line) })

  before(async () => {
    app = buildApp({ ...service().web, log: logger })
    server = await listening(app.koa.callback(), logger)
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await app.close()
  })

  it('408: headers that do not end, whether nothing more comes or a little now and then', async () => {
    for (const isTrickling of [false, true]) {
      const socket = open(server)
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')
      const timer = setInterval(() => isTrickling && socket.writable && socket.write('X-More: 1\r\n'), 50)
      const { text, ms } = await answerOf(socket)
      clearInterval(timer)
      expectEnvelope(text, 408, 'request_timeout')
      expect(ms).to.be.lessThan(LIMITS.request_timeout_ms)
    }
  })

  it('408: a body that does not end; the log does not say that we failed', async () => {
    const socket = open(server)
    socket.write(`${head(1_000)}{"end_customer_id":`)
    const { text, ms } = await answerOf(socket)
    expectEnvelope(text, 408, 'request_timeout')
    expect(ms).to.be.greaterThan(LIMITS.request_timeout_ms - 50)
    const lines = log.map((line) => JSON.parse(line))
    expect(lines.filter(({ level }) => level >= 40)).to.deep.equal([])
    expect(lines.findLast(({ msg }) => msg === 'request')).to.include({ status: 400 })
  })

  it('202: a body that takes its time, longer than headers may', async () => {
    const socket = open(server)
    const body = Buffer.from(JSON.stringify(expense(randomUUID())))
    const [first, second] = [body.subarray(0, 100), body.subarray(100)]
    socket.write(head(body.length))
    socket.write(first)
    await sleep(700)
    socket.write(second)
    const { text } = await answerOf(socket)
    expect(text).to.match(/^HTTP\/1\.1 202 /)
  })

  it('the time that we take to answer does not count', async () => {
    const patient = await listening((_, response) => void setTimeout(() => response.end('late'), 2_500))
    const socket = open(patient)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const { text } = await answerOf(socket)
    expect(text).to.match(/^HTTP\/1\.1 200 [\s\S]*late/)
    patient.close()
  })

  it('an unknown expectation is left aside', async () => {
    const socket = open(server)
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: something\r\nConnection: close\r\n\r\n')
    const { text } = await answerOf(socket)
    expect(text).to.match(/^HTTP\/1\.1 200 /)
  })

  it('what never becomes a request is refused in the same envelope and with the same headers as everything else', async () => {
    const cases: [bytes: string, status: number, code: string][] = [
      ['this is no HTTP\r\n\r\n', 400, 'invalid_request'],
      ['GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400, 'invalid_request'],
      [`GET / HTTP/1.1\r\nX-Large: ${'x'.repeat(LIMITS.max_header_bytes)}\r\n\r\n`, 431, 'head_too_large'],
      ['GET / HTTP/1.1\r\nHost:', 408, 'request_timeout'],
    ]
    for (const [bytes, status, code] of cases) {
      const socket = open(server)
      socket.write(bytes)
      const { text } = await answerOf(socket)
      const [first, ...rest] = text.split('\r\n')
      expect(first).to.match(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`))
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(rest).to.include(`${name}: ${value}`)
      const { error } = JSON.parse(rest.at(-1) ?? '')
      expect(error.code).to.equal(code)
      expect(rest).to.include(`X-Request-Id: ${error.request_id}`)
      const logged = log.map((line) => JSON.parse(line)).find(({ request_id }) => request_id === error.request_id)
      expect(logged).to.include({ msg: 'a connection was refused', status })
    }
  })

  it('the refusal of HEAD has no content', async () => {
    const socket = open(server)
    socket.write(`HEAD / HTTP/1.1\r\nX-Large: ${'x'.repeat(LIMITS.max_header_bytes)}\r\n\r\n`)
    const { text } = await answerOf(socket)
    expect(text).to.match(/^HTTP\/1\.1 431 [\s\S]*\r\n\r\n$/)
  })

  it('nothing is said behind an answer that has begun', async () => {
    const begun = await listening((_, response) => void response.write('first part'))
    const socket = open(begun)
    let text = ''
    socket.on('data', (chunk) => {
      if (text === '') socket.write('this is no chunk\r\n\r\n')
      text += chunk
    })
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
    await once(socket, 'close')
    expect(text.match(/HTTP\/1\.1/g)).to.have.length(1)
    expect(text).to.not.include('invalid_request')
    begun.close()
  })

  it('a connection is kept for longer than a router keeps it', async () => {
    const socket = open(server)
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    const [chunk] = await once(socket, 'data')
    expect(String(chunk)).to.include('Keep-Alive: timeout=95')
    socket.destroy()
  })
})

async function listening(listener: RequestListener, log = service().web.log): Promise<Server> {
  const server = createHttpServer(listener, LIMITS, log).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function open(server: Server): Socket {
  return connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
}

/** Everything that comes until the server hangs up. */
async function answerOf(socket: Socket): Promise<{ text: string; ms: number }> {
  const started = performance.now()
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  await once(socket, 'close')
  return { text, ms: performance.now() - started }
}

/** Also what no middleware sees is answered like everything else. */
function expectEnvelope(text: string, status: number, code: string): void {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const { error } = JSON.parse(body)
  const [, request_id] = /^X-Request-Id: (.+)$/im.exec(head) ?? []
  expect([head.split(' ')[1], error.code, error.request_id]).to.deep.equal([String(status), code, request_id])
}

function head(length: number): string {
  const lines = [
    `POST ${EXPENSES} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Authorization: Bearer ${service().key}`,
    'Content-Type: application/json',
    `Idempotency-Key: ${randomUUID()}`,
    `Content-Length: ${length}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}
