import type { TaxTotal } from '../../accounting/vat/return/tax-total.ts'
import type { TaxRecordKind } from '../../contract/vat/tax-records.ts'
import { type Db, row, sql } from '../db/database.ts'

/** With the number of records that a total is made of. */
export type CountedTaxTotal = TaxTotal & { readonly records: bigint }

/** Sums of any size are numeric, which the driver hands over as text. */
type TaxSums = Omit<TaxTotal, 'base_minor' | 'tax_minor' | 'rate_bp'> & {
  base_minor: string
  tax_minor: string
  rate_bp: number
}

/** The kinds of records that a VAT return is made of. */
const IN_RETURNS: readonly TaxRecordKind[] = ['due', 'declared']

/**
 * What the VAT return of these days is made of. It is never stale: totals of whole months, and the records that no
 * refresh has folded yet.
 *
 * @param as_of number of the last entry that counts
 */
export async function taxTotals(
  db: Db,
  end_customer_id: string,
  from_date: string,
  to_date: string,
  as_of: bigint,
): Promise<CountedTaxTotal[]> {
  const totals = await db.any(sql.type(row<TaxSums & { records: bigint }>())`
    select tax_code, direction, rate_bp, form_figure, activity_id, sum(base_minor) as base_minor,
      sum(tax_minor) as tax_minor, sum(records)::bigint as records
    from tax_totals(${end_customer_id}, ${from_date}, ${to_date}, ${as_of})
    where kind = any(${sql.array(IN_RETURNS, 'text')})
    group by tax_code, direction, rate_bp, form_figure, activity_id
    order by tax_code, rate_bp, direction, form_figure, activity_id
  `)
  return totals.map(exactTotal)
}

/** What a period adds to the tax that becomes due with payments, less what became due or never will be. */
export async function taxNotDue(
  db: Db,
  end_customer_id: string,
  from_date: string,
  to_date: string,
  as_of: bigint,
): Promise<TaxTotal[]> {
  const sums = await db.any(sql.type(row<TaxSums>())`
    select tax_code, direction, rate_bp, form_figure, activity_id,
      sum(case kind when 'not_due' then base_minor else -base_minor end) as base_minor,
      sum(case kind when 'not_due' then tax_minor else -tax_minor end) as tax_minor
    from tax_totals(${end_customer_id}, ${from_date}, ${to_date}, ${as_of})
    where kind <> 'due'
    group by tax_code, direction, rate_bp, form_figure, activity_id
  `)
  return sums.map(exactTotal)
}

function exactTotal<Sums extends TaxSums>(sums: Sums) {
  const { rate_bp, base_minor, tax_minor } = sums
  return { ...sums, rate_bp: BigInt(rate_bp), base_minor: BigInt(base_minor), tax_minor: BigInt(tax_minor) }
}
