import type { BankRuleBookingQuery } from '../../../shared/contract/bank-rules/bank-rule-bookings.ts'
import { findBankRule } from '../../../shared/store/bank-rules/bank-rules.ts'
import { listRuleBookings } from '../../../shared/store/bank-rules/rule-bookings.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { cursorOf, presentPage } from '../../http/page.ts'
import { findSubjectOfCustomer } from '../../http/subject.ts'
import { presentRuleBooking } from './present-booking.ts'

/** What a rule has booked, oldest first. */
export async function readRuleBookings({ pool }: ApiDeps, { query, params }: ReadRequest<BankRuleBookingQuery>) {
  const { end_customer_id, version = null, limit = 100, starting_after } = query
  const { rule_id } = await findSubjectOfCustomer('bank_rule', params.rule_id, (id) =>
    findBankRule(pool, id, [end_customer_id]),
  )
  const after = cursorOf('bank_rule_booking', starting_after)
  const page = await listRuleBookings(pool, end_customer_id, rule_id, version, after, limit)
  return presentPage('bank_rule_booking_list', page, presentRuleBooking)
}
