import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../../shared/process/clock.ts'
import { issueKey } from '../../../../../shared/store/platform/issue-key.ts'
import { bankEntry } from '../../../../camt053/messages.ts'
import { eventually } from '../../../../support/books.ts'
import { get, itemsOf, post } from '../../../../support/client.ts'
import { bookExpense } from '../../../../support/requests/book-expense.ts'
import { chf, credit, debit, newEndCustomer, VOUCHERS, voucher } from '../../../../support/requests/examples.ts'
import { service } from '../../../../support/service.ts'
import { there } from '../../../../support/there.ts'
import { booksToSettle } from '../../../settlement/books-to-settle.ts'
import { linksOf, newPass, openPage } from '../browser.ts'

/** How many of each are to do, beside others that are not. */
const TO_DO = { blocked_facts: 2, unbooked_bank_entries: 2, overdue_receivables: 3, overdue_payables: 1 } as const
const LISTS = {
  blocked_facts: ['source-facts', { state: 'blocked' }],
  unbooked_bank_entries: ['camt-053/entries', { booking_state: 'to_book' }],
  overdue_receivables: ['documents', { due_before: todayInSwitzerland() }],
  overdue_payables: ['supplier-payables', { due_before: todayInSwitzerland() }],
} as const
const COUNTS = Object.keys(TO_DO) as (keyof typeof TO_DO)[]

describe('what is to be done for an end customer, on the pages', () => {
  const { customer, invoiced, owed, paid, settle } = booksToSettle()

  /** By a key that sees no other one: there are hundreds. */
  const listed = async (end_customer_id: string) => {
    const only = { client_name: 'reader', scopes: ['read'] as ['read'], end_customer_ids: [end_customer_id] }
    const key = await issueKey(service().home, only)
    return async () => (await get('/v1/end-customers', { key })).body.data[0]
  }
  const addressOf = (count: keyof typeof TO_DO) => {
    const [path, asked] = LISTS[count]
    return `/v1/${path}?${new URLSearchParams({ end_customer_id: customer(), ...asked })}`
  }
  const bookEachKind = async () => {
    for (let n = 0; n < TO_DO.blocked_facts; n += 1)
      // Before the chart begins.
      await bookExpense(customer(), { business_date: '2010-01-04', payload: { document_date: '2010-01-04' } })
    for (const due_date of ['2026-04-13', '2026-05-01', undefined]) await invoiced(10_000, { due_date })
    for (const due_date of ['2099-01-01', todayInSwitzerland()]) await invoiced(20_000, { due_date })
    // A credit note claims nothing.
    await invoiced(-3_000)
    await owed(10_810)
    const { id } = await owed(5_000)
    expect((await settle(id, 5_000, { account_code: '1020' })).status).to.equal(201)
    await paid(...['11.00', '22.00', '33.00', '44.00'].map((amount) => bankEntry({ amount })))
    const entries = await itemsOf('camt-053/entries', customer())
    const byAmount = (amount: number) => there(entries.find((one) => one.amount.amount_minor === amount)).id
    for (const [of, amount] of [
      [2_200, 1_000],
      [3_300, 3_300],
    ] as const) {
      const bank_entries = [{ entry_id: byAmount(of), amount: chf(amount) }]
      const lines = [debit('1020', amount), credit('6950', amount)]
      const { body } = await post(VOUCHERS, voucher(customer(), { payload: { lines, bank_entries } }), { wait: 10 })
      expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    }
    await post(`/v1/camt-053/entries/${byAmount(4_400)}/dismiss`, { end_customer_id: customer(), reason: 'x' })
  }

  it('leads from each count to a list of just as many rows, and to the VAT return and the year', async () => {
    await bookEachKind()
    const readListed = await listed(customer())
    await eventually(async () => {
      const one = await readListed()
      return one !== undefined && COUNTS.every((count) => one[count] === TO_DO[count])
    })
    const pass = await newPass([customer()])
    const one = there(await readListed())
    const [period, year] = [there(one.next_vat_period), there(one.open_fiscal_year_id)]
    const years = await itemsOf('fiscal-years', customer())
    expect(year).to.equal(years.find(({ state }) => state === 'open')?.fiscal_year_id)
    expect(period).to.equal('2026-Q1')
    const ofOne = [`vat-returns/${period}`, `fiscal-years/${year}`].map(
      (path) => `/v1/${path}?end_customer_id=${customer()}`,
    )
    for (const path of ['/v1/end-customers', `/v1/end-customers/${customer()}`]) {
      const page = await openPage(path, pass)
      const links = linksOf(page).map((href) => href.slice(page.url.origin.length))
      for (const count of COUNTS) {
        expect(links, path).to.include(addressOf(count))
        const number = new RegExp(`<a class="figure" href="[^"]+">${TO_DO[count]}</a>`)
        expect(page.html, `${path} ${count}`).to.match(number)
      }
      for (const address of ofOne) expect(links, path).to.include(address)
    }
    for (const count of COUNTS) {
      const { status, html } = await openPage(addressOf(count), pass)
      const [, rows = ''] = /<tbody>(.*?)<\/tbody>/s.exec(html) ?? []
      expect([status, rows.match(/<tr>/g)?.length], count).to.deep.equal([200, TO_DO[count]])
      const { body } = await get(`${addressOf(count)}` as '/v1/documents')
      expect(body.data, count).to.have.length(TO_DO[count])
    }
    for (const address of ofOne) expect((await openPage(address, pass)).status, address).to.equal(200)
  })

  it('leads nowhere where nothing is to be done', async () => {
    const idle = await newEndCustomer()
    const readListed = await listed(idle)
    await eventually(async () => (await readListed()) !== undefined)
    const page = await openPage('/v1/end-customers', await newPass([idle]))
    const to = linksOf(page).map((href) => new URL(href).pathname)
    for (const count of COUNTS) expect(to).to.not.include(`/v1/${LISTS[count][0]}`)
  })
})
