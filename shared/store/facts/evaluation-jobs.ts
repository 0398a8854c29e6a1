import { sql } from '../db/database.ts'

/**
 * The jobs of the facts in `created`, each requested by a row of `input`, as pg-boss would make them with the options of
 * its queue, and a notification for the workers of each queue: two more parts of the query that creates the facts. A round trip
 * of its own for pg-boss's insert would cost the hot path more than the rest of accepting. A test compares such a job
 * with one that pg-boss made. Its id is the fact's, so a second job for the same acceptance cannot be.
 *
 * @source pg-boss, "Direct table access for bulk loads"
 */
export const evaluationJobs = sql.fragment`
  jobs as (
    insert into pgboss.job (
      name, id, data, start_after, created_on, keep_until, expire_seconds, deletion_seconds, heartbeat_seconds,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter
    )
    select queue.name, source_fact_id,
      jsonb_strip_nulls(jsonb_build_object(
        'end_customer_id', created.end_customer_id, 'source_fact_id', source_fact_id, 'traceparent', traceparent
      )),
      pgboss.job_now(), pgboss.job_now(), pgboss.job_now() + queue.retention_seconds * interval '1s',
      queue.expire_seconds, queue.deletion_seconds, queue.heartbeat_seconds, queue.retry_limit, queue.retry_delay,
      queue.retry_backoff, queue.retry_delay_max, queue.policy, queue.dead_letter
    from created join input using (source_fact_id)
    join pgboss.queue on queue.name = input.lane
    returning name
  ), notified as (
    select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), name) from (select distinct name from jobs) as woken
  )
`

/**
 * A condition that is always true, for the end of a query with `evaluationJobs`: `notified` only selects, and PostgreSQL
 * does not run a part that nothing reads. sql.md: run by counting
 */
export const workersAreNotified = sql.fragment`(select count(*) from notified) >= 0`
