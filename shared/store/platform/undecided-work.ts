import type { BlockerCode } from '../../accounting/facts/blockers.ts'
import type { FactState } from '../../contract/facts/source-facts.ts'
import { isWrittenHere } from '../databases/fences.ts'
import { type Db, row, sql } from '../db/database.ts'
import { allOf, type Condition, keysetPage } from '../db/filters.ts'

/** Accepted work that is not done yet, with or without a job. `received`: not tried so far. */
const UNDECIDED = {
  facts: sql.fragment`
    select end_customer_id, source_fact_id as id, state, blocker_codes
    from fact_states where state in ('received', 'blocked')
  `,
  intents: sql.fragment`
    select end_customer_id, intent_id as id, case state when 'pending' then 'received' else state end as state,
      blocker_codes
    from intents where state in ('pending', 'blocked')
  `,
  imports: sql.fragment`
    select end_customer_id, import_id as id, state, '{}'::text[] as blocker_codes
    from camt053_imports where state = 'received'
  `,
  notifications: sql.fragment`
    select end_customer_id, import_id as id, state, '{}'::text[] as blocker_codes
    from camt054_imports where state = 'received'
  `,
}
export type WorkKind = keyof typeof UNDECIDED
export const WORK_KINDS = Object.keys(UNDECIDED) as WorkKind[]

export const UNDECIDED_STATES = ['received', 'blocked'] as const satisfies readonly FactState[]

export type WorkFilter = { state?: (typeof UNDECIDED_STATES)[number]; blocker?: BlockerCode; endCustomer?: string }
export type UndecidedWork = { end_customer_id: string; id: string }

/** Page by page, in the order of the ids. */
export function findUndecidedWork(db: Db, kind: WorkKind, filter: WorkFilter, after: string | null, limit: number) {
  return db.any(sql.type(row<UndecidedWork>())`
    select end_customer_id, id
    from (${UNDECIDED[kind]}) as undecided
    ${keysetPage({ conditions: conditionsOf(filter), key: 'id', after, limit })}
  `)
}

export function countUndecidedWork(db: Db, kind: WorkKind, filter: WorkFilter): Promise<number> {
  return db.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from (${UNDECIDED[kind]}) as undecided where ${allOf(conditionsOf(filter))}
  `)
}

function conditionsOf({ state, blocker, endCustomer }: WorkFilter): Condition[] {
  return [
    isWrittenHere(),
    state && sql.fragment`state = ${state}`,
    blocker && sql.fragment`blocker_codes @> ${sql.array([blocker], 'text')}`,
    endCustomer !== undefined && sql.fragment`end_customer_id = ${endCustomer}`,
  ]
}
