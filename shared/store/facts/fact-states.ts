import type { FactDecision } from '../../accounting/facts/evaluation.ts'
import type { KeptBlockerCode } from '../../accounting/facts/freed-by.ts'
import { isWrittenHere } from '../databases/fences.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage } from '../db/filters.ts'
import { recordset } from '../db/recordset.ts'
import { FACT_KEY } from './fact-key.ts'
import { type AwaitedBy, isAwaitedBy } from './find-awaited.ts'
import type { FactKey } from './source-facts.ts'

/** A decision, with the entry that it became; null for a fact that is not posted. */
export type SavedDecision = FactDecision & { readonly journal_entry_id: string | null }

const DECISION = {
  end_customer_id: 'uuid',
  source_fact_id: 'uuid',
  state: 'text',
  blockers: 'jsonb',
  journal_entry_id: 'uuid',
  superseded_by: 'uuid',
  warnings: 'jsonb',
} as const

/** In the words of the index fact_states_undecided. */
export const isUndecided = sql.fragment`
  (state = 'received' and failed_at is null or state = 'blocked' and decide_again_at is not null)
`

/** Every fact has its state, so this only updates. sql.md: insert that conflicts */
export function factDecisionsUpdate(decisions: readonly SavedDecision[]) {
  return sql.prepared('save_fact_decisions', row())`
    insert into fact_states (
      end_customer_id, source_fact_id, state, blockers, journal_entry_id, superseded_by, warnings, blocker_codes, evaluated_at
    )
    select decision.end_customer_id, decision.source_fact_id, decision.state, decision.blockers,
      decision.journal_entry_id, decision.superseded_by, decision.warnings,
      case blockers when '[]' then '{}' else array(select distinct jsonb_array_elements(blockers) ->> 'code') end, now()
    from ${recordset('decision', DECISION, decisions.map(decisionRow))}
    -- A superseded fact is decided with a later one, and who has facts decided again locks them in this order.
    order by decision.end_customer_id, decision.source_fact_id
    on conflict (end_customer_id, source_fact_id) do update
    set state = excluded.state, blockers = excluded.blockers, journal_entry_id = excluded.journal_entry_id,
      superseded_by = excluded.superseded_by, blocker_codes = excluded.blocker_codes,
      evaluated_at = excluded.evaluated_at, failed_at = null,
      -- What was handed on after this transaction began may not have been seen by it.
      decide_again_at = case when excluded.state = 'blocked' and fact_states.decide_again_at > now()
        then fact_states.decide_again_at end,
      -- A reversal decides nothing anew.
      warnings = case excluded.state when 'reversed' then fact_states.warnings else excluded.warnings end
  `
}

/** Most facts have no warnings, and null takes no room in a row. */
function decisionRow(decision: SavedDecision) {
  return { ...decision, warnings: decision.warnings.length > 0 ? decision.warnings : null }
}

/** Locks what is decided of facts, in the order of their ids. */
export async function lockFactStates(tx: Tx, end_customer_id: string, ids: readonly string[]): Promise<void> {
  await tx.query(sql.type(row())`
    select from fact_states
    where end_customer_id = ${end_customer_id} and source_fact_id = any(${sql.array(ids, 'uuid')})
    order by source_fact_id
    for update
  `)
}

/**
 * Has blocked facts wait for a decision like new ones, with all that comes after them. Others are left as they are.
 * sql.md: insert that conflicts
 */
export async function markToDecideAgain(tx: Tx, keys: readonly FactKey[]): Promise<void> {
  if (keys.length === 0) return
  await tx.query(sql.type(row())`
    insert into fact_states (end_customer_id, source_fact_id)
    select end_customer_id, source_fact_id from ${recordset('again', FACT_KEY, keys)}
    order by end_customer_id, source_fact_id
    on conflict (end_customer_id, source_fact_id) do update set decide_again_at = now()
    where fact_states.state = 'blocked'
  `)
}

/** Lets later facts pass one whose evaluation failed; its own job, or an operator, tries it again. */
export async function markFactsFailed(tx: Tx, keys: readonly FactKey[]): Promise<void> {
  await tx.query(sql.type(row())`
    update fact_states set failed_at = case state when 'received' then now() end, decide_again_at = null
    from ${recordset('failed', FACT_KEY, keys)}
    where fact_states.end_customer_id = failed.end_customer_id
      and fact_states.source_fact_id = failed.source_fact_id and state in ('received', 'blocked')
  `)
}

/** End customers that have facts with one of these blockers. */
export function findCustomersBlockedBy(db: Db, codes: readonly KeptBlockerCode[]): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ end_customer_id: string }>())`
    select distinct end_customer_id from fact_states
    where state = 'blocked' and blocker_codes && ${sql.array(codes, 'text')} and ${isWrittenHere()}
    union
    select end_customer_id from intents
    where state = 'blocked' and blocker_codes && ${sql.array(codes, 'text')} and ${isWrittenHere()}
  `)
}

/**
 * Blocked facts of an end customer with one of these blockers, in the order in which they came.
 *
 * @param by null for all of them, whatever they wait for
 */
export function findBlockedFacts(
  db: Db,
  end_customer_id: string,
  codes: readonly KeptBlockerCode[],
  by: AwaitedBy | null,
  after: string | null,
  limit: number,
): Promise<readonly FactKey[]> {
  return db.any(sql.type(row<FactKey>())`
    select end_customer_id, source_fact_id
    from fact_states
    ${keysetPage({
      conditions: [
        sql.fragment`end_customer_id = ${end_customer_id} and state = 'blocked'`,
        sql.fragment`blocker_codes && ${sql.array(codes, 'text')}`,
        by && isAwaitedBy(by),
      ],
      key: 'source_fact_id',
      after,
      limit,
    })}
  `)
}
