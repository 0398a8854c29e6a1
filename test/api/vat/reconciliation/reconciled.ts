import { expect } from 'chai'
import type { FromSchema } from '../../../../shared/contract/schema.ts'
import type { reconciledEntryList } from '../../../../shared/contract/vat/reconciled-entries.ts'
import type { vatReconciliation } from '../../../../shared/contract/vat/vat-reconciliation.ts'
import { get } from '../../../support/client.ts'
import { VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { booked } from '../records.ts'

export type Reconciliation = FromSchema<typeof vatReconciliation>
type Entry = FromSchema<typeof reconciledEntryList>['data'][number]

export const pathOf = (customer: string, more = '', year = 'FY2026') =>
  `/v1/statements/vat-reconciliation?end_customer_id=${customer}&fiscal_year_id=${year}${more}` as const

export async function reconciled(customer: string, year = 'FY2026'): Promise<Reconciliation> {
  const { status, body } = await get(pathOf(customer, '', year))
  expect(status, JSON.stringify(body)).to.equal(200)
  return body
}

/** All pages of a list that the reconciliation names. */
export async function entriesAt(url: string, limit = 100): Promise<Entry[]> {
  const found: Entry[] = []
  for (let after = ''; ; after = `&starting_after=${found.at(-1)?.id}`) {
    const path = `${url}&limit=${limit}${after}` as '/v1/statements/vat-reconciliation/entries'
    const { status, body } = await get(path)
    expect(status, JSON.stringify(body)).to.equal(200)
    found.push(...body.data)
    if (!body.has_more) return found
  }
}

const sumOf = (amounts: readonly { amount: { amount_minor: number } }[]) =>
  amounts.reduce((sum, { amount }) => sum + amount.amount_minor, 0)

export function manual(customer: string, lines: readonly object[], more: object = {}) {
  return booked(VOUCHERS, voucher(customer, { ...more, payload: { lines } }))
}

/** Every part and every difference is the sum of its entries, and every account and total the sum of its parts. */
export async function expectSums({ turnover, tax, is_explained }: Reconciliation): Promise<void> {
  expect(is_explained, JSON.stringify({ turnover: turnover.steps, tax })).to.equal(true)
  expect(sumOf(turnover.steps)).to.equal(turnover.figure_200.amount_minor)
  expect(sumOf(tax.owed_steps)).to.equal(tax.figure_399.amount_minor)
  expect(sumOf(tax.deducted_steps)).to.equal(tax.figure_479.amount_minor)
  for (const { account_code, booked, recorded, difference, parts } of turnover.accounts) {
    expect(sumOf(parts), account_code ?? 'no account').to.equal(booked.amount_minor)
    expect(recorded.amount_minor + difference.amount_minor).to.equal(booked.amount_minor)
    for (const [url, its] of Map.groupBy(parts, ({ entries }) => entries))
      expect(sumOf(await entriesAt(url, 7)), url).to.equal(sumOf(its))
  }
  for (const { transferred, transferred_entries, other, other_entries } of tax.accounts) {
    expect(sumOf(await entriesAt(transferred_entries, 7)), transferred_entries).to.equal(transferred.amount_minor)
    expect(sumOf(await entriesAt(other_entries, 7)), other_entries).to.equal(other.amount_minor)
  }
}
