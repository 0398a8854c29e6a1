import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { createHttpServer } from '../../../../shared/http/http-server.ts'
import { at } from '../../../support/client.ts'
import { expectWholeRefusal, open, parse } from '../../../support/raw-http.ts'
import { EXPENSES } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'

const SIZE = 30_000_000
const LARGE = Buffer.alloc(SIZE, 'x')

/** Writes everything before it reads, as many clients do. */
const PYTHON = `
import http.client, os, sys
connection = http.client.HTTPConnection('127.0.0.1', int(sys.argv[1]), timeout=60)
connection.request('POST', '${EXPENSES}', b'x' * ${SIZE}, {
  'Authorization': 'Bearer ' + os.environ['API_KEY'], 'Content-Type': 'application/json', 'Idempotency-Key': 'large'})
answer = connection.getresponse()
print(answer.status)
answer.read()
connection.request('GET', '/healthz')
print(connection.getresponse().status)
`

describe('answers to senders that still write', function () {
  this.timeout(180_000)

  const head = (path: string, ...more: string[]) =>
    [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${service().key}`, ...more, '', ''].join('\r\n')
  const json = ['Content-Type: application/json', `Idempotency-Key: ${randomUUID()}`]
  const length = `Content-Length: ${SIZE}`

  /** Everything is written before anything is read. */
  async function writeAll(start: string, body: Uint8Array): Promise<Socket> {
    const socket = open(service().base_url).pause()
    socket.write(start)
    await new Promise((resolve) => socket.write(body, resolve))
    return socket
  }

  async function answerOf(socket: Socket): Promise<string> {
    let text = ''
    for await (const chunk of socket) {
      text += chunk
      if (text.endsWith('}') || text.endsWith('}\r\n0\r\n\r\n')) break
    }
    return text
  }

  /** The connection stays open. */
  async function nextAnswer(socket: Socket): Promise<string> {
    let text = ''
    const collect = (chunk: Buffer) => {
      text += chunk
    }
    socket.on('data', collect).resume()
    while (!text.endsWith('}')) await once(socket, 'data')
    socket.off('data', collect)
    return text
  }

  it('413, and others, reach whoever writes 30 MB first', async () => {
    const cases: [start: string, status: number, code: string][] = [
      [head(EXPENSES, ...json, length), 413, 'payload_too_large'],
      [head(EXPENSES, 'Content-Type: text/plain', ...json.slice(1), length), 415, 'unsupported_media_type'],
      [head(EXPENSES, length), 400, 'missing_idempotency_key'],
      [head(EXPENSES, 'Host: y', length), 400, 'invalid_request'],
      [head('/nothing', length), 404, 'not_found'],
      [head('/healthz', length), 405, 'method_not_allowed'],
      [head(EXPENSES, length).replace('Bearer hb', 'Bearer xx'), 401, 'invalid_auth'],
    ]
    for (const [start, status, code] of cases)
      expectWholeRefusal(parse(await answerOf(await writeAll(start, LARGE))), status, code)
  })

  it('413 reaches whoever writes 30 MB and wants the connection to be closed, which it is behind the rest', async () => {
    const start = head(EXPENSES, ...json, length)
    for (const closing of [
      head(EXPENSES, ...json, 'Connection: close', length),
      start.replace('HTTP/1.1', 'HTTP/1.0'),
    ]) {
      const socket = await writeAll(closing, LARGE)
      expectWholeRefusal(parse(await answerOf(socket)), 413, 'payload_too_large')
      if (!socket.closed) await once(socket, 'close')
    }
  })

  it('413 of a body in chunks whose length nobody says', async () => {
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, 'x'), Buffer.from('\r\n')])
    const body = Buffer.concat([...Array.from({ length: 30 }, () => chunk), Buffer.from('0\r\n\r\n')])
    const socket = await writeAll(head(EXPENSES, ...json, 'Transfer-Encoding: chunked'), body)
    expectWholeRefusal(parse(await answerOf(socket)), 413, 'payload_too_large')
  })

  it('413 reaches each of a hundred who write 2 MB at once, and all of them go on', async () => {
    const body = LARGE.subarray(0, 2_000_000)
    const start = head(EXPENSES, ...json, `Content-Length: ${body.length}`)
    const sockets = await Promise.all(Array.from({ length: 100 }, () => writeAll(start, body)))
    const answers = await Promise.all(sockets.map(nextAnswer))
    for (const answer of answers) expectWholeRefusal(parse(answer), 413, 'payload_too_large')
    for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    for (const answer of await Promise.all(sockets.map(nextAnswer))) expect(answer).to.match(/^HTTP\/1\.1 200 /)
    for (const socket of sockets) socket.destroy()
  })

  it('413 by fetch, every time', async () => {
    const { post } = at(service().base_url, service().key)
    for (let round = 0; round < 20; round += 1)
      expect((await post(EXPENSES, LARGE.toString('latin1'))).status).to.equal(413)
  })

  it('413 by http.client of Python, and the connection goes on', async function () {
    const { port } = new URL(service().base_url)
    const child = spawn('python3', ['-c', PYTHON, port], { env: { ...process.env, API_KEY: service().key } })
    let printed = ''
    child.stdout.on('data', (text) => {
      printed += text
    })
    const [code] = await once(child, 'close').catch(() => this.skip())
    expect([code, printed]).to.deep.equal([0, '413\n200\n'])
  })

  it('a request line or header that is refused, followed by 10 MB', async () => {
    const followed = LARGE.subarray(0, 10_000_000)
    for (const [start, status, code] of [
      ['GET / HTTP/9.9\r\nHost: x\r\n\r\n', 505, 'http_version_not_supported'],
      [`GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}`, 431, 'head_too_large'],
      ['CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 501, 'not_implemented'],
      [`${head(EXPENSES, ...json, 'Transfer-Encoding: chunked')}no chunk`, 400, 'invalid_request'],
      [`${head(EXPENSES, ...json, 'Transfer-Encoding: gzip, chunked')}989680\r\n`, 501, 'not_implemented'],
    ] as const)
      expectWholeRefusal(parse(await answerOf(await writeAll(start, followed))), status, code)
  })

  describe('is no way to hold connections', () => {
    let server: Server
    before(async () => {
      const bounds = { bytes: 5_000_000, ms: 1_000 }
      const { config, log } = service().web
      server = createHttpServer((_, response) => response.writeHead(413).end('no'), config, log, bounds)
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
    })
    after(() => server.close())
    const start = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${10 ** 12}\r\n\r\n`
    const openHere = () => open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

    it('a trickle ends after the time', async () => {
      const socket = openHere()
      socket.resume()
      socket.write(start)
      const timer = setInterval(() => socket.writable && socket.write('x'), 100)
      const started = performance.now()
      await new Promise((resolve) => socket.on('close', resolve))
      clearInterval(timer)
      expect(performance.now() - started).to.be.within(900, 6_000)
    })

    it('a flood ends after the bytes', async () => {
      const socket = openHere()
      socket.resume()
      socket.write(start)
      const closed = new Promise((resolve) => socket.on('close', resolve))
      const piece = LARGE.subarray(0, 65_536)
      for (let index = 0; index < 2_000 && socket.writable; index += 1) {
        socket.write(piece)
        await sleep(1)
      }
      await closed
      expect(socket.bytesWritten).to.be.lessThan(130_000_000)
    })

    it('bytes behind what is no request end after a few seconds', async () => {
      const socket = openHere()
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.allowHalfOpen = true
      socket.write('this is no HTTP\r\n\r\n')
      const timer = setInterval(() => socket.writable && socket.write('x'), 100)
      const started = performance.now()
      await new Promise((resolve) => socket.on('close', resolve))
      clearInterval(timer)
      expect(text.match(/HTTP\/1\.1 400/g)).to.have.length(1)
      expect(performance.now() - started).to.be.within(4_000, 12_000)
    })
  })
})
