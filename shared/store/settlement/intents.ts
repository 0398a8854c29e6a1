import type { Blocker } from '../../accounting/facts/blockers.ts'
import type { KeptBlockerCode } from '../../accounting/facts/freed-by.ts'
import type { IntentState } from '../../contract/primitives.ts'
import type { Json } from '../../contract/schema.ts'
import type { VatPeriod } from '../../contract/vat/vat-periods.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { recordset } from '../db/recordset.ts'
import { markedFigures } from '../setup/end-customer-figures.ts'

export type IntentType =
  | 'source_fact_reversal'
  | 'allocation_posting'
  | 'allocation_reversal'
  | 'settlement_posting'
  | 'settlement_reversal'
  | 'manual_payment_reversal'

export type IntentRow = {
  end_customer_id: string
  intent_id: string
  intent_type: IntentType
  subject_id: string
  request: { reason?: string; posting_date?: string; vat_period?: VatPeriod }
  state: IntentState
  blockers: Blocker[]
  result: { [key: string]: Json } | null
  actor_id: string
  request_id: string
  created_at: string
  completed_at: string | null
}

export type NewIntent = Omit<IntentRow, 'state' | 'blockers' | 'result' | 'completed_at'>

const columns = sql.fragment`
  end_customer_id, intent_id, intent_type, subject_id, request, state, blockers, result, actor_id, request_id,
  created_at, completed_at
`

/** The intents on a subject, oldest first: a column of what they are on. Timestamps are written out in ISO 8601. */
export function intentsOn(subject: { end_customer_id: Fragment; subject_id: Fragment }): Fragment {
  return sql.fragment`(
    select coalesce(jsonb_agg(to_jsonb(intents) order by intent_id), '[]') from intents
    where intents.end_customer_id = ${subject.end_customer_id} and subject_id = ${subject.subject_id}
  ) as intents`
}

export function insertIntent(tx: Tx, intent: NewIntent): Promise<IntentRow> {
  return tx.one(sql.type(row<IntentRow>())`
    with marked as (${markedFigures(intent.end_customer_id)})
    insert into intents (
      end_customer_id, intent_id, intent_type, subject_id, request, actor_id, request_id, created_at
    ) values (
      ${intent.end_customer_id}, ${intent.intent_id}, ${intent.intent_type}, ${intent.subject_id},
      ${sql.jsonb(intent.request)}, ${intent.actor_id}, ${intent.request_id}, ${intent.created_at}::timestamptz
    )
    returning ${columns}
  `)
}

const INTENT_KEY = { end_customer_id: 'uuid', intent_id: 'uuid' } as const

/** Locks intents that are not done: pending, or blocked and worth another try. Oldest first. */
export function lockOpenIntents(tx: Tx, keys: readonly { end_customer_id: string; intent_id: string }[]) {
  return tx.any(sql.type(row<IntentRow>())`
    select ${columns}
    from intents
    join ${recordset('wanted', INTENT_KEY, keys)} using (end_customer_id, intent_id)
    where state in ('pending', 'blocked')
    order by end_customer_id, intent_id
    for update of intents
  `)
}

export type IntentOutcome = Pick<IntentRow, 'end_customer_id' | 'intent_id' | 'state' | 'blockers' | 'result'>

const INTENT_OUTCOME = { ...INTENT_KEY, state: 'text', blockers: 'jsonb', result: 'jsonb' } as const

export async function saveIntentOutcomes(tx: Tx, outcomes: readonly IntentOutcome[]): Promise<void> {
  await tx.query(sql.type(row())`
    update intents
    set state = outcome.state, blockers = outcome.blockers, result = outcome.result,
      blocker_codes = array(select jsonb_array_elements(outcome.blockers) ->> 'code'),
      completed_at = case when outcome.state = 'blocked' then null else now() end
    from ${recordset('outcome', INTENT_OUTCOME, outcomes)}
    where intents.end_customer_id = outcome.end_customer_id and intents.intent_id = outcome.intent_id
  `)
}

export function findBlockedIntents(db: Db, end_customer_id: string, codes: readonly KeptBlockerCode[]) {
  return db.any(sql.type(row<Pick<IntentRow, 'end_customer_id' | 'intent_id'>>())`
    select end_customer_id, intent_id
    from intents
    where end_customer_id = ${end_customer_id} and state = 'blocked'
      and blocker_codes && ${sql.array(codes, 'text')}
    order by intent_id
  `)
}

/** Gives up the intents on a subject that are not done. */
export async function cancelIntents(tx: Tx, end_customer_id: string, subject_id: string): Promise<void> {
  await tx.query(sql.type(row())`
    update intents set state = 'failed', result = '{"cancelled": true}', completed_at = now()
    where end_customer_id = ${end_customer_id} and subject_id = ${subject_id} and state in ('pending', 'blocked')
  `)
}
