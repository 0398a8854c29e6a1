import type { FactState } from '../../contract/facts/source-facts.ts'
import { type Db, sql } from '../db/database.ts'
import { keysetPage } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'

/** A voucher that a rule has sent, with what has become of it. */
export type RuleBookingRow = {
  booking_id: string
  rule_id: string
  version: number
  entry_id: string
  source_fact_id: string
  state: FactState
  business_date: string
  is_automatic: boolean
  created_at: string
}

/** Oldest first. @param version null for those of all versions */
export function listRuleBookings(
  db: Db,
  end_customer_id: string,
  rule_id: string,
  version: number | null,
  after: string | null,
  limit: number,
): Promise<Page<RuleBookingRow>> {
  return listPage<RuleBookingRow>(
    db,
    sql.fragment`
    select booking_id, rule_id, version, entry_id, booking.source_fact_id, fact.state, fact.business_date, is_automatic,
      booking.created_at
    from bank_rule_bookings booking
    -- sql.md: lateral limit 1
    cross join lateral (
      select state, business_date
      from fact_states join source_facts using (end_customer_id, source_fact_id)
      where fact_states.end_customer_id = booking.end_customer_id
        and fact_states.source_fact_id = booking.source_fact_id
      limit 1
    ) fact
    ${keysetPage({
      conditions: [
        sql.fragment`booking.end_customer_id = ${end_customer_id} and rule_id = ${rule_id}`,
        version !== null && sql.fragment`version = ${version}`,
      ],
      key: 'booking_id',
      after,
      limit: limit + 1,
    })}
  `,
    limit,
  )
}
