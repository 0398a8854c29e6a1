import type { TaxedMovement } from '../../../accounting/vat/reconciliation/taxed-movement.ts'
import { type Db, row, sql } from '../../db/database.ts'
import type { ReturnScope } from '../tax-accounts.ts'

/** With the month of the entries, and the number of parts that the sum is made of. */
export type MovementOfMonth = TaxedMovement & { readonly period_start: string; readonly parts: bigint }

/**
 * What accounts have moved with and without tax records. It is never stale: totals of whole months, and the entries that no
 * refresh has folded yet.
 */
export async function listTaxedMovements(
  db: Db,
  { end_customer_id, from, to, as_of }: ReturnScope,
): Promise<MovementOfMonth[]> {
  const rows = await db.any(sql.type(row<Omit<MovementOfMonth, 'amount_minor'> & { amount_minor: string }>())`
    select period_start, entry_type, part, account_code, counter_code, kind, tax_code, direction, form_figure, activity_id,
      amount_minor, parts
    from taxed_movements(${end_customer_id}, ${from}, ${to}, ${as_of})
  `)
  return rows.map((movement) => ({ ...movement, amount_minor: BigInt(movement.amount_minor) }))
}
