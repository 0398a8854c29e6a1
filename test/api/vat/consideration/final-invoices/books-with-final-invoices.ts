import { expect } from 'chai'
import { itemsOf, post, put } from '../../../../support/client.ts'
import { chf, EXPENSES, expense, taxLine } from '../../../../support/requests/examples.ts'
import { there } from '../../../../support/there.ts'
import { movedBy } from '../../../settlement/terms/balances.ts'
import { booksOfChange } from '../books-of-change.ts'

const mapped = (of: string, account_code: string) => ({
  mapping_key: `posting.${of}.category.advance`,
  account_code,
  valid_from: '2020-01-01',
})
export const SOLD = { revenue_category: 'advance', supply_date: '2023-12-31' }
export const FINAL = [taxLine('V81', 1_000_000, 81_000), taxLine('V77', -500_000, -38_500, SOLD)]

/** Books of an end customer whose consideration is received from 1 January 2026 on, and whose invoices ask for advances and take them off. */
export function booksWithFinalInvoices(before: object, after: object) {
  const books = booksOfChange(before, after)
  const { customer, sold, booked, figures } = books
  beforeEach(async () => {
    const mappings = [mapped('revenue', '2030'), mapped('expense', '1192')]
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings }, { wait: 10 })
  })
  const receivableOf = async (fact_id: string) => {
    const items = await itemsOf('documents', customer(), `&source_fact_id=${fact_id}`)
    return there(items.find(({ kind }) => kind === 'receivable')).id
  }
  const invoiced = async (gross: number, tax_lines: object[]) => {
    const { fact_id } = await sold('2025-12-10', tax_lines as never, { gross_amount: chf(gross) })
    return { fact_id, id: await receivableOf(fact_id) }
  }
  const bought = async (gross: number, tax_lines: object[]) => {
    const payload = { document_date: '2025-12-10', gross_amount: chf(gross), tax_lines }
    const { body } = await post(EXPENSES, expense(customer(), { business_date: '2025-12-10', payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    const items = await itemsOf('supplier-payables', customer(), `&source_fact_id=${body.id}`)
    return there(items.find(({ kind }) => kind === 'payable')).id
  }
  const entered = async (lines: object[], business_date: string) => {
    const fact = await booked(lines, { business_date }, { document_date: business_date })
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    return fact.id
  }
  const allocated = async (posting_date: string, line: object, money: object = { account_code: '1000' }) => {
    const request = { end_customer_id: customer(), posting_date, lines: [line], ...money }
    const { body } = await post('/v1/allocations', request as never, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    return body
  }
  const pay = (document_id: string, amount: number, { posting_date }: { posting_date: string }) =>
    allocated(posting_date, { document_id, amount: chf(amount) })
  const deducted = async (document_id: string, amount: number, type: string, minor: number) => {
    const line = { document_id, amount: chf(amount), deductions: [{ type, amount: chf(minor) }] }
    const money = amount === 0 ? { reason: 'certificate of loss' } : undefined
    return movedBy((await allocated('2026-04-10', line, money)).journal_entry_id)
  }
  const taxed = async (period: string) =>
    (await figures(period)).lines.filter(([figure]) => /^(3[0-8]|40)/.test(String(figure)))
  const notDue = async (period: string) => (await figures(period)).not_due
  return { ...books, invoiced, bought, entered, pay, deducted, taxed, notDue, receivableOf }
}
