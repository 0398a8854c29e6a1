import { publicId } from '../../../shared/process/ids.ts'
import type { RuleBookingRow } from '../../../shared/store/bank-rules/rule-bookings.ts'

/** A voucher that a rule has sent. */
export function presentRuleBooking(booking: RuleBookingRow) {
  const { booking_id, rule_id, version, entry_id, source_fact_id, state, is_automatic, created_at } = booking
  return {
    object: 'bank_rule_booking' as const,
    id: publicId('bank_rule_booking', booking_id),
    rule_id: publicId('bank_rule', rule_id),
    version,
    entry_id: publicId('camt053_entry', entry_id),
    source_fact_id: publicId('source_fact', source_fact_id),
    state,
    is_automatic,
    created_at,
  }
}
