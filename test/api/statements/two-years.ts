import { expect } from 'chai'
import type { SourceFact } from '../../../shared/contract/facts/source-facts.ts'
import type { Sheet } from '../../support/books.ts'
import { get, post } from '../../support/client.ts'
import {
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'

/** Books of two years, neither of them closed, and the statements of the second one. */
export function booksOfTwoYears() {
  let customer: string
  let fact: SourceFact
  before(async () => {
    customer = await newKmuCustomer()
    const opening = [debit('1020', 500_000), credit('2800', 500_000)]
    await post(
      VOUCHERS,
      voucher(customer, { business_date: '2025-01-01', payload: { entry_type: 'opening', lines: opening } }),
    )
    await post(INVOICES, invoice(customer, { business_date: '2025-06-30' }))
    await post(INVOICES, invoice(customer, { business_date: '2026-02-28' }))
    const payload = { tax_lines: [taxLine('I81', 10_000, 810)] }
    fact = (await post(EXPENSES, expense(customer, { business_date: '2026-03-15', payload }), { wait: 10 })).body
    const wages = [debit('5000', 6_000), credit('1020', 6_000, { text: 'Lohn Muster' })]
    await post(VOUCHERS, voucher(customer, { business_date: '2026-03-31', payload: { text: 'Löhne', lines: wages } }), {
      wait: 10,
    })
  })

  const read = async <const Name extends string>(name: Name, more = '', status = 200) => {
    const answer = await get(`/v1/statements/${name}?end_customer_id=${customer}&fiscal_year_id=FY2026${more}`)
    expect(answer.status, answer.text).to.equal(status)
    return answer.body
  }
  const amounts = ({ rows }: Sheet) =>
    rows.map(({ label, amount, prior_amount }) => [label, amount.amount_minor, prior_amount?.amount_minor])

  return { customer: () => customer, fact: () => fact, read, amounts }
}
