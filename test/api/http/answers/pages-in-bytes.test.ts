import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { sql } from '../../../../shared/store/db/database.ts'
import { listPage, PAGE_BYTES } from '../../../../shared/store/db/pages/list-page.ts'
import { get, post, put } from '../../../support/client.ts'
import {
  ACCOUNTS,
  chart,
  credit,
  debit,
  newEndCustomer,
  VOUCHERS,
  voucher,
} from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'

describe('a page', () => {
  const sized = (...sizes: readonly number[]) => sql.fragment`
    select place, repeat('x', size) as text from unnest(${sql.array(sizes, 'int4')}) with ordinality one (size, place)
    order by place
  `
  const lengths = async (limit: number, ...sizes: readonly number[]) => {
    const { rows, has_more } = await listPage<{ text: string }>(service().web.pool, sized(...sizes), limit, 1_000)
    return [rows.map(({ text }) => text.length), has_more]
  }

  it('ends with the row that brings it beyond its bytes, and has one in any case', async () => {
    expect(await lengths(5)).to.deep.equal([[], false])
    expect(await lengths(5, 1, 2, 3)).to.deep.equal([[1, 2, 3], false])
    expect(await lengths(3, 1, 2, 3, 4)).to.deep.equal([[1, 2, 3], true])
    expect(await lengths(5, 5_000)).to.deep.equal([[5_000], false])
    expect(await lengths(5, 5_000, 1)).to.deep.equal([[5_000], true])
    expect(await lengths(5, 400, 500, 600, 700)).to.deep.equal([[400, 500, 600], true])
    expect(await lengths(5, 400, 500, 600)).to.deep.equal([[400, 500, 600], false])
  })

  it('has nothing beside the columns of its rows', async () => {
    const { rows } = await listPage(service().web.pool, sized(1), 1)
    expect(rows.map((row) => Object.keys(row))).to.deep.equal([['place', 'text']])
  })
})

describe('a page of facts with a thousand blockers each', function () {
  this.timeout(360_000)
  const COUNT = 14

  it('has a megabyte at most, and its pages together have every fact once', async () => {
    const end_customer_id = await newEndCustomer()
    const lines = Array.from({ length: 1_000 }, (_, index) =>
      index % 2 === 0 ? debit(`9${10_000 + index}`, 100) : credit(`9${10_000 + index}`, 100),
    )
    const ids: string[] = []
    for (let count = 0; count < COUNT; count += 1) {
      const fact = voucher(end_customer_id, { payload: { lines } })
      const { status, body } = await post(VOUCHERS, { ...fact, idempotency_key: randomUUID() }, { wait: 30 })
      expect([status, body.state, body.blockers.length]).to.deep.equal([202, 'blocked', 1_000])
      ids.push(body.id)
    }
    const path = `/v1/source-facts?end_customer_id=${end_customer_id}` as const
    const largest = (await get(`${path}&limit=1`)).text.length
    expect(COUNT * largest).to.be.greaterThan(2 * PAGE_BYTES)
    const found: string[] = []
    for (let after = '', pages = 1; ; pages += 1) {
      const { text, body } = await get((path + after) as typeof path)
      expect(text.length).to.be.lessThan(PAGE_BYTES + 1.5 * largest)
      found.push(...body.data.map(({ id }) => id))
      expect(body.has_more).to.equal(found.length < COUNT)
      if (!body.has_more) {
        expect(pages).to.be.greaterThan(2)
        break
      }
      after = `&starting_after=${found.at(-1)}`
    }
    expect(found).to.deep.equal(ids.reverse())
  })
})

describe('the answer to a change', () => {
  const accounts = Array.from({ length: 100 }, (_, index) => String(100 + index).padEnd(20, '0'))
  const activities = Array.from({ length: 20 }, (_, index) => ({
    activity_id: `A${1_000 + index}`,
    rate_bp: 620,
    text: 'x'.repeat(100),
    ...(index === 0 ? { accounts } : {}),
  }))
  const size = (value: unknown) => JSON.stringify(value).length

  it('has the VAT registration that it made, and no history', async () => {
    const end_customer_id = await newEndCustomer()
    const long = accounts.map((account_code) => ({ ...ACCOUNTS[0], account_code }))
    expect((await put('/v1/accounts', chart(end_customer_id, '2020-01-02', [...ACCOUNTS, ...long]))).status).to.equal(
      202,
    )
    const net = { method: 'net_tax_rate', consideration: 'agreed', filing_period: 'half_year', activities }
    let first = 0
    for (const year of [2026, 2027, 2028, 2029]) {
      const body = { end_customer_id, valid_from: `${year}-01-01`, reason: 'x', ...net }
      const { status, text, body: saved } = await put('/v1/vat-registrations', body)
      expect(status, text).to.equal(202)
      expect(saved.registrations.map(({ valid_from }) => valid_from)).to.deep.equal([body.valid_from])
      expect(saved.changes.map(({ valid_from }) => valid_from)).to.deep.equal([body.valid_from])
      first ||= text.length
      expect(text.length)
        .to.be.within(first - 1_000, first + 1_000)
        .and.lessThan(3 * size(body))
    }
  })

  it('has the accounts of a chart, or a usual page of it, however many it had before', async () => {
    const end_customer_id = await newEndCustomer()
    const old = Array.from({ length: 300 }, (_, index) => ({ ...ACCOUNTS[0], account_code: String(20_000 + index) }))
    const all = await put('/v1/accounts', chart(end_customer_id, '2020-01-02', [...ACCOUNTS, ...old]))
    expect([all.body.data.length, all.body.has_more]).to.deep.equal([ACCOUNTS.length + old.length, false])
    const few = await put('/v1/accounts', chart(end_customer_id, '2020-01-03', ACCOUNTS))
    expect([few.body.data.length, few.body.has_more]).to.deep.equal([100, true])
  })
})
