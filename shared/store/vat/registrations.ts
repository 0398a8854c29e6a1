import type { VatRegistration } from '../../contract/vat/registrations.ts'
import { FIRST_DAY } from '../../contract/vat/registrations.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'

export type VatRegistrationChangeRow = VatRegistration & {
  change_number: number
  reason: string
  actor_id: string
  created_at: string
}

/** Every change, newest first. */
export function listVatRegistrationChanges(
  db: Db,
  end_customer_id: string,
): Promise<readonly VatRegistrationChangeRow[]> {
  return db.any(sql.type(row<VatRegistrationChangeRow>())`
    select change_number, valid_from, method, consideration, filing_period, activities, exchange_rates, reason,
      actor_id, created_at
    from vat_registration_changes where end_customer_id = ${end_customer_id}
    order by change_number desc
    limit 500
  `)
}

/**
 * Keeps a change; the ledger is locked. One that holds from the first day on is the method without a date, which processes
 * of the release before read.
 */
export async function insertVatRegistrationChange(
  tx: Tx,
  end_customer_id: string,
  change: VatRegistration & { reason: string; actor_id: string },
): Promise<void> {
  const { valid_from, method, consideration, filing_period, activities, exchange_rates, reason, actor_id } = change
  await tx.query(sql.type(row())`
    insert into vat_registration_changes (
      end_customer_id, change_number, valid_from, method, consideration, filing_period, activities, exchange_rates,
      reason, actor_id
    )
    select ${end_customer_id}, coalesce(max(change_number), 0) + 1, ${valid_from}, ${method}, ${consideration},
      ${filing_period}, ${sql.jsonb(activities)}, ${exchange_rates}, ${reason}, ${actor_id}
    from vat_registration_changes where end_customer_id = ${end_customer_id}
  `)
  if (valid_from !== FIRST_DAY) return
  await tx.query(sql.type(row())`
    update end_customers set vat_method = ${method}
    where end_customer_id = ${end_customer_id} and vat_method <> ${method}
  `)
}
