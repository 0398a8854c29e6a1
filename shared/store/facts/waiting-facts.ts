import { FEW_LINES, MOST_LINES_AT_ONCE } from '../../accounting/documents/lines-of-document.ts'
import { type Db, row, sql } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import { FACT_KEY } from './fact-key.ts'
import { isUndecided } from './fact-states.ts'
import type { FactKey, SourceFactRow } from './source-facts.ts'

/** The number of facts of an extra customer that one batch decides. */
export const MAX_EXTRA_FACTS = 25
/**
 * The number of facts of an end customer that one batch looks at: as many as it decides where each has few lines. With
 * fewer, one that is decided anew would come within reach although earlier ones wait that were not looked at.
 */
const MAX_EARLIER_FACTS = Math.ceil(MOST_LINES_AT_ONCE / FEW_LINES)

export type WaitingFact = Pick<SourceFactRow, 'end_customer_id' | 'source_fact_id' | 'state' | 'blockers'> & {
  /** Null for a fact of few lines. */
  lines: number | null
  /** There are so many earlier ones that those before it were not all looked at. */
  is_behind: boolean
}

/**
 * The facts that jobs name and that still wait for a decision, and the earliest waiting ones of the same end customers up
 * to them, a bounded number: facts of one end customer are decided in the order in which they came, whichever worker has
 * which job, for the first time or again.
 * Most of the named facts are found by the index of waiting facts; the rest (blocked, failed, decided) is looked up one
 * by one. The lateral joins keep the planner from joining all facts, or all that wait, instead.
 *
 * @param extra_customers end customers whose oldest few facts are decided too
 */
export function findWaitingFacts(
  db: Db,
  keys: readonly FactKey[],
  extra_customers: readonly string[] = [],
): Promise<readonly WaitingFact[]> {
  return db.any(sql.prepared('find_waiting_facts', row<WaitingFact>())`
    with wanted as (
      select end_customer_id, source_fact_id from ${recordset('wanted', FACT_KEY, keys)}
    ), latest as (
      select distinct on (end_customer_id) end_customer_id, source_fact_id as last_id
      from wanted order by end_customer_id, source_fact_id desc
    ), waiting as (
      select earlier.end_customer_id, earlier.source_fact_id, earlier.state, earlier.blockers, earlier.lines, false as is_behind
      from latest
      -- sql.md: lateral in order
      cross join lateral (
        select end_customer_id, source_fact_id, state, blockers, lines from fact_states
        where fact_states.end_customer_id = latest.end_customer_id and fact_states.source_fact_id <= last_id
          and ${isUndecided}
        order by fact_states.source_fact_id
        limit ${MAX_EARLIER_FACTS}
      ) earlier
      union all
      select oldest.end_customer_id, oldest.source_fact_id, oldest.state, oldest.blockers, oldest.lines, false
      from unnest(${sql.array(extra_customers, 'uuid')}) as extra (id)
      cross join lateral (
        select end_customer_id, source_fact_id, state, blockers, lines from fact_states
        where end_customer_id = extra.id and ${isUndecided}
        order by source_fact_id
        limit ${MAX_EXTRA_FACTS}
      ) oldest
    ), others as (
      select end_customer_id, source_fact_id from wanted
      except
      select end_customer_id, source_fact_id from waiting
    )
    select end_customer_id, source_fact_id, state, blockers, lines, is_behind from waiting
    union all
    select other.end_customer_id, other.source_fact_id, other.state, other.blockers, other.lines,
      other.is_behind
    from others
    -- sql.md: lateral limit 1
    cross join lateral (
      select end_customer_id, source_fact_id, state, blockers, lines, ${isUndecided} as is_behind from fact_states
      where fact_states.end_customer_id = others.end_customer_id and fact_states.source_fact_id = others.source_fact_id
      limit 1
    ) other
    where state in ('received', 'blocked')
    order by end_customer_id, source_fact_id
  `)
}

/** Those of some end customers of whose facts more lines wait for a decision than that. */
export function findCustomersWithMuchWaiting(
  db: Db,
  end_customer_ids: readonly string[],
  most_lines: number,
): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ end_customer_id: string }>())`
    select customer.id as end_customer_id
    from unnest(${sql.array(end_customer_ids, 'uuid')}) as customer (id)
    -- sql.md: lateral in order
    cross join lateral (
      select lines from fact_states
      where end_customer_id = customer.id and ${isUndecided}
      order by source_fact_id
      limit ${Math.ceil(most_lines / FEW_LINES) + 1}
    ) earliest
    group by customer.id
    having sum(coalesce(lines, ${FEW_LINES})) > ${most_lines}
  `)
}
