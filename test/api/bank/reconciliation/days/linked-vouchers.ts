import { expect } from 'chai'
import { post } from '../../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../../support/requests/examples.ts'

/** A voucher that receives money at the bank, and names no bank entry. */
export async function bookAlone(customer: string, business_date: string, francs: number) {
  const lines = [debit('1020', francs * 100), credit('6950', francs * 100)]
  return (await post(VOUCHERS, voucher(customer, { business_date, payload: { lines } }), { wait: 10 })).body
}

/** Links its line at the bank to a bank entry. */
export async function linkTo(
  customer: string,
  entry_id: string,
  { journal_entry_id }: { journal_entry_id: { id: string | null } },
  francs: number,
) {
  const path = `/v1/camt-053/entries/${entry_id}/links` as '/v1/camt-053/entries/:entry_id/links'
  const line = { end_customer_id: customer, journal_entry_id: journal_entry_id.id, line_number: 1 }
  const { status, body, text } = await post(path, { ...line, amount: chf(francs * 100) })
  expect(status, text).to.equal(201)
  return body
}
