import type { OwedTax } from '../../accounting/vat/filing/return-read.ts'
import type { TaxTotal } from '../../accounting/vat/return/tax-total.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { ReturnScope } from './tax-accounts.ts'
import { exactTotal, type TaxSums } from './tax-totals.ts'

/** Tax that counts in the reconciliation of a year, and the accounts that it stands on; what is owed is positive. */
type AnnualTax = { readonly in_return: readonly TaxTotal[]; readonly owed: readonly OwedTax[] }

type SumsOnAccount = Omit<TaxSums, 'kind'> & { account_code: string; owed_minor: string }

/** @param after the entry before the first one: the last that an earlier reconciliation of the year has */
export async function taxOfYear(
  db: Db,
  { end_customer_id, from, to, as_of }: ReturnScope,
  after: bigint,
): Promise<AnnualTax> {
  const sums = await db.any(sql.type(row<SumsOnAccount>())`
    select account_code, tax_code, direction, rate_bp, form_figure, activity_id, sum(base_minor) as base_minor,
      sum(tax_minor) as tax_minor, count(*) as records, sum(owed_sign(tax_code, direction) * tax_minor) as owed_minor
    from tax_of_year(${end_customer_id}, ${from}, ${to}, ${after}, ${as_of})
    group by account_code, tax_code, direction, rate_bp, form_figure, activity_id
    order by account_code, tax_code, rate_bp, direction, form_figure, activity_id
  `)
  const owed = [...Map.groupBy(sums, ({ account_code }) => account_code)].map(([account_code, its]) => ({
    account_code,
    owed_minor: its.reduce((sum, { owed_minor }) => sum + BigInt(owed_minor), 0n),
  }))
  return {
    in_return: sums.map(({ account_code: _, owed_minor: __, ...sum }) => exactTotal(sum)),
    owed: owed.filter(({ owed_minor }) => owed_minor !== 0n),
  }
}
