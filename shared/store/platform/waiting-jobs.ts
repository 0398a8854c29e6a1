import { FACT_QUEUES, type QueueName } from '../../contract/platform/queue-names.ts'
import { type Db, row, sql } from '../db/database.ts'
import { QUEUES_OF_FACTS } from './index-jobs.ts'

const WAITS = sql.fragment`state < 'active' and start_after <= now()`

/**
 * What has a job that waits and is due, of these ids. Most work has the job that came with it, under the same id. The
 * others are looked for in one pass over all waiting jobs: the queue has no index for what a job works on.
 *
 * @param key the name of the id in the data of a job
 */
export async function findIdsWithJob(
  db: Db,
  queues: readonly QueueName[],
  key: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const names = sql.array([...queues], 'text')
  const first = await db.anyFirst(sql.type(row<{ id: string }>())`
    select id from pgboss.job where name = any(${names}) and id = any(${sql.array([...ids], 'uuid')}) and ${WAITS}
  `)
  const found = new Set(first)
  const others = ids.filter((id) => !found.has(id))
  if (others.length === 0) return found
  const later = await db.anyFirst(sql.type(row<{ id: string }>())`
    select distinct data ->> ${key} as id from pgboss.job
    where name = any(${names}) and ${WAITS} and data ->> ${key} = any(${sql.array(others, 'text')})
  `)
  return new Set([...found, ...later])
}

/** The same for facts of one end customer, whose jobs `indexJobs` has, so nothing is read of the jobs of others. */
export async function findFactsWithJob(
  db: Db,
  end_customer_id: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await db.anyFirst(sql.type(row<{ id: string }>())`
    select id::text from pgboss.job
    where name = any(${sql.array(FACT_QUEUES, 'text')}) and id = any(${sql.array([...ids], 'uuid')}) and ${WAITS}
    union all
    select data ->> 'source_fact_id' from pgboss.job
    where name = any(${sql.array(QUEUES_OF_FACTS, 'text')}) and state < 'completed'
      and (data ->> 'end_customer_id')::uuid = ${end_customer_id} and data ->> 'end_customer_id' is not null
      and id::text is distinct from data ->> 'source_fact_id'
      and ${WAITS} and data ->> 'source_fact_id' = any(${sql.array([...ids], 'text')})
  `)
  return new Set(found)
}
