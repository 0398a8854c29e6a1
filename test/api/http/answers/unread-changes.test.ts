import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { eventually } from '../../../support/books.ts'
import { get, put } from '../../../support/client.ts'
import { type LimitedService, startLimited } from '../../../support/limited-service.ts'
import { ACCOUNTS, chart, newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'

/** The operating system takes some megabytes of the answers on each connection. */
const REQUESTS = 60
const CONNECTIONS = 12
const PATIENCE_S = 90
/** Few enough for a short body, and so many that the answer counts. */
const RATES = 400

describe('answers to changes that nobody reads', function () {
  this.timeout(900_000)
  let running: LimitedService
  let keys: string[]
  let large: { text: string; idempotencyKey: string; answer: string }
  const sockets: Socket[] = []

  before(async () => {
    keys = await Promise.all([1, 2].map((n) => issueKey(service().home, { client_name: `changer ${n}` })))
    const body = chart(await newEndCustomer(), '2020-01-02', [...ACCOUNTS, ...moreAccounts(1_000)])
    large = { text: JSON.stringify(body), idempotencyKey: randomUUID(), answer: '' }
    const [key] = keys
    const { status, text } = await put('/v1/accounts', large.text, {
      key: there(key),
      idempotencyKey: large.idempotencyKey,
    })
    expect([status, text.length > 100_000]).to.deep.equal([202, true])
    large.answer = text
    // Of a key that does not read one of them, nothing else has room.
    running = await startLimited({ answers_memory_bytes: text.length + 10_000, upload_window_seconds: 600 })
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await eventually(async () => (await bytes()) === 0)
  })
  after(() => running.stop())

  const bytes = () => running.figure('hauptbuch_answers_bytes')
  const send = (body: unknown, idempotencyKey: string, key = there(keys[0])) =>
    put('/v1/accounts', body, { base_url: running.base_url, key, idempotencyKey })
  const again = () => send(large.text, large.idempotencyKey)
  const askAndNeverRead = () => {
    const { text, idempotencyKey } = large
    const lines = [
      'PUT /v1/accounts HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${keys[0]}`,
      'Content-Type: application/json',
      `Idempotency-Key: ${idempotencyKey}`,
      `Content-Length: ${Buffer.byteLength(text)}`,
    ]
    const socket = connect(running.port, '127.0.0.1').on('error', () => {})
    socket.pause().write(`${lines.join('\r\n')}\r\n\r\n${text}`.repeat(REQUESTS))
    sockets.push(socket)
  }

  it('take no more than one of their key when they are sent again, and others go on', async () => {
    for (let count = 0; count < CONNECTIONS; count += 1) askAndNeverRead()
    let most = 0
    await eventually(async () => {
      most = Math.max(most, await bytes())
      return (await again()).status === 429
    }, PATIENCE_S)
    expect(most).to.be.lessThanOrEqual(large.answer.length)
    const path = `/v1/accounts?end_customer_id=${await newEndCustomer()}` as const
    expect((await get(path, { base_url: running.base_url, key: there(keys[1]) })).status).to.equal(200)
    for (const socket of sockets.splice(0)) socket.destroy()
    await eventually(async () => (await again()).text === large.answer)
  })

  it('leave what was asked for done: 503, and the request gets its answer once there is room', async () => {
    const customer = await newEndCustomer()
    const rates = Array.from({ length: RATES }, (_, index) => ({
      currency: 'EUR',
      rate_date: new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10),
      rate: '0.95',
    }))
    // A change that is short, and so is made whatever room there is.
    const body = { end_customer_id: customer, rates }
    expect(JSON.stringify(body).length).to.be.lessThan(32_768)
    const setRates = (idempotencyKey: string) =>
      put('/v1/exchange-rates', body, { base_url: running.base_url, key: there(keys[0]), idempotencyKey })
    for (let count = 0; count < CONNECTIONS; count += 1) askAndNeverRead()
    await eventually(async () => (await again()).status === 429, PATIENCE_S)
    const idempotencyKey = randomUUID()
    for (const [status, code] of [
      [503, 'service_unavailable'],
      [429, 'rate_limited'],
    ] as const) {
      const refused = await setRates(idempotencyKey)
      const { error } = refused.body as unknown as { error: { code: string; message: string } }
      expect([refused.status, error.code], error.message).to.deep.equal([status, code])
      expect(error.message).to.include('was carried out').and.not.include('Nothing was stored')
      expect(Number(refused.headers.get('Retry-After'))).to.be.greaterThan(0)
      expect(refused.headers.get('Idempotent-Replayed')).to.equal(null)
    }
    for (const socket of sockets.splice(0)) socket.destroy()
    await eventually(async () => (await bytes()) === 0)
    const answered = await setRates(idempotencyKey)
    expect([answered.status, answered.headers.get('Idempotent-Replayed')]).to.deep.equal([202, 'true'])
    expect(answered.text.length).to.be.greaterThan(16_384)
    const { data } = (await get(`/v1/exchange-rates?end_customer_id=${customer}&limit=500`)).body
    expect(data).to.have.length(RATES)
  })
})

function moreAccounts(length: number): object[] {
  return Array.from({ length }, (_, index) => ({ ...ACCOUNTS[0], account_code: String(10_000 + index) }))
}
