import type { JournalVoucherRequest } from '../../contract/facts/journal-vouchers.ts'
import { row, sql, type Tx } from '../db/database.ts'
import { acceptVoucher, type SentBy } from '../facts/accept-voucher.ts'
import type { BookingRule } from './vouchers-of-entries.ts'

/** Who has a rule book a bank entry: the reviewer who accepts, or the service in the name of who made the version. */
export type BookedBy = SentBy & { readonly is_automatic: boolean }

/**
 * Sends the voucher by which a rule books a bank entry, with its job, and keeps which rule it was. The caller holds the
 * bank entry, so that no other rule books it at the same time.
 */
export async function insertRuleBooking(
  tx: Tx,
  rule: BookingRule,
  entry_id: string,
  booking_id: string,
  voucher: JournalVoucherRequest,
  by: BookedBy,
): Promise<string> {
  const source_fact_id = await acceptVoucher(tx, voucher, by)
  await tx.query(sql.type(row())`
    insert into bank_rule_bookings (
      end_customer_id, booking_id, rule_id, version, entry_id, source_fact_id, is_automatic, actor_id, request_id,
      created_at
    )
    values (
      ${rule.end_customer_id}, ${booking_id}, ${rule.rule_id}, ${rule.version}, ${entry_id}, ${source_fact_id},
      ${by.is_automatic}, ${by.actor_id}, ${by.request_id}, now()
    )
  `)
  return source_fact_id
}
