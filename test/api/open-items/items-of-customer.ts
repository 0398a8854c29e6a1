import { expect } from 'chai'
import { findings } from '../../support/books.ts'
import { firstOf, get, itemsOf, post } from '../../support/client.ts'
import { VOUCHERS, voucher } from '../../support/requests/examples.ts'

type Lines = readonly object[]

/** A voucher as it is after its evaluation. */
export async function bookVoucher(customer: string, lines: Lines, payload: object = {}, fields: object = {}) {
  const { body } = await post(VOUCHERS, voucher(customer, { ...fields, payload: { lines, ...payload } }), { wait: 20 })
  return body
}

export async function bookedVoucher(customer: string, lines: Lines, payload: object = {}, fields: object = {}) {
  const fact = await bookVoucher(customer, lines, payload, fields)
  expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
  return fact
}

/** The codes and places of what blocks a voucher. */
export async function blockedVoucher(customer: string, lines: Lines, payload: object = {}) {
  const { state, blockers } = await bookVoucher(customer, lines, payload)
  expect(state).to.equal('blocked')
  return blockers.map(({ code, pointer }) => `${code} ${pointer}`)
}

export function reverse(customer: string, path: string) {
  return post(`${path}/reverse`, { end_customer_id: customer, reason: 'x' }, { wait: 20 })
}

/** Open amount, open base amount and state of the items of one side, in the order in which they were opened. */
export async function openOf(customer: string, name: 'documents' | 'supplier-payables'): Promise<unknown[][]> {
  const items = await itemsOf(name, customer, '&limit=500')
  return items.map(({ open_amount, base_open_amount, state }) => [
    open_amount.amount_minor,
    base_open_amount.amount_minor,
    state,
  ])
}

export async function idOf(name: 'documents' | 'supplier-payables', customer: string, source_fact_id: string) {
  return (await firstOf(name, customer, `&source_fact_id=${source_fact_id}`)).id
}

/** Closing balances of some accounts in 2026. */
export async function balancesOf(customer: string, ...codes: string[]): Promise<number[]> {
  const { body } = await get(`/v1/statements/trial-balance?end_customer_id=${customer}&fiscal_year_id=FY2026`)
  return codes.map((code) => body.rows.find((row) => row.account_code === code)?.closing_balance.amount_minor ?? 0)
}

export async function expectVerified(customer: string): Promise<void> {
  expect(await findings(customer)).to.deep.equal([])
}
