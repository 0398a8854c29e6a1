import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { collectBytes } from '../../../../api/http/body/collect-bytes.ts'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { eventually } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { type LimitedService, startLimited } from '../../../support/limited-service.ts'
import { EXPENSES, expense } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'

const LIMITS = { bodies_memory_bytes: 400_000, body_limit_bytes: 150_000, upload_bytes_per_second: 1_000 }
const LARGE = 100_000
const BATCH = '/v1/source-facts/batch'

describe('JSON bodies that are under way', () => {
  let running: LimitedService
  let keys: string[]
  const sockets: Socket[] = []

  before(async () => {
    running = await startLimited({ ...LIMITS, upload_window_seconds: 600 })
    keys = await Promise.all([1, 2, 3].map((count) => issueKey(service().home, { client_name: `sender ${count}` })))
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await eventually(async () => (await bytes()) === 0)
  })
  after(() => running.stop())

  const bytes = () => running.figure('hauptbuch_bodies_bytes')
  const stall = async (key: string, size: number, path = EXPENSES, on = running) => {
    const socket = connect(on.port, '127.0.0.1').setEncoding('latin1')
    socket.on('error', () => {})
    await new Promise((resolve) => socket.write(headOf(key, path) + 'x'.repeat(size), resolve))
    sockets.push(socket)
    return socket
  }
  const stallAndWait = async (key: string, size: number, path = EXPENSES) => {
    const before = await bytes()
    const socket = await stall(key, size, path)
    await eventually(async () => (await bytes()) >= before + size)
    return socket
  }
  const send = (key: string, body: object = expense(randomUUID())) =>
    post(EXPENSES, body, { base_url: running.base_url, key })
  const large = () => expense(randomUUID(), { payload: { document_number: 'x'.repeat(LARGE) } })

  for (const path of [EXPENSES, BATCH])
    it(`429 beyond the memory of one key; other keys go on, and it may again when its own have ended: ${path}`, async () => {
      const [mine = '', other = ''] = keys
      const first = await stallAndWait(mine, LARGE, path)
      const refused = await send(mine, large())
      expect([refused.status, refused.body.error.code]).to.deep.equal([429, 'rate_limited'])
      expect(Number(refused.headers.get('Retry-After'))).to.be.greaterThan(0)
      expect((await send(other)).status).to.equal(202)
      expect((await send(mine)).status).to.equal(202)
      first.destroy()
      await eventually(async () => (await send(mine, large())).status === 422)
    })

  it('503 for a large body beyond the memory of all, and small ones still come in', async () => {
    const [a = '', b = '', c = ''] = keys
    await stallAndWait(a, LARGE + 40_000)
    await stallAndWait(b, 70_000)
    const refused = await send(c, large())
    expect([refused.status, refused.body.error.code]).to.deep.equal([503, 'service_unavailable'])
    expect(Number(refused.headers.get('Retry-After'))).to.be.greaterThan(0)
    expect((await send(c)).status).to.equal(202)
    expect((await fetch(`${running.base_url}/healthz`)).status).to.equal(200)
  })

  it('of two keys with all that they may have leave room for a third one', async () => {
    const [a = '', b = '', c = ''] = keys
    const wide = await startLimited({ ...LIMITS, bodies_memory_bytes: 1_600_000, upload_window_seconds: 600 })
    try {
      for (const key of [a, b]) {
        const ends = []
        for (let count = 0; count < 8; count += 1) ends.push(once(await stall(key, LARGE, EXPENSES, wide), 'data'))
        // The first one that is refused is answered.
        expect(String(await Promise.race(ends))).to.match(/^HTTP\/1\.1 429 /)
      }
      const to = { base_url: wide.base_url, key: c }
      expect((await post(EXPENSES, large(), to)).status).to.equal(422)
      expect((await post(EXPENSES, expense(randomUUID()), to)).status).to.equal(202)
    } finally {
      await wide.stop()
    }
  })

  it('every end gives its memory back: done, wrong, too large, walked away', async () => {
    const [key = ''] = keys
    for (let round = 0; round < 3; round += 1) {
      expect((await send(key)).status).to.equal(202)
      expect((await send(key, large())).status).to.equal(422)
      expect((await send(key, { a: 'x'.repeat(LIMITS.body_limit_bytes) })).status).to.equal(413)
      const walker = await stallAndWait(key, LARGE)
      walker.destroy()
      await eventually(async () => (await bytes()) === 0)
    }
  })

  it('408 for one that stalls, which ends its connection and gives its memory back', async function () {
    this.timeout(180_000)
    const strict = await startLimited({ ...LIMITS, upload_window_seconds: 1 })
    try {
      const socket = await stall(keys[0] as string, 500, EXPENSES, strict)
      let answer = ''
      socket.on('data', (text) => {
        answer += text
      })
      await once(socket, 'close', { signal: AbortSignal.timeout(60_000) })
      expect(answer).to.match(/^HTTP\/1\.1 408 /)
      expect(answer)
        .to.include('request_timeout')
        .and.match(/\r\nConnection: close\r\n/i)
      await eventually(async () => (await strict.figure('hauptbuch_bodies_bytes')) === 0)
    } finally {
      await strict.stop()
    }
  })

  it('are given back at once, and not when the garbage is collected', () => {
    const { arrayBuffers: before } = process.memoryUsage()
    for (const isRead of [true, false]) {
      const collected = collectBytes()
      for (let count = 0; count < 100; count += 1) collected.add(Buffer.alloc(100_000))
      if (isRead) expect(collected.all().length).to.equal(10_000_000)
      expect(process.memoryUsage().arrayBuffers - before).to.be.within(9_000_000, 12_000_000)
      collected.free()
      expect(process.memoryUsage().arrayBuffers - before).to.be.lessThan(1_000_000)
    }
  })

  it('pieces of one byte take as much memory as one piece, and bring the same bytes as large ones', () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, byte) => byte % 251))
    for (const sizes of [[1], [70_000], [5_000, 1, 3, 4_096, 4_095], [4_095]]) {
      const { arrayBuffers: before } = process.memoryUsage()
      const collected = collectBytes()
      for (let from = 0, index = 0; from < bytes.length; index += 1) {
        const to = from + (sizes[index % sizes.length] as number)
        collected.add(Uint8Array.prototype.slice.call(bytes, from, to) as Buffer)
        from = to
      }
      expect(collected.size()).to.equal(bytes.length)
      expect(process.memoryUsage().arrayBuffers - before).to.be.lessThan(10_000_000)
      expect(collected.all().equals(bytes)).to.equal(true)
      collected.free()
    }
  })
})

function headOf(key: string, path: string): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Idempotency-Key: ${randomUUID()}`,
    'Content-Length: 149000',
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}
