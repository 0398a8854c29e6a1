import type { Blocker } from '../accounting/blockers.ts'
import { type Db, row, sql, type Tx } from './database.ts'
import { recordset } from './recordset.ts'
import { type FactKey, type FactState, factColumns, type SourceFactRow } from './source-facts.ts'

/** How many facts of a guest are decided with somebody else's batch. */
const GUEST_FACTS = 25

/** Facts as they were accepted, which never changes; what has been decided of them may be old at once. */
export function readFacts(tx: Tx, keys: readonly FactKey[]): Promise<readonly SourceFactRow[]> {
  return tx.any(sql.prepared('read_facts', row<SourceFactRow>())`
    select ${factColumns}
    from ${sql.unnest(
      keys.map((key) => [key.end_customer_id, key.source_fact_id]),
      ['uuid', 'uuid'],
    )} as wanted (end_customer_id, source_fact_id)
    join source_facts using (end_customer_id, source_fact_id)
  `)
}

export type WaitingFact = Pick<SourceFactRow, 'end_customer_id' | 'source_fact_id' | 'state' | 'blockers'>

/**
 * The facts that jobs name and that still wait for a decision, and every one of the same end customers that came
 * before them: facts of one end customer are decided in the order in which they came, whichever worker has which job.
 * What is named is mostly found by the index of what waits; the rest (blocked, failed, decided) is looked up one by one.
 * The order inside the lateral joins keeps the planner from joining all that waits of all end customers instead.
 *
 * @param guest_ids end customers of whom the oldest few come along
 */
export function findWaitingFacts(
  tx: Tx,
  keys: readonly FactKey[],
  guest_ids: readonly string[] = [],
): Promise<readonly WaitingFact[]> {
  return tx.any(sql.prepared('find_waiting_facts', row<WaitingFact>())`
    with wanted as (
      select * from ${sql.unnest(
        keys.map((key) => [key.end_customer_id, key.source_fact_id]),
        ['uuid', 'uuid'],
      )} as wanted (end_customer_id, source_fact_id)
    ), latest as (
      select distinct on (end_customer_id) end_customer_id, source_fact_id as last_id
      from wanted order by end_customer_id, source_fact_id desc
    ), waiting as (
      select earlier.*
      from latest
      cross join lateral (
        select end_customer_id, source_fact_id, state, blockers from source_facts fact
        where fact.end_customer_id = latest.end_customer_id and fact.source_fact_id <= last_id
          and fact.state = 'received' and fact.failed_at is null
        order by fact.source_fact_id
      ) earlier
      union all
      select oldest.*
      from unnest(${sql.array(guest_ids, 'uuid')}) as guest (id)
      cross join lateral (
        select end_customer_id, source_fact_id, state, blockers from source_facts fact
        where fact.end_customer_id = guest.id and fact.state = 'received' and fact.failed_at is null
        order by fact.source_fact_id
        limit ${GUEST_FACTS}
      ) oldest
    ), others as (
      select end_customer_id, source_fact_id from wanted
      except
      select end_customer_id, source_fact_id from waiting
    )
    select end_customer_id, source_fact_id, state, blockers from waiting
    union all
    select end_customer_id, source_fact_id, state, blockers
    from others join source_facts using (end_customer_id, source_fact_id)
    where state in ('received', 'blocked')
    order by end_customer_id, source_fact_id
  `)
}

/** Blocked facts of an end customer with one of these blockers, in the order in which they came. */
export function findBlockedFacts(
  db: Db,
  end_customer_id: string,
  codes: readonly string[],
  after: string | null,
  limit: number,
): Promise<readonly FactKey[]> {
  return db.any(sql.type(row<FactKey>())`
    select end_customer_id, source_fact_id
    from source_facts
    where end_customer_id = ${end_customer_id} and state = 'blocked'
      and blocker_codes && ${sql.array(codes, 'text')}
      and (${after}::uuid is null or source_fact_id > ${after}::uuid)
    order by source_fact_id
    limit ${limit}
  `)
}

export type Relative = {
  source_fact_id: string
  relative_id: string
  relative_state: FactState
  relative_reference: string
  kind: 'twin' | 'duplicate'
}

const RELATIVE_KEY = {
  end_customer_id: 'uuid',
  source_fact_id: 'uuid',
  source_system: 'text',
  external_reference: 'text',
  duplicate_key: 'text',
} as const

/** Twins: facts with the same external reference. Duplicates: posted documents that look the same under another one. */
export function findRelatives(
  tx: Tx,
  facts: readonly Pick<SourceFactRow, keyof typeof RELATIVE_KEY>[],
): Promise<readonly Relative[]> {
  return tx.any(sql.prepared('find_relatives', row<Relative>())`
    with facts as (
      select * from ${recordset('fact', RELATIVE_KEY, facts)}
    )
    select facts.source_fact_id, twin.source_fact_id as relative_id, twin.state as relative_state,
      twin.external_reference as relative_reference, 'twin' as kind
    from facts
    join source_facts twin using (end_customer_id, external_reference, source_system)
    where twin.source_fact_id <> facts.source_fact_id and twin.state in ('received', 'blocked', 'posted')
    union all
    select facts.source_fact_id, twin.source_fact_id, twin.state, twin.external_reference, 'duplicate'
    from facts
    join source_facts twin using (end_customer_id, duplicate_key)
    where twin.state = 'posted'
      and (twin.external_reference, twin.source_system) <> (facts.external_reference, facts.source_system)
  `)
}

export type FactDecision = FactKey & {
  readonly state: FactState
  readonly blockers: readonly Blocker[]
  readonly journal_entry_id: string | null
  readonly superseded_by: string | null
}

const DECISION = {
  end_customer_id: 'uuid',
  source_fact_id: 'uuid',
  state: 'text',
  blockers: 'jsonb',
  journal_entry_id: 'uuid',
  superseded_by: 'uuid',
} as const

export function factDecisionsUpdate(decisions: readonly FactDecision[]) {
  return sql.prepared('save_fact_decisions', row())`
    update source_facts fact
    set state = decision.state, blockers = decision.blockers, journal_entry_id = decision.journal_entry_id,
      blocker_codes = case decision.blockers when '[]' then '{}'
        else array(select distinct jsonb_array_elements(decision.blockers) ->> 'code') end,
      superseded_by = decision.superseded_by, evaluated_at = now(), failed_at = null
    from ${recordset('decision', DECISION, decisions)}
    where fact.end_customer_id = decision.end_customer_id and fact.source_fact_id = decision.source_fact_id
  `
}

/** Lets later facts pass one whose evaluation failed; its own job, or an operator, tries it again. */
export async function markFactsFailed(db: Db, keys: readonly FactKey[]): Promise<void> {
  await db.query(sql.type(row())`
    update source_facts set failed_at = now()
    from ${sql.unnest(
      keys.map((key) => [key.end_customer_id, key.source_fact_id]),
      ['uuid', 'uuid'],
    )} as failed (end_customer_id, source_fact_id)
    where source_facts.end_customer_id = failed.end_customer_id
      and source_facts.source_fact_id = failed.source_fact_id and state = 'received'
  `)
}

/** End customers that have facts with one of these blockers. */
export function findCustomersBlockedBy(db: Db, codes: readonly string[]): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ end_customer_id: string }>())`
    select distinct end_customer_id from source_facts
    where state = 'blocked' and blocker_codes && ${sql.array(codes, 'text')}
  `)
}
