import { type Db, row, sql } from '../db/database.ts'
import type { IntentRow, IntentType } from './intents.ts'

export type OpenReversal = Pick<IntentRow, 'subject_id'> & {
  readonly intent_type: Exclude<IntentType, 'allocation_posting' | 'settlement_posting' | 'manual_payment_reversal'>
  /** The day that the request names, and the day of what is reversed. */
  readonly wanted_date: string | null
  readonly booked_on: string
}

/** Reversals that are accepted and not booked, in the order in which they came. */
export function findOpenReversals(db: Db, end_customer_id: string): Promise<readonly OpenReversal[]> {
  return db.any(sql.type(row<OpenReversal>())`
    select intent_type, subject_id, request ->> 'posting_date' as wanted_date, posting_date as booked_on
    from intents
    join journal_entries entry
      on entry.end_customer_id = intents.end_customer_id and entry.source_id = intents.subject_id
    where intents.end_customer_id = ${end_customer_id} and state in ('pending', 'blocked')
      and intent_type in ('source_fact_reversal', 'allocation_reversal', 'settlement_reversal')
      and reversal_of is null
    order by intent_id
  `)
}
