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

/** Every amount is the sum of the entries that it names, and every account and total the sum of its parts. */
export async function expectSums(reconciliation: Reconciliation): Promise<void> {
  const { turnover, tax, is_explained } = reconciliation
  expect(is_explained, JSON.stringify({ turnover: turnover.steps, tax })).to.equal(true)
  expect(sumOf(turnover.steps)).to.equal(turnover.figure_200.amount_minor)
  expect(sumOf(tax.owed_steps)).to.equal(tax.figure_399.amount_minor)
  expect(sumOf(tax.deducted_steps)).to.equal(tax.figure_479.amount_minor)
  for (const { account_code, booked, recorded, difference, parts } of turnover.accounts) {
    expect(sumOf(parts), account_code ?? 'no account').to.equal(booked.amount_minor)
    expect(recorded.amount_minor + difference.amount_minor).to.equal(booked.amount_minor)
  }
  for (const [url, amount_minor] of namedIn(reconciliation))
    expect(sumOf(await entriesAt(url, 7)), url).to.equal(amount_minor)
}

type Named = readonly [url: string, amount_minor: number]

/** The lists that a reconciliation names, and what each adds up to. */
function namedIn({ end_customer_id, fiscal_year_id, turnover, tax }: Reconciliation): Named[] {
  const totals = { ...turnover.in_records, figure_479: tax.in_records.figure_479 }
  const year = `/v1/statements/vat-reconciliation/entries?${new URLSearchParams({ end_customer_id, fiscal_year_id })}`
  return [
    ...turnover.accounts.flatMap(({ entries, booked, parts }) => [
      [entries, booked.amount_minor] as const,
      ...parts.map((part): Named => [part.entries, part.amount.amount_minor]),
    ]),
    ...tax.accounts.flatMap((its): Named[] => [
      [its.owed_entries, its.owed.amount_minor],
      [its.deducted_entries, its.deducted.amount_minor],
      [its.transferred_entries, its.transferred.amount_minor],
      [its.other_entries, its.other.amount_minor],
    ]),
    ...[...turnover.steps, ...tax.owed_steps, ...tax.deducted_steps].flatMap((step): Named[] => {
      const amount = ('booked' in step && step.booked) || step.amount
      return step.entries === null ? [] : [[step.entries, amount.amount_minor]]
    }),
    ...Object.entries(totals).map(
      ([name, { amount_minor }]): Named => [`${year}&total=${name.slice('figure_'.length)}`, amount_minor],
    ),
  ]
}
