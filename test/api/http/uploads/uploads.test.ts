import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { camt053Message } from '../../../camt053/messages.ts'
import { eventually } from '../../../support/books.ts'
import { upload } from '../../../support/client.ts'
import { type LimitedService, startLimited } from '../../../support/limited-service.ts'
import { service } from '../../../support/service.ts'

const LIMITS = {
  uploads_at_once: 4,
  uploads_per_key: 2,
  uploads_disk_bytes: 600_000,
  import_limit_bytes: 200_000,
  upload_bytes_per_second: 1_000,
}
const GOOD = camt053Message()

describe('uploads that are under way', () => {
  let running: LimitedService
  let keys: string[]
  const sockets: Socket[] = []

  before(async () => {
    running = await startLimited({ ...LIMITS, upload_window_seconds: 600 })
    keys = await Promise.all([1, 2, 3, 4].map((count) => issueKey(service().home, { client_name: `sender ${count}` })))
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await eventually(() => isNothingUnderWay(running))
  })
  after(() => running.stop())

  const stall = (key: string, start = GOOD.slice(0, 200), length = 100_000, on = running) => {
    const socket = connect(on.port, '127.0.0.1').setEncoding('latin1')
    socket.on('error', () => {})
    socket.write(`${headOf(key, length)}${start}`)
    sockets.push(socket)
    return socket
  }
  const send = (key: string, xml = GOOD, options = {}) =>
    upload(randomUUID(), xml, { base_url: running.base_url, key, ...options })

  it('429 beyond those of one key; other keys go on, and it may again when one of its own has ended', async () => {
    const [mine = '', other = ''] = keys
    const [first] = [stall(mine), stall(mine)]
    await eventually(async () => (await counts(running)).receiving === 2)
    const refused = await send(mine)
    expect([refused.status, refused.body.error.code]).to.deep.equal([429, 'rate_limited'])
    expect(Number(refused.headers.get('Retry-After'))).to.be.greaterThan(0)
    expect((await send(other)).status).to.equal(202)
    first.destroy()
    await eventually(async () => (await send(mine)).status === 202)
  })

  it('503 beyond those of the process, and all else is answered', async () => {
    const [a = '', b = '', c = '', d = ''] = keys
    for (const [before, key] of [a, a, b, c].entries()) {
      stall(key)
      await eventually(async () => (await counts(running)).receiving === before + 1)
    }
    // Each has what it leaves to the others, so a second one of the same key is too much.
    expect((await send(b)).status).to.equal(429)
    const refused = await send(d)
    expect([refused.status, refused.body.error.code]).to.deep.equal([503, 'service_unavailable'])
    expect(Number(refused.headers.get('Retry-After'))).to.be.greaterThan(0)
    expect((await fetch(`${running.base_url}/healthz`)).status).to.equal(200)
  })

  it('503 for the file with which all together take too much disk space', async () => {
    const [a = '', b = ''] = keys
    const narrow = await startLimited({ ...LIMITS, uploads_disk_bytes: 300_000, upload_window_seconds: 600 })
    try {
      stall(a, 'x'.repeat(190_000), 200_000, narrow)
      await eventually(async () => (await counts(narrow)).disk_bytes === 190_000)
      const to = { base_url: narrow.base_url }
      expect((await send(b, 'x'.repeat(150_000), to)).status).to.equal(503)
      expect((await send(b, GOOD, to)).status).to.equal(202)
    } finally {
      await narrow.stop()
    }
  })

  it('429 for the file with which those of a key take more than half of the disk space; other keys go on', async () => {
    const [mine = '', other = ''] = keys
    stall(mine, 'x'.repeat(190_000), 200_000)
    await eventually(async () => (await counts(running)).disk_bytes === 190_000)
    const refused = await send(mine, 'x'.repeat(150_000))
    expect([refused.status, refused.body.error.code]).to.deep.equal([429, 'rate_limited'])
    expect(Number(refused.headers.get('Retry-After'))).to.be.greaterThan(0)
    expect((await send(mine)).status).to.equal(202)
    expect((await send(other, 'x'.repeat(190_000))).status).to.equal(422)
  })

  it('every end gives its place back: done, wrong, too long, repeated, walked away', async () => {
    const [key = ''] = keys
    const idempotencyKey = randomUUID()
    for (let round = 0; round < 3; round += 1) {
      expect((await send(key)).status).to.equal(202)
      expect((await send(key, '<a></b>')).status).to.equal(422)
      expect((await send(key, 'x'.repeat(250_000))).status).to.equal(413)
      expect((await send(key, GOOD, { idempotencyKey })).status).to.be.oneOf([202, 409])
      const walker = stall(key)
      await eventually(async () => (await counts(running)).receiving === 1)
      walker.destroy()
      await eventually(() => isNothingUnderWay(running))
    }
    const twice = { idempotencyKey: randomUUID() }
    const end_customer_id = randomUUID()
    const both = { base_url: running.base_url, key, ...twice }
    const answers = await Promise.all([1, 2].map(() => upload(end_customer_id, GOOD, both)))
    expect(answers.map(({ status }) => status)).to.deep.equal([202, 202])
    expect(answers[0]?.text).to.equal(answers[1]?.text)
  })

  it('408 for one that stalls, which ends its connection and gives its place back', async function () {
    this.timeout(180_000)
    const strict = await startLimited({ ...LIMITS, upload_window_seconds: 1 })
    try {
      const socket = stall(keys[0] as string, GOOD.slice(0, 200), 100_000, strict)
      let answer = ''
      socket.on('data', (text) => {
        answer += text
      })
      await once(socket, 'close', { signal: AbortSignal.timeout(60_000) })
      expect(answer).to.match(/^HTTP\/1\.1 408 /)
      expect(answer)
        .to.include('request_timeout')
        .and.match(/\r\nConnection: close\r\n/i)
      await eventually(() => isNothingUnderWay(strict))
    } finally {
      await strict.stop()
    }
  })
})

function headOf(key: string, length: number): string {
  const lines = [
    `POST /v1/camt-053/imports?end_customer_id=${randomUUID()} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/xml',
    `Idempotency-Key: ${randomUUID()}`,
    `Content-Length: ${length}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

async function counts({ figure }: LimitedService) {
  const states = ['receiving', 'waiting', 'reading'] as const
  const [receiving, waiting, reading] = await Promise.all(
    states.map((state) => figure(`hauptbuch_uploads{state="${state}"}`)),
  )
  return { receiving, waiting, reading, disk_bytes: await figure('hauptbuch_uploads_disk_bytes') }
}

async function isNothingUnderWay(running: LimitedService): Promise<boolean> {
  return Object.values(await counts(running)).every((count) => count === 0)
}
