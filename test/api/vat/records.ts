import { expect } from 'chai'
import { get, post } from '../../support/client.ts'
import type { EXPENSES, INVOICES, VOUCHERS } from '../../support/requests/examples.ts'

/** A number of an entry that no ledger reaches. */
export const LAST_ENTRY = 2n ** 62n

export async function booked(path: typeof INVOICES | typeof EXPENSES | typeof VOUCHERS, request: object) {
  const { body } = await post(path, request, { wait: 10 })
  expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  return body
}

export async function records(customer: string, more = '') {
  const { body } = await get(`/v1/tax-records?end_customer_id=${customer}${more}`)
  return body
}
