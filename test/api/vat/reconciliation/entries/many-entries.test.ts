import { expect } from 'chai'
import { eventually } from '../../../../support/books.ts'
import { get, post } from '../../../../support/client.ts'
import { chf, credit, debit, invoice, taxLine } from '../../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../../support/requests/kmu-chart.ts'
import { there } from '../../../../support/there.ts'
import { entriesAt, expectSums, manual, reconciled } from '../reconciled.ts'

/** More than are read at once. */
const INVOICES_OF_MONTH = 70

describe('the yearly reconciliation of many entries in one month', () => {
  let customer: string
  before(async () => {
    customer = await newKmuCustomer()
    const items = Array.from({ length: INVOICES_OF_MONTH }, (_, index) => {
      const day = `2026-03-${String(1 + ((index * 11) % 28)).padStart(2, '0')}`
      const payload = { document_date: day, gross_amount: chf(10_810), tax_lines: [taxLine('V81', 10_000, 810)] }
      return invoice(customer, { business_date: day, payload })
    })
    const { status, body } = await post('/v1/source-facts/batch', { items })
    expect(status, JSON.stringify(body)).to.equal(202)
    await eventually(async () => {
      const { body: journal } = await get(`/v1/journal-entries?end_customer_id=${customer}&limit=100`)
      return journal.data.length === INVOICES_OF_MONTH
    })
    await manual(customer, [debit('1300', 3_000), credit('3200', 3_000)], { business_date: '2026-03-31' })
  })

  it('lists those of a category in the order of their days, each once, whatever the pages', async () => {
    const { turnover } = await reconciled(customer)
    const { parts } = there(turnover.accounts.find(({ account_code }) => account_code === '3400'))
    const entries = await entriesAt(there(parts[0]).entries, 9)
    expect(new Set(entries.map(({ id }) => id)).size).to.equal(INVOICES_OF_MONTH)
    const places = entries.map(
      ({ posting_date, entry_number }) => `${posting_date} ${String(entry_number).padStart(3)}`,
    )
    expect(places).to.deep.equal([...places].sort())
    expect(await entriesAt(there(parts[0]).entries)).to.deep.equal(entries)
  })

  it('finds the only one of a category behind all others', async () => {
    const year = await reconciled(customer)
    const { parts } = there(year.turnover.accounts.find(({ account_code }) => account_code === '3200'))
    const found = (await entriesAt(there(parts[0]).entries)).map(({ category, amount }) => [category, amount])
    expect(found).to.deep.equal([['accrual', chf(3_000)]])
    await expectSums(year)
  })
})
