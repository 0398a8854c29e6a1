import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { Attention, EndCustomerOrder } from '../../../shared/contract/setup/end-customer-list.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { camt053Message } from '../../camt053/messages.ts'
import { eventually, findings } from '../../support/books.ts'
import { firstOf, get, post, put, upload } from '../../support/client.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { chf, INVOICES, invoice, newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'

type Query = { attention?: Attention; order?: EndCustomerOrder; limit?: number; starting_after?: string }

describe('the list of end customers', () => {
  let key: string
  let withBlocked: string
  let withItems: string
  let withBank: string

  before(async () => {
    withBlocked = await newEndCustomer()
    withItems = await newEndCustomer()
    withBank = await newEndCustomer()
    const end_customer_ids = [withBlocked, withItems, withBank]
    key = await issueKey(service().home, { client_name: 'a fiduciary', end_customer_ids })
    await put(`/v1/end-customers/${withBlocked}`, { name: 'Zimmerei Blockiert AG', vat_method: 'not_registered' })
    await put(`/v1/end-customers/${withItems}`, { name: 'Atelier Offen GmbH', vat_method: 'net_tax_rate' })
    await Promise.all([
      // Before the chart begins.
      bookExpense(withBlocked, { business_date: '2010-01-04', payload: { document_date: '2010-01-04' } }),
      post(INVOICES, invoice(withItems), { wait: 10 }),
      bookExpense(withItems),
      upload(withBank, camt053Message(), { wait: 20 }),
    ])
    await eventually(async () => (await list({ attention: 'unbooked_bank_entries' })).length === 1)
    await eventually(async () => (await list({ attention: 'blocked_facts' })).length === 1)
    await eventually(async () => (await of(withItems)).overdue_payables === 1)
    await eventually(async () => (await of(withItems)).overdue_receivables === 1)
    await eventually(async () => (await of(withItems)).next_vat_period_end !== null)
  })

  it('says what is to be done for each end customer of the key', async () => {
    const today = todayInSwitzerland()
    expect(await of(withItems)).to.deep.equal({
      object: 'listed_end_customer',
      end_customer_id: withItems,
      name: 'Atelier Offen GmbH',
      uid: null,
      base_currency: 'CHF',
      blocked_facts: 0,
      unbooked_bank_entries: 0,
      overdue_receivables: 1,
      next_receivable_due_date: '2026-04-13',
      overdue_payables: 1,
      // Without a day of its own a document is due when it is made.
      next_payable_due_date: '2026-03-14',
      // The half-year of the first entry.
      next_vat_period_end: '2026-06-30',
      next_vat_period: '2026-H1',
      is_vat_return_due: true,
      open_year_end: '2026-12-31',
      open_fiscal_year_id: 'FY2026',
      is_fiscal_year_ended: today > '2026-12-31',
    })
    expect(await of(withBlocked)).to.include({ blocked_facts: 1, next_vat_period_end: null, is_vat_return_due: false })
    expect(await of(withBank)).to.include({ name: null, unbooked_bank_entries: 1, next_receivable_due_date: null })
    expect((await list()).map(({ end_customer_id }) => end_customer_id)).to.deep.equal(
      [withBlocked, withItems, withBank].sort(),
    )
  })

  it('is found by what is to be done, in an order, page by page', async () => {
    expect(await ids({ attention: 'overdue_items' })).to.deep.equal([withItems])
    expect(await ids({ attention: 'vat_return_due' })).to.deep.equal([withItems])
    expect(await ids({ attention: 'any' })).to.have.members([withBlocked, withItems, withBank])
    expect(await ids({ order: 'name' })).to.deep.equal([withItems, withBlocked, withBank])
    expect((await ids({ order: 'blocked_facts' }))[0]).to.equal(withBlocked)
    expect((await ids({ order: 'unbooked_bank_entries' }))[0]).to.equal(withBank)
    for (const order of ['next_due_date', 'next_vat_period_end'] as const)
      expect((await ids({ order }))[0], order).to.equal(withItems)
    for (const order of ['end_customer_id', 'name', 'blocked_facts', 'next_due_date'] as const) {
      const paged: string[] = []
      for (let starting_after: string | undefined; paged.length < 3; starting_after = paged.at(-1))
        paged.push(there((await ids({ order, limit: 1, ...(starting_after && { starting_after }) }))[0]))
      expect(paged, order).to.deep.equal(await ids({ order }))
    }
  })

  it('knows end customers of the key alone, as a place to go on from as well', async () => {
    const other = await newEndCustomer()
    await eventually(async () => (await get(`/v1/end-customers?starting_after=${other}`)).status === 200)
    for (const starting_after of [other, 'x'])
      expect((await get(`/v1/end-customers?starting_after=${starting_after}`, { key })).status).to.equal(400)
    expect((await get('/v1/end-customers?attention=nothing', { key })).status).to.equal(400)
  })

  it('is a CSV file too', async () => {
    const headers = { authorization: `Bearer ${key}`, accept: 'text/csv' }
    const text = await (await fetch(`${service().base_url}/v1/end-customers?order=name&limit=1`, { headers })).text()
    const due = todayInSwitzerland() > '2026-12-31'
    expect(text.split('\r\n')[1]).to.equal(
      `${withItems},Atelier Offen GmbH,,CHF,0,0,1,2026-04-13,1,2026-03-14,2026-06-30,true,2026-12-31,${due}`,
    )
  })

  it('says two seconds after an event what a count of the facts finds', async () => {
    const isExact = async (expected: number) => {
      const { data } = (await get(`/v1/source-facts?end_customer_id=${withBank}&state=blocked`)).body
      expect(data).to.have.length(expected)
      // Three times as long: other tests have the machine as well.
      const until = performance.now() + 3 * 2_000
      while ((await of(withBank)).blocked_facts !== expected && performance.now() < until) await sleep(50)
      expect((await of(withBank)).blocked_facts).to.equal(expected)
    }
    await bookExpense(withBank, { business_date: '2010-01-04', payload: { document_date: '2010-01-04' } })
    await isExact(1)
    const fact = await firstOf('source-facts', withBank)
    await post(`/v1/source-facts/${fact.id}/withdraw`, { end_customer_id: withBank, reason: 'x' })
    await isExact(0)
  })

  it('follows what is done', async () => {
    const fact = await firstOf('source-facts', withBlocked)
    await post(`/v1/source-facts/${fact.id}/withdraw`, { end_customer_id: withBlocked, reason: 'x' })
    const entry = await firstOf('camt-053/entries', withBank)
    await post(`/v1/camt-053/entries/${entry.id}/dismiss`, { end_customer_id: withBank, reason: 'x' })
    const payable = await firstOf('supplier-payables', withItems)
    const settlement = { end_customer_id: withItems, settlement_date: '2026-04-15', account_code: '1020' }
    const paid = await post(`/v1/supplier-payables/${payable.id}/settlements`, {
      ...settlement,
      amount: chf(10_810),
      reviewer_justification: 'x',
    })
    expect(paid.status, paid.text).to.equal(201)
    await eventually(async () => (await list({ attention: 'blocked_facts' })).length === 0)
    await eventually(async () => (await list({ attention: 'unbooked_bank_entries' })).length === 0)
    await eventually(async () => (await of(withItems)).next_payable_due_date === null)
    expect(await of(withItems)).to.include({ overdue_payables: 0, overdue_receivables: 1 })
    for (const customer of [withBlocked, withItems, withBank]) expect(await findings(customer)).to.deep.equal([])
  })

  async function list(query: Query = {}) {
    const answer = await get(`/v1/end-customers?${new URLSearchParams(query as Record<string, string>)}`, { key })
    expect(answer.status, answer.text).to.equal(200)
    return answer.body.data
  }

  const ids = async (query: Query = {}) => (await list(query)).map(({ end_customer_id }) => end_customer_id)

  const of = async (customer: string) =>
    there((await list()).find(({ end_customer_id }) => end_customer_id === customer))
})
