import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { sourceFactBatch } from '../../../shared/contract/facts/source-fact-batches.ts'
import type { FromSchema } from '../../../shared/contract/schema.ts'
import { findings, quietly } from '../../support/books.ts'
import type { Answer } from '../../support/client.ts'
import { get, post } from '../../support/client.ts'
import { EXPENSES, expense, invoice, newEndCustomer, voucher } from '../../support/requests/examples.ts'

const BATCH = '/v1/source-facts/batch'

describe('POST /v1/source-facts/batch', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newEndCustomer()
  })
  const outcomes = ({ body }: Answer<FromSchema<typeof sourceFactBatch>>) =>
    body.data.map(({ outcome, details }) => [outcome, ...details.map(({ pointer, code }) => `${pointer} ${code}`)])

  it('facts of any type, each with its outcome; one bad item does not spoil the others', async () => {
    const sent = expense(customer)
    await post(EXPENSES, sent)
    const unsafe = JSON.parse('{"__proto__": 1}')
    const items = [
      sent,
      { ...sent, business_date: '2026-03-16' },
      invoice(customer),
      voucher(customer, { payload: { lines: [] } }),
      { ...expense(customer), state: 'posted', source_system: 7 },
      { fact_type: 'bank_statement' },
      // An object that has no text.
      { fact_type: { toString: 1 } },
      {},
      voucher(customer),
    ]
    const body = JSON.stringify({ items }).replace('"state":"posted"', '"__proto__":{"a":1},"state":"posted"')
    expect(unsafe).to.be.an('object')
    const answer = await post(BATCH, body, { wait: 10 })
    expect(answer.status, answer.text).to.equal(202)
    expect(outcomes(answer)).to.deep.equal([
      ['replayed'],
      ['conflict', '/idempotency_key idempotency_key_conflict'],
      ['created'],
      ['rejected', '/payload/lines length'],
      ['rejected', '/__proto__ unsafe_field', '/state unsafe_field', '/source_system type'],
      ['rejected', '/fact_type not_allowed'],
      ['rejected', '/fact_type not_allowed'],
      ['rejected', '/fact_type required'],
      ['created'],
    ])
    expect(answer.body.counts).to.deep.equal({ created: 2, replayed: 1, conflict: 1, rejected: 5 })
    expect([2, 8].map((index) => answer.body.data[index]?.source_fact?.state)).to.deep.equal(['posted', 'posted'])
    await quietly(customer)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('idempotent as a whole and item by item: the same key replays, another batch under it conflicts', async () => {
    const items = [expense(customer), expense(customer)]
    const idempotencyKey = randomUUID()
    const first = await post(BATCH, { items }, { idempotencyKey })
    const again = await post(BATCH, { items }, { idempotencyKey })
    expect([again.headers.get('Idempotent-Replayed'), again.text]).to.deep.equal(['true', first.text])
    expect((await post(BATCH, { items: items.slice(1) }, { idempotencyKey })).status).to.equal(409)
    expect(outcomes(await post(BATCH, { items: [...items, items[0], expense(customer)] }))).to.deep.equal([
      ['replayed'],
      ['replayed'],
      ['replayed'],
      ['created'],
    ])
    const alone = await post(EXPENSES, items[0])
    expect(alone.body.id).to.equal(first.body.data[0]?.source_fact?.id)
    await quietly(customer)
    expect((await get(`/v1/source-facts?end_customer_id=${customer}`)).body.data).to.have.length(3)
  })

  it('the same fact twice in one batch is one fact', async () => {
    const one = expense(customer)
    expect(outcomes(await post(BATCH, { items: [one, one] }))).to.have.deep.members([['created'], ['replayed']])
  })

  it('500 at once are booked; more, none and no list are refused', async function () {
    this.timeout(180_000)
    const { body } = await post(BATCH, { items: Array.from({ length: 500 }, () => expense(customer)) }, { wait: 20 })
    expect([body.counts.created, body.data.every(({ source_fact }) => source_fact?.state === 'posted')]).to.deep.equal([
      500,
      true,
    ])
    for (const items of [[], Array.from({ length: 501 }, () => ({})), {}])
      expect((await post(BATCH, { items })).status).to.equal(422)
    expect(await findings(customer)).to.deep.equal([])
  })
})
