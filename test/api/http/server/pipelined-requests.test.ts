import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { createHttpServer } from '../../../../shared/http/http-server.ts'
import { eventually } from '../../../support/books.ts'

const LIMITS = {
  headers_timeout_ms: 60_000,
  request_timeout_ms: 60_000,
  keep_alive_timeout_ms: 60_000,
  max_header_bytes: 16_384,
}
const HUNDRED = Array.from({ length: 100 }, (_, number) => number)
/** More than the buffers of a connection take. */
const LARGE = Buffer.alloc(20_000_000)

describe('pipelined requests', () => {
  let server: Server
  let begun: string[]
  let answer: (path: string) => Buffer | string | Promise<string>
  const sockets: Socket[] = []
  const listener: RequestListener = async ({ url = '' }, response) => {
    begun.push(url)
    response.end(await answer(url))
  }
  const send = (last = '') => {
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    socket.write(HUNDRED.map((number) => `GET /${number} HTTP/1.1\r\nHost: hauptbuch\r\n\r\n`).join('') + last)
    return socket
  }

  before(async () => {
    server = createHttpServer(listener, LIMITS, { info() {} })
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  beforeEach(() => {
    begun = []
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })
  after(() => server.close())

  it('are all answered, in their order, however long each takes', async () => {
    answer = async (path) => {
      await sleep(path.length === 2 ? 5 : 0)
      return `<${path}>`
    }
    const answers = await text(send('GET /last HTTP/1.1\r\nHost: hauptbuch\r\nConnection: close\r\n\r\n'))
    const paths = [...HUNDRED.map((number) => `/${number}`), '/last']
    expect(answers.match(/<[^>]*>/g)).to.deep.equal(paths.map((path) => `<${path}>`))
    expect(begun).to.deep.equal(paths)
  })

  const head = (method: string, more = '') => `${method} /of-${method} HTTP/1.1\r\nHost: hauptbuch\r\n${more}\r\n`
  const ENDS: Readonly<Record<string, readonly [last: string, status: number]>> = {
    'bytes that are no request': ['NO REQUEST\r\n\r\n', 400],
    'a head that is too large': [head('GET', `X-Long: ${'x'.repeat(20_000)}\r\n`), 431],
    'a body whose chunks are none': [`${head('POST', 'Transfer-Encoding: chunked\r\n')}no chunk\r\n`, 400],
    CONNECT: ['CONNECT hauptbuch:1 HTTP/1.1\r\nHost: hauptbuch\r\n\r\n', 501],
  }
  for (const [name, [last, status]] of Object.entries(ENDS))
    it(`are answered in their order, and then the refusal: before ${name}`, async () => {
      answer = async (path) => {
        await sleep(path.length === 2 ? 5 : 0)
        return `<${path}>`
      }
      const answers = await text(send(last))
      expect(answers.match(/<[^>]*>/g)).to.deep.equal(HUNDRED.map((number) => `</${number}>`))
      const refusal = answers.slice(answers.lastIndexOf('HTTP/1.1 '))
      expect(refusal)
        .to.match(new RegExp(`^HTTP/1.1 ${status} `))
        .and.include('"request_id"')
      expect(answers.match(/HTTP\/1.1 /g)).to.have.length(101)
    })

  it('wait for a sender who does not read the answer before them, and end with the connection', async () => {
    answer = () => LARGE
    const socket = send().pause()
    await eventually(async () => begun.length > 0)
    await sleep(100)
    expect(begun).to.deep.equal(['/0'])
    socket.destroy()
    await sleep(100)
    expect(begun).to.deep.equal(['/0'])
  })

  const THREE_HUNDRED = Array.from({ length: 300 }, (_, number) => `GET /${number} HTTP/1.1\r\nHost: hauptbuch\r\n\r\n`)

  it('are answered up to a hundred behind the first one, and the last answer closes the connection', async () => {
    answer = async (path) => {
      await sleep(path.length === 2 ? 5 : 0)
      return `<${path}>`
    }
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.write(THREE_HUNDRED.join(''))
    // It goes on sending meanwhile, and gets what has been answered all the same.
    const more = setInterval(() => socket.writable && socket.write(THREE_HUNDRED.join('')), 2)
    const answers = await text(socket)
    clearInterval(more)
    expect(answers.match(/<[^>]*>/g)).to.deep.equal([...HUNDRED, 100].map((number) => `</${number}>`))
    expect(answers.match(/^Connection: close\r$/gm)).to.have.length(1)
    expect(answers.lastIndexOf('Connection: close')).to.be.greaterThan(answers.lastIndexOf('</99>'))
    expect(begun).to.have.length(101)
  })

  it('are not held where a hundred thousand come, and leave nothing behind when the sender goes', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    answer = () => promise
    const socket = send('GET / HTTP/1.1\r\nHost: hauptbuch\r\n\r\n'.repeat(100_000))
    const [accepted] = await once(server, 'connection')
    await eventually(async () => accepted.isPaused())
    await sleep(50)
    expect(begun).to.deep.equal(['/0'])
    expect(accepted.bytesRead).to.be.at.most(300_000)
    socket.destroy()
    resolve('')
    await eventually(async () => accepted.destroyed)
    expect(begun.length).to.be.at.most(101)
  })

  it('have their bodies read when they begin', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    answer = (path) => (path === '/0' ? promise : 'x')
    const body = 'x'.repeat(5_000_000)
    const socket = send(`POST /large HTTP/1.1\r\nHost: hauptbuch\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    const [accepted] = await once(server, 'connection')
    await sleep(100)
    expect(accepted.bytesRead).to.be.at.most(300_000)
    resolve('')
    await eventually(async () => begun.at(-1) === '/large')
    await eventually(async () => accepted.bytesRead > body.length)
    socket.destroy()
  })

  it('do not begin behind an answer that closes the connection', async () => {
    const { port } = server.address() as AddressInfo
    answer = () => sleep(5).then(() => 'x')
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    const close = 'GET /close HTTP/1.1\r\nHost: hauptbuch\r\nConnection: close\r\n\r\n'
    socket.write(`${close}POST /behind HTTP/1.1\r\nHost: hauptbuch\r\nContent-Length: 2\r\n\r\nxx`)
    await text(socket)
    await sleep(20)
    expect(begun).to.deep.equal(['/close'])
  })
})
