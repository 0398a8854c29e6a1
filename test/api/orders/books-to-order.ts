import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { get, post, put } from '../../support/client.ts'
import { service } from '../../support/service.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'

/** The account that pays. */
export const DEBTOR = 'CH5604835012345678009'
export const HOLZ_IBAN = 'CH9300762011623852957'
export const OTHER_IBAN = 'CH0204835000626882001'

export const holz = (more: object = {}) => ({
  name: 'Schreinerei Holz GmbH',
  supplier_external_reference: 'L-7',
  structured_address: { street_name: 'Weg', building_number: '3', post_code: '3000', town_name: 'Bern', country: 'CH' },
  iban: 'CH93 0076 2011 6238 5295 7',
  ...more,
})

/** Books of a new end customer whose bank can be ordered to pay, for each test. */
export function booksToOrder() {
  const books = booksToSettle()
  const { customer, owed, stated } = books
  beforeEach(async () => {
    await put(`/v1/end-customers/${customer()}`, { name: 'Muster & Söhne AG' })
    const mappings = [{ mapping_key: `posting.bank.${DEBTOR}`, account_code: '1020', valid_from: '2020-01-01' }]
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings })
  })
  /** A payable to Holz, due at the end of April. */
  const owedToHolz = (amount: number, payload: object = {}) =>
    owed(amount, { supplier: holz(), supplier_external_reference: 'L-7', due_date: '2026-04-30', ...payload })
  /** What the bank of the orders books. */
  const paid = (...bankEntries: string[]) => stated(DEBTOR, ...bankEntries)
  const request = (more: object) => ({
    end_customer_id: customer(),
    bank_account: DEBTOR,
    execution_date: tomorrow(),
    ...more,
  })
  const order = (more: object) => post('/v1/payment-orders', request(more))
  const withdraw = (id: string, more: object = {}) =>
    post(`/v1/payment-orders/${id}/withdraw`, { end_customer_id: customer(), reason: 'falsches Konto', ...more })
  const orderedOf = async (payable: string) => (await get(`/v1/supplier-payables/${payable}`)).body.ordered
  return { ...books, owedToHolz, paid, request, order, withdraw, orderedOf }
}

export function tomorrow(): string {
  return addDays(todayInSwitzerland(), 1)
}

/** The bytes that a bank would get. */
export async function fileOf(payment_order_id: string, accept = '*/*') {
  const answer = await fetch(`${service().base_url}/v1/payment-orders/${payment_order_id}/file`, {
    headers: { authorization: `Bearer ${service().key}`, accept },
  })
  return { type: answer.headers.get('Content-Type'), text: await answer.text() }
}

/** Error details as `pointer code`. */
export function detailsOf(text: string): string[] {
  const { details } = (JSON.parse(text) as { error: { details: { pointer: string; code: string }[] } }).error
  return details.map(({ pointer, code }) => `${pointer} ${code}`)
}
