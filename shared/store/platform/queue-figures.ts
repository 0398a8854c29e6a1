import { FACT_QUEUES } from '../../contract/platform/queue-names.ts'
import { firstUuidAt } from '../../process/ids.ts'
import { isReadHere } from '../databases/fences.ts'
import { type Db, row, sql } from '../db/database.ts'
import { isOpenDeadLetter } from './dead-letters.ts'

export type QueueLine = {
  queue: string
  waiting: number
  delayed: number
  active: number
  retrying: number
  oldest_waiting_seconds: number | null
  done_last_minute: number
  done_last_hour: number
  failed_last_hour: number
  failed: number
  dead_letters: number
  paused_since: string | null
  pause_reason: string | null
}

/**
 * Depth, age of the oldest, rate and failures of each queue. Completed and failed jobs are counted for as long as
 * pg-boss keeps it, a day; dead letters, which belong to the queue that they come from, until they are redriven.
 */
export function listQueues(db: Db): Promise<readonly QueueLine[]> {
  return db.any(sql.type(row<QueueLine>())`
    select queue.name as queue,
      count(*) filter (where state = 'created' and start_after <= now())::integer as waiting,
      count(*) filter (where state = 'created' and start_after > now())::integer as delayed,
      count(*) filter (where state = 'active')::integer as active,
      count(*) filter (where state = 'retry')::integer as retrying,
      extract(epoch from now() - min(job.created_on) filter (where state in ('created', 'retry') and start_after <= now()))
        ::integer as oldest_waiting_seconds,
      count(*) filter (where state = 'completed' and completed_on > now() - interval '1 minute')::integer as done_last_minute,
      count(*) filter (where state = 'completed' and completed_on > now() - interval '1 hour')::integer as done_last_hour,
      count(*) filter (where state = 'failed' and completed_on > now() - interval '1 hour')::integer as failed_last_hour,
      count(*) filter (where state = 'failed')::integer as failed,
      (select count(*) from pgboss.job dead_letter where dead_letter.name = 'dead_letters'
        and dead_letter.source_name = queue.name and ${isOpenDeadLetter})::integer as dead_letters,
      paused_at as paused_since, reason as pause_reason
    from pgboss.queue left join pgboss.job on job.name = queue.name
    left join lateral (
      select paused_at, reason from paused_queues
      -- The backlog of facts stands still with their queue.
      where paused_queues.queue in (queue.name, case when queue.name = 'facts.backlog' then 'facts.evaluate' end)
      order by paused_at
      limit 1
    ) pause on true
    where queue.name not like '\\_\\_pgboss%'
    group by queue.name, paused_at, reason
    order by queue.name
  `)
}

export type QueueGauge = { queue: string; waiting: number; active: number; oldest_seconds: number }

/**
 * Waiting and running jobs, by the counts that the workers keep (at most some seconds old; without a worker, the query
 * counts along an index), and the age of the oldest job that could run, by pg-boss's own index. Cheap however many jobs
 * there are.
 */
export function readQueueGauges(db: Db): Promise<readonly QueueGauge[]> {
  return db.any(sql.type(row<QueueGauge>())`
    -- sql.md: as materialized
    with counted as materialized (
      select name, count(*)::integer as waiting from pgboss.job
      where state < 'active' and not blocked
      group by name
    )
    select name as queue, active_count as active,
      case when monitor_on > now() - interval '1 minute' then queued_count
        else coalesce((select waiting from counted where counted.name = queue.name), 0)
      end as waiting,
      coalesce(extract(epoch from now() - oldest.start_after)::float8, 0) as oldest_seconds
    from pgboss.queue
    left join lateral (
      select start_after from pgboss.job
      where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
      order by priority desc, created_on
      limit 1
    ) oldest on true
    where name not like '\\_\\_pgboss%'
    order by name
  `)
}

/** Limits of the sample that the lag is measured on: number of facts, and time since posting. */
const LAG_FACTS = 1_000
const LAG_MS = 5 * 60_000

/**
 * Seconds from the acceptance of a fact to its posting, at these quantiles, of the newest facts that were posted in the
 * last five minutes; null where there are none. Facts blocked at first are left out: the job with the id of such a fact
 * was over long before the posting. Ids of entries grow with time, so the query reads along their index.
 */
export function readPostingLag(db: Db, quantiles: readonly number[]): Promise<readonly number[] | null> {
  return db.oneFirst(sql.type(row<{ seconds: number[] | null }>())`
    -- sql.md: as materialized
    with newest as materialized (
      select end_customer_id, source_id, posted_at
      from journal_entries
      where journal_entry_id > ${firstUuidAt(Date.now() - LAG_MS)} and reversal_of is null and ${isReadHere()}
      order by journal_entry_id desc
      limit ${LAG_FACTS}
    )
    select percentile_cont(${sql.array(quantiles, 'float8')}) within group (
      order by extract(epoch from posted_at - fact.created_at)::float8
    ) as seconds
    from newest
    join source_facts fact on fact.end_customer_id = newest.end_customer_id and fact.source_fact_id = newest.source_id
    join pgboss.job on job.name = any(${sql.array(FACT_QUEUES, 'text')}) and job.id = newest.source_id
    where completed_on is null or completed_on > posted_at - interval '1 minute'
  `)
}

/** Facts by blocker, of all end customers; it reads the blocked ones only. */
export function countBlockedFacts(db: Db): Promise<readonly { blocker: string; facts: number }[]> {
  return db.any(sql.type(row<{ blocker: string; facts: number }>())`
    select blocker, count(*)::integer as facts
    from fact_states cross join unnest(blocker_codes) as blocker
    where state = 'blocked' and ${isReadHere()}
    group by blocker
    order by blocker
  `)
}
