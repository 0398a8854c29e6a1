import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { pino } from 'pino'
import { type App, buildApp } from '../../../api/app.ts'
import { at } from '../../support/client.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

describe('the log of requests', () => {
  const log: string[] = []
  let app: App
  let server: Server
  before(async () => {
    app = buildApp({ ...service().web, log: pino({ level: 'trace' }, { write: (line) => log.push(line) }) })
    server = createServer(app.koa.callback())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await app.close()
  })

  it('one line for each request, with nothing in it that is secret or the content of a body', async () => {
    const { key } = service()
    const { post, get } = at(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, key)
    const customer = randomUUID()
    const request = expense(customer)
    const answers = [
      await post(EXPENSES, request, { idempotencyKey: 'key-of-mine' }),
      await post(EXPENSES, { ...request, payload: { supplier: { name: 'Papeterie' }, unknown: 1 } }),
      await get(`/v1/source-facts?end_customer_id=${customer}`),
      await get(`/v1/source-facts?end_customer_id=${customer}`, { key: `${key}x` }),
      await get('/v1/nothing'),
    ]
    const lines = log.map((line) => JSON.parse(line))
    expect(lines.map(({ msg, status }) => [msg, status])).to.deep.equal(
      answers.map(({ status }) => ['request', status]),
    )
    expect(lines.map(({ status }) => status)).to.deep.equal([202, 422, 200, 401, 404])
    const [, secret = ''] = /^hb_[^_]+_(.+)$/.exec(key) ?? []
    expect(secret).to.have.length.greaterThan(20)
    for (const hidden of [secret, 'Bearer', 'Papeterie', 'EXP-', 'key-of-mine', 'S-1'])
      expect(log.filter((line) => line.includes(hidden))).to.deep.equal([])
  })
})
