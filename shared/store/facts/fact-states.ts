import type { Blocker, BlockerCode } from '../../accounting/facts/blockers.ts'
import type { FactState } from '../../contract/facts/source-facts.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import { type FactKey, factColumns, factsThenStates, type SourceFactRow, statesThenFacts } from './source-facts.ts'

/** How many facts of a guest are decided with somebody else's batch. */
const GUEST_FACTS = 25

const FACT_KEY = { end_customer_id: 'uuid', source_fact_id: 'uuid' } as const

/** Facts as they were accepted, which never changes; what has been decided of them may be old at once. */
export function readFacts(tx: Tx, keys: readonly FactKey[]): Promise<readonly SourceFactRow[]> {
  return tx.any(sql.prepared('read_facts', row<SourceFactRow>())`
    select fact.*
    from ${recordset('wanted', FACT_KEY, keys)}
    -- sql.md: lateral limit 1
    cross join lateral (
      select ${factColumns} from ${factsThenStates}
      where fact.source_fact_id = wanted.source_fact_id and fact.end_customer_id = wanted.end_customer_id
      limit 1
    ) fact
  `)
}

export type WaitingFact = Pick<SourceFactRow, 'end_customer_id' | 'source_fact_id' | 'state' | 'blockers'>

/**
 * The facts that jobs name and that still wait for a decision, and every one of the same end customers that came
 * before them: facts of one end customer are decided in the order in which they came, whichever worker has which job.
 * What is named is mostly found by the index of what waits; the rest (blocked, failed, decided) is looked up one by one.
 * What stands inside the lateral joins keeps the planner from joining all facts, or all that wait, instead.
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
      select * from ${recordset('wanted', FACT_KEY, keys)}
    ), latest as (
      select distinct on (end_customer_id) end_customer_id, source_fact_id as last_id
      from wanted order by end_customer_id, source_fact_id desc
    ), waiting as (
      select earlier.*
      from latest
      -- sql.md: lateral in order
      cross join lateral (
        select end_customer_id, source_fact_id, state, blockers from fact_states
        where fact_states.end_customer_id = latest.end_customer_id and fact_states.source_fact_id <= last_id
          and state = 'received' and failed_at is null
        order by fact_states.source_fact_id
      ) earlier
      union all
      select oldest.*
      from unnest(${sql.array(guest_ids, 'uuid')}) as guest (id)
      cross join lateral (
        select end_customer_id, source_fact_id, state, blockers from fact_states
        where end_customer_id = guest.id and state = 'received' and failed_at is null
        order by source_fact_id
        limit ${GUEST_FACTS}
      ) oldest
    ), others as (
      select end_customer_id, source_fact_id from wanted
      except
      select end_customer_id, source_fact_id from waiting
    )
    select end_customer_id, source_fact_id, state, blockers from waiting
    union all
    select other.*
    from others
    -- sql.md: lateral limit 1
    cross join lateral (
      select end_customer_id, source_fact_id, state, blockers from fact_states
      where fact_states.end_customer_id = others.end_customer_id and fact_states.source_fact_id = others.source_fact_id
      limit 1
    ) other
    where state in ('received', 'blocked')
    order by end_customer_id, source_fact_id
  `)
}

/** Blocked facts of an end customer with one of these blockers, in the order in which they came. */
export function findBlockedFacts(
  db: Db,
  end_customer_id: string,
  codes: readonly BlockerCode[],
  after: string | null,
  limit: number,
): Promise<readonly FactKey[]> {
  return db.any(sql.type(row<FactKey>())`
    select end_customer_id, source_fact_id
    from fact_states
    where end_customer_id = ${end_customer_id} and state = 'blocked'
      and blocker_codes && ${sql.array(codes, 'text')}
      and (${after}::uuid is null or source_fact_id > ${after}::uuid)
    order by source_fact_id
    limit ${limit}
  `)
}

export type RelatedFact = {
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

/**
 * Twins: facts with the same external reference. Duplicates: posted documents that look the same under another one. The
 * orders are what only the right index has; without them any other of an end customer may seem as good.
 */
export function findRelatedFacts(
  tx: Tx,
  facts: readonly Pick<SourceFactRow, keyof typeof RELATIVE_KEY>[],
): Promise<readonly RelatedFact[]> {
  return tx.any(sql.prepared('find_relatives', row<RelatedFact>())`
    with facts as (
      select * from ${recordset('fact', RELATIVE_KEY, facts)}
    )
    select facts.source_fact_id, twin.source_fact_id as relative_id, twin.state as relative_state,
      twin.external_reference as relative_reference, 'twin' as kind
    from facts
    -- sql.md: lateral in order
    cross join lateral (
      select * from ${factsThenStates}
      where fact.end_customer_id = facts.end_customer_id and fact.external_reference = facts.external_reference
        and fact.source_system = facts.source_system and fact.source_fact_id <> facts.source_fact_id
      order by fact.source_fact_id
    ) twin
    where twin.state in ('received', 'blocked', 'posted')
    union all
    select facts.source_fact_id, twin.source_fact_id, twin.state, twin.external_reference, 'duplicate'
    from facts
    -- sql.md: lateral in order
    cross join lateral (
      select * from ${statesThenFacts}
      where fact.end_customer_id = facts.end_customer_id and fact.duplicate_key = facts.duplicate_key
        and fact.state = 'posted'
      order by fact.journal_entry_id
    ) twin
    where (twin.external_reference, twin.source_system) <> (facts.external_reference, facts.source_system)
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

/** Every fact has its state, so this only updates. sql.md: insert that conflicts */
export function factDecisionsUpdate(decisions: readonly FactDecision[]) {
  return sql.prepared('save_fact_decisions', row())`
    insert into fact_states as own (
      end_customer_id, source_fact_id, state, blockers, journal_entry_id, superseded_by, blocker_codes, evaluated_at
    )
    select decision.*,
      case blockers when '[]' then '{}' else array(select distinct jsonb_array_elements(blockers) ->> 'code') end, now()
    from ${recordset('decision', DECISION, decisions)}
    on conflict (end_customer_id, source_fact_id) do update
    set state = excluded.state, blockers = excluded.blockers, journal_entry_id = excluded.journal_entry_id,
      superseded_by = excluded.superseded_by, blocker_codes = excluded.blocker_codes,
      evaluated_at = excluded.evaluated_at, failed_at = null
  `
}

/** Lets later facts pass one whose evaluation failed; its own job, or an operator, tries it again. */
export async function markFactsFailed(db: Db, keys: readonly FactKey[]): Promise<void> {
  await db.query(sql.type(row())`
    update fact_states set failed_at = now()
    from ${recordset('failed', FACT_KEY, keys)}
    where fact_states.end_customer_id = failed.end_customer_id
      and fact_states.source_fact_id = failed.source_fact_id and state = 'received'
  `)
}

/** End customers that have facts with one of these blockers. */
export function findCustomersBlockedBy(db: Db, codes: readonly BlockerCode[]): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ end_customer_id: string }>())`
    select distinct end_customer_id from fact_states
    where state = 'blocked' and blocker_codes && ${sql.array(codes, 'text')}
  `)
}
