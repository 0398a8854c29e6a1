import { expect } from 'chai'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { findings, quietly } from '../../../support/books.ts'
import { firstOf, get, post, put } from '../../../support/client.ts'
import { chf, credit, debit, EXPENSES, expense, INVOICES, invoice } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { bookedVoucher } from '../../open-items/items-of-customer.ts'
import { fetchAs } from '../books-to-show.ts'
import { book, changeYear, expectClosed, mapTo, renameAccounts, twoYears } from './closed-books.ts'

const DAYS = ['2025-06-30', '2025-12-31']

/** CHF 1'081.00 that a customer owes and CHF 540.50 that a supplier is owed, of March 2025. */
describe('lists of open items of closed years', () => {
  let customer: string
  let sold: { id: string }
  const opened = async (business_date: string, name: string) => {
    const day = { business_date }
    const of = { document_date: business_date, due_date: '2025-04-30', tax_lines: [] }
    const customerOf = { customer: { name, customer_external_reference: 'K-1' } }
    const bill = invoice(customer, { ...day, payload: { ...of, ...customerOf, gross_amount: chf(108_100) } })
    const bought = expense(customer, { ...day, payload: { ...of, gross_amount: chf(54_050) } })
    const facts = [await post(INVOICES, bill, { wait: 10 }), await post(EXPENSES, bought, { wait: 10 })]
    for (const { body } of facts) expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return facts.map(({ body }) => body)
  }
  beforeEach(async () => {
    customer = await twoYears()
    const [first] = await opened('2025-03-15', 'Kundin GmbH')
    sold = first as typeof sold
    await book(customer, '2025-03-20', [debit('1180', 7_000), credit('1020', 7_000)])
    await expectClosed(customer, 'FY2024', 'FY2025')
  })

  const texts = async () => {
    const found: Record<string, string> = {}
    for (const date of DAYS)
      for (const side of ['receivables', 'payables'])
        for (const accept of ['application/json', 'text/csv', 'text/html']) {
          const path = `/v1/statements/open-items?end_customer_id=${customer}&side=${side}&date=${date}`
          const answer = await fetchAs(path, accept)
          expect(answer.status).to.equal(200)
          found[`${accept} ${path}`] = await answer.text()
        }
    return found
  }

  /** Names of the company and of accounts, the language, roles, payments, documents of the same partner, reversals. */
  async function changeEverything() {
    await put(`/v1/end-customers/${customer}`, { name: 'Umbenannt GmbH', locale: 'fr' })
    for (const from of ['2020-01-01', '2026-01-01'])
      expect((await renameAccounts(customer, from, (name) => `${name} neu`)).status).to.equal(202)
    // An account with a balance of 70.00 becomes one of receivables, and one of credit becomes one of receivables too.
    await mapTo(customer, 'posting.accounts_receivable', '1180', '2026-01-01')
    await mapTo(customer, 'posting.accounts_receivable', '2030', '2026-02-01')
    await mapTo(customer, 'posting.accounts_receivable', '1100', '2026-03-01')
    await opened('2026-03-10', 'Anders AG')
    const document = await firstOf('documents', customer, `&source_fact_id=${sold.id}`)
    const paid = { open_item: { document_id: document.id, purpose: 'payment' } }
    const half = await bookedVoucher(
      customer,
      [debit('1000', 50_000), credit('1100', 50_000, paid)],
      {},
      { business_date: '2026-04-01' },
    )
    const undo = (id: string) =>
      post(`/v1/source-facts/${id}/reverse`, { end_customer_id: customer, reason: 'x' }, { wait: 10 })
    expect((await undo(half.id)).body.state).to.equal('reversed')
    expect((await undo(sold.id)).body.state).to.equal('reversed')
    await quietly(customer)
  }

  it('answer the same bytes for every day whatever comes later', async () => {
    const before = await texts()
    await changeEverything()
    const after = await texts()
    for (const [path, text] of Object.entries(before)) expect(after[path], path).to.equal(text)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('answer so too where a process of the release before has closed the year', async () => {
    await changeYear(customer, 'FY2025', 'reopen')
    await service().worker.pool.query(sql.type(row())`
      update fiscal_years set state = 'closed' where end_customer_id = ${customer} and fiscal_year_id = 'FY2025'
    `)
    const before = await texts()
    await changeEverything()
    const after = await texts()
    for (const [path, text] of Object.entries(before)) expect(after[path], path).to.equal(text)
  })

  it('say at which entry the year was closed, and go on page by page', async () => {
    const list = `/v1/statements/open-items?end_customer_id=${customer}&side=receivables&date=2025-12-31` as const
    const { body: before } = await get(`${list}&limit=1`)
    await changeEverything()
    const { body } = await get(`${list}&limit=1`)
    expect(body.ledger_position).to.deep.equal(before.ledger_position)
    const { body: year } = await get(`/v1/fiscal-years/FY2025?end_customer_id=${customer}`)
    expect(JSON.stringify(year)).to.include(body.ledger_position.entry_hash)
    const { body: today } = await get(
      `/v1/statements/open-items?end_customer_id=${customer}&side=receivables&date=2026-12-31`,
    )
    expect([today.end_customer_name, today.ledger_position.entry_hash]).to.not.include(body.ledger_position.entry_hash)
    expect(today.end_customer_name).to.equal('Umbenannt GmbH')
  })

  it('are as the books are once the year is opened again', async () => {
    const before = await texts()
    await changeEverything()
    expect((await changeYear(customer, 'FY2025', 'reopen')).status).to.equal(202)
    const opened = await texts()
    for (const [path, text] of Object.entries(before))
      if (!path.startsWith('text/csv')) expect(opened[path], path).to.not.equal(text)
  })
})
