import { expect } from 'chai'
import { get, post } from '../../../../support/client.ts'
import { chf } from '../../../../support/requests/examples.ts'
import { records } from '../../records.ts'

const YEAR_END = '2025-12-31'

/** Writes off a part of a receivable, by default at the end of 2025. */
export async function loseLater(
  end_customer_id: string,
  document_id: string,
  amount: number,
  more: object = {},
  isPosted = true,
) {
  const lines = [{ document_id, amount: chf(0), deductions: [{ type: 'write_off', amount: chf(amount) }] }]
  const request = { end_customer_id, posting_date: YEAR_END, reason: 'Certificate of loss', lines, ...more }
  const { body } = await post('/v1/allocations', request, { wait: 10 })
  if (isPosted) expect(body.state, JSON.stringify(body)).to.equal('posted')
  return body
}

/** The account and the amount of each line of the entry of an allocation, credit negative, by account. */
export async function entryLines({ journal_entry_id }: { readonly journal_entry_id: string | null }) {
  const { body } = await get(`/v1/journal-entries/${journal_entry_id}` as '/v1/journal-entries/x')
  const lines = body.lines.map(({ account_code, debit, credit }): readonly [string, number] => [
    account_code,
    (debit?.amount_minor ?? 0) - (credit?.amount_minor ?? 0),
  ])
  return lines.toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** What all returns have of tax; reductions are negative. */
export async function signedTaxes(customer: string): Promise<number> {
  const { data } = await records(customer, '&limit=100')
  return data
    .filter(({ kind }) => kind === 'due' || kind === 'declared')
    .reduce((sum, { tax_code, tax_amount }) => sum + (tax_code.startsWith('VS') ? -1 : 1) * tax_amount.amount_minor, 0)
}
