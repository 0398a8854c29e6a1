import type { TaxTotal } from '../../../accounting/vat/return/tax-total.ts'
import { type Db, row, sql } from '../../db/database.ts'
import type { ReturnScope } from '../tax-accounts.ts'
import { exactTotal, IN_RETURNS, type TaxSums, type TotalOfKind } from '../tax-totals.ts'

/** Tax of a year by the days of its records, less that by the days of its entries. */
export type TaxOfOtherYears = {
  /** Of the records that returns are made of. */
  readonly in_return: readonly TaxTotal[]
  /** Of those that tax accounts have: a payment that makes tax due moves none. */
  readonly on_accounts: readonly TaxTotal[]
}

export async function taxOfOtherYears(db: Db, scope: ReturnScope): Promise<TaxOfOtherYears> {
  const shifted = await totalsOfOtherYears(db, scope)
  return {
    in_return: shifted
      .filter(({ kind }) => IN_RETURNS.period.includes(kind) || IN_RETURNS.year.includes(kind))
      .map(({ total }) => total),
    on_accounts: shifted.filter(({ kind }) => kind.startsWith('due')).map(({ total }) => total),
  }
}

export async function totalsOfOtherYears(
  db: Db,
  { end_customer_id, from, to, as_of }: ReturnScope,
): Promise<readonly TotalOfKind[]> {
  const sums = await db.any(sql.type(row<TaxSums>())`
    select kind, tax_code, direction, rate_bp, form_figure, activity_id, base_minor, tax_minor, records
    from tax_of_other_years(${end_customer_id}, ${from}, ${to}, ${as_of})
  `)
  return sums.map(({ kind, ...sum }) => ({ kind, total: exactTotal(sum) }))
}
