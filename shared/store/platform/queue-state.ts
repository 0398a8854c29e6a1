import { FACT_QUEUES } from '../../contract/platform/queue-names.ts'
import { type Db, row, sql } from '../db/database.ts'
import { QUEUES_OF_FACTS } from './index-jobs.ts'

/**
 * True while facts of this end customer wait to be evaluated, for the first time or again, or are being evaluated: a probe of
 * `indexJobs`, and of each index of facts that wait. A fact whose evaluation failed waits as long as its job is tried again; the
 * first job of a fact has its id.
 */
export async function hasReevaluationWaiting(db: Db, end_customer_id: string): Promise<boolean> {
  return db.exists(sql.type(row())`
    select from pgboss.job
    where name = any(${sql.array(QUEUES_OF_FACTS, 'text')}) and state < 'completed'
      and (data ->> 'end_customer_id')::uuid = ${end_customer_id} and data ->> 'end_customer_id' is not null
      and id::text is distinct from data ->> 'source_fact_id'
    union all
    select from fact_states where end_customer_id = ${end_customer_id} and state = 'received' and failed_at is null
    union all
    select from fact_states where end_customer_id = ${end_customer_id} and state = 'received' and failed_at is not null
      and exists (
        select from pgboss.job
        where name = any(${sql.array(FACT_QUEUES, 'text')}) and id = source_fact_id and state < 'completed'
      )
  `)
}

/** True when at least this number of facts wait to be evaluated. It counts no further, and along an index. */
export async function doFactsWait(db: Db, depth: number): Promise<boolean> {
  return db.exists(sql.type(row())`
    select from pgboss.job
    where name = any(${sql.array(FACT_QUEUES, 'text')}) and state < 'active' and not blocked
    offset ${depth - 1}
  `)
}

/** Beyond so many a share of those that wait is looked at, which is exact to a per cent or two. */
const MOST_LOOKED_AT = 20_000

/**
 * How many of the facts that wait each API key has sent.
 *
 * @param depth so many wait at least
 */
export async function countWaitingByKey(db: Db, depth: number): Promise<readonly (readonly [string, number])[]> {
  const share = Math.min(1, MOST_LOOKED_AT / depth)
  const counted = await db.any(sql.type(row<{ actor_id: string; count: number }>())`
    select actor_id, count(*)::integer as count
    from (
      select (data ->> 'source_fact_id')::uuid as source_fact_id, (data ->> 'end_customer_id')::uuid as end_customer_id
      from pgboss.job
      where name = any(${sql.array(FACT_QUEUES, 'text')}) and state < 'active' and not blocked
        and random() < ${share}
    ) waiting
    join source_facts using (source_fact_id, end_customer_id)
    group by actor_id
  `)
  return counted.map(({ actor_id, count }) => [actor_id, count / share])
}
