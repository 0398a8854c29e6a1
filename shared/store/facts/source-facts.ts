import type { Blocker } from '../../accounting/facts/blockers.ts'
import type { Warning } from '../../accounting/facts/warnings.ts'
import type { FactState, FactType, SourceFactQuery, SourceFactRequest } from '../../contract/facts/source-facts.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage, type Visibility, visibleTo } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import { recordset } from '../db/recordset.ts'
import { type Evidence, evidenceOf } from '../journal/evidence.ts'
import { type IntentRow, intentsOn } from '../settlement/intents.ts'

/** Who has taken a fact back before it was booked, when and why. */
export type FactWithdrawal = {
  readonly reason: string
  readonly actor_id: string
  readonly request_id: string
  readonly withdrawn_at: string
}

export type SourceFactRow = {
  end_customer_id: string
  source_fact_id: string
  fact_type: FactType
  state: FactState
  source_system: string
  external_reference: string
  idempotency_key: string
  business_date: string
  request: SourceFactRequest
  request_hash: string
  duplicate_key: string | null
  blockers: Blocker[]
  /** Null where there are none. */
  warnings: Warning[] | null
  journal_entry_id: string | null
  superseded_by: string | null
  withdrawal: FactWithdrawal | null
  actor_id: string
  request_id: string
  created_at: string
  evaluated_at: string | null
}

export type SourceFactWithIntents = SourceFactRow & { intents: IntentRow[] }

export const factColumns = sql.fragment`
  end_customer_id, source_fact_id, fact_type, state, source_system, external_reference, idempotency_key, business_date,
  request, request_hash, duplicate_key, blockers, warnings, journal_entry_id, superseded_by, withdrawal, actor_id,
  request_id, created_at, evaluated_at
`
const intents = intentsOn({
  end_customer_id: sql.fragment`fact.end_customer_id`,
  subject_id: sql.fragment`fact.source_fact_id`,
})

/** Requests, which never change, with their decisions: for locks and counts. sql.md: facts and their states */
export const factsWithStates = sql.fragment`
  source_facts fact join fact_states using (end_customer_id, source_fact_id)
`

/** The same where the condition is on the request. sql.md: lateral limit 1 */
export const factsThenStates = sql.fragment`(
  select fact.end_customer_id, fact.source_fact_id, fact_type, source_system, external_reference, idempotency_key,
    business_date, request, request_hash, actor_id, request_id, created_at, state, blocker_codes, duplicate_key, blockers,
    warnings, journal_entry_id, superseded_by, withdrawal, evaluated_at, lines
  from source_facts fact cross join lateral (
    select state, blocker_codes, duplicate_key, blockers, warnings, journal_entry_id, superseded_by, withdrawal,
      evaluated_at, lines
    from fact_states
    where fact_states.end_customer_id = fact.end_customer_id and fact_states.source_fact_id = fact.source_fact_id
    limit 1
  ) decided
) fact`

/**
 * The same where the condition is on the state, or in the order of the ids of one end customer. sql.md: lateral limit 1;
 * sql.md: no other index
 */
export const statesThenFacts = sql.fragment`(
  select fact_state.end_customer_id, fact_state.source_fact_id, fact_type, source_system, external_reference,
    idempotency_key, business_date, request, request_hash, actor_id, request_id, created_at, state, blocker_codes,
    duplicate_key, blockers, warnings, journal_entry_id, superseded_by, withdrawal, evaluated_at
  from fact_states fact_state cross join lateral (
    select fact_type, source_system, external_reference, idempotency_key, business_date, request, request_hash,
      actor_id, request_id, created_at
    from source_facts
    where source_facts.source_fact_id = fact_state.source_fact_id
      and source_facts.end_customer_id is not distinct from fact_state.end_customer_id
    limit 1
  ) accepted
) fact`

export function findSourceFact(
  db: Db,
  source_fact_id: string,
  visible: Visibility,
): Promise<SourceFactWithIntents | null> {
  return db.maybeOne(sql.type(row<SourceFactWithIntents>())`
    select ${factColumns}, ${intents}
    from ${factsThenStates}
    where source_fact_id = ${source_fact_id} and ${visibleTo(visible)}
  `)
}

export function findSourceFacts(db: Db, ids: readonly string[]): Promise<readonly SourceFactWithIntents[]> {
  return db.any(sql.type(row<SourceFactWithIntents>())`
    select ${factColumns}, ${intents} from ${factsThenStates} where source_fact_id = any(${sql.array(ids, 'uuid')})
  `)
}

/** What is shown of a request: its evidence, and the partner and the amount that the payload names. */
export type ShownRequest = Evidence & { readonly payload?: object }
type ListedFact = Omit<
  SourceFactWithIntents,
  'request' | 'request_hash' | 'duplicate_key' | 'actor_id' | 'request_id'
> & { request: ShownRequest }

const shownRequest = evidenceOf(
  sql.fragment`request`,
  sql.fragment`,
    'payload', jsonb_build_object(
      'supplier', jsonb_build_object('name', request #> '{payload,supplier,name}'),
      'customer', jsonb_build_object('name', request #> '{payload,customer,name}'),
      'gross_amount', request #> '{payload,gross_amount}'
    )`,
)

/** Newest first. Of the requests only what is shown: a page of them could be half a gigabyte. */
export function listSourceFacts(
  db: Db,
  query: SourceFactQuery & { limit: number },
  after: string | null,
): Promise<Page<ListedFact>> {
  return listPage<ListedFact>(
    db,
    sql.fragment`
    select end_customer_id, source_fact_id, fact_type, state, source_system, external_reference, idempotency_key,
      business_date, ${shownRequest} as request, blockers, warnings, journal_entry_id,
      superseded_by, withdrawal, created_at, evaluated_at, ${intents}
    from ${query.external_reference ? factsThenStates : statesThenFacts}
    ${keysetPage({
      conditions: [
        sql.fragment`end_customer_id = ${query.end_customer_id}`,
        query.state && sql.fragment`state = ${query.state}`,
        query.blocker && sql.fragment`blocker_codes @> ${sql.array([query.blocker], 'text')}`,
        query.fact_type && sql.fragment`fact_type = ${query.fact_type}`,
        query.external_reference && sql.fragment`external_reference = ${query.external_reference}`,
      ],
      key: 'source_fact_id',
      after,
      limit: query.limit + 1,
      newest_first: true,
    })}
  `,
    query.limit,
  )
}

export type BodyKey = Pick<SourceFactRow, 'end_customer_id' | 'source_system' | 'idempotency_key'>

const BODY_KEY = { end_customer_id: 'uuid', source_system: 'text', idempotency_key: 'text' } as const

export async function findSourceFactsByBodyKey(
  db: Db,
  keys: readonly BodyKey[],
): Promise<readonly SourceFactWithIntents[]> {
  if (keys.length === 0) return []
  return db.any(sql.type(row<SourceFactWithIntents>())`
    select ${factColumns}, ${intents}
    from ${factsThenStates}
    join ${recordset('wanted', BODY_KEY, keys)}
    using (end_customer_id, source_system, idempotency_key)
  `)
}

export function lockSourceFact(tx: Tx, key: FactKey): Promise<SourceFactRow | null> {
  return tx.maybeOne(sql.type(row<SourceFactRow>())`
    select ${factColumns}
    from ${factsWithStates}
    where end_customer_id = ${key.end_customer_id} and source_fact_id = ${key.source_fact_id}
    for update of fact_states
  `)
}

export type FactKey = Pick<SourceFactRow, 'end_customer_id' | 'source_fact_id'>
