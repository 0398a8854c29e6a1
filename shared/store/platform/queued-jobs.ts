import { type Db, row, sql, type Tx } from '../db/database.ts'
import { allOf } from '../db/filters.ts'

export const JOB_STATES = ['created', 'retry', 'active', 'failed', 'cancelled', 'completed'] as const
export type JobState = (typeof JOB_STATES)[number]

export type JobFilter = {
  queue?: string
  state?: JobState
  endCustomer?: string
  error?: string
  since?: string
  until?: string
}
export type JobLine = {
  id: string
  queue: string
  state: JobState
  end_customer_id: string | null
  attempts: number
  created_at: string
  started_at: string | null
  error: string | null
}

/** The output of a job; a dead letter has that of the job that failed. */
const jobOutput = sql.fragment`coalesce(output, source_output)`
const jobError = messageOf(jobOutput)

/** pg-boss wraps the message of a job that timed out. */
export function messageOf(output: typeof jobOutput) {
  return sql.fragment`coalesce(${output} ->> 'message', ${output} -> 'value' ->> 'message')`
}

/** How often a job has been begun: a retry is counted when it starts, the first attempt never is. */
const attempts = sql.fragment`(retry_count + (started_on is not null)::integer)::integer`

/** Jobs that were created in this time, the newest first. pg-boss keeps completed jobs for a day. */
export function listJobs(db: Db, filter: JobFilter, limit: number): Promise<readonly JobLine[]> {
  const { queue, state, endCustomer, error, since, until } = filter
  return db.any(sql.type(row<JobLine>())`
    select id, name as queue, state::text as state, data ->> 'end_customer_id' as end_customer_id,
      ${attempts} as attempts, created_on as created_at, started_on as started_at, ${jobError} as error
    from pgboss.job
    where ${allOf([
      sql.fragment`name not like '\\_\\_pgboss%'`,
      queue !== undefined && sql.fragment`name = ${queue}`,
      state && sql.fragment`state::text = ${state}`,
      endCustomer !== undefined && sql.fragment`data ->> 'end_customer_id' = ${endCustomer}`,
      error !== undefined && sql.fragment`strpos(lower(${jobOutput}::text), lower(${error})) > 0`,
      since !== undefined && sql.fragment`date_trunc('milliseconds', created_on) >= ${since}::timestamptz`,
      until !== undefined && sql.fragment`date_trunc('milliseconds', created_on) <= ${until}::timestamptz`,
    ])}
    order by created_on desc, name, id
    limit ${limit}
  `)
}

export type JobDetails = JobLine & {
  start_after: string
  completed_at: string | null
  retry_limit: number
  singleton_key: string | null
  data: unknown
  output: unknown
  /** Only a dead letter has them: the job that it is a copy of. */
  source_queue: string | null
  source_id: string | null
}

/** The jobs of this id, which may be one in each queue, and the dead letters of such a job, which have other ids. */
export function findJobs(db: Db, id: string): Promise<readonly JobDetails[]> {
  return db.any(sql.type(row<JobDetails>())`
    select id, name as queue, state::text as state, data ->> 'end_customer_id' as end_customer_id,
      ${attempts} as attempts, retry_limit, singleton_key, created_on as created_at, start_after,
      started_on as started_at, completed_on as completed_at, ${jobError} as error, source_name as source_queue,
      source_id, data, ${jobOutput} as output
    from pgboss.job
    where id = ${id}::uuid or source_id = ${id}::uuid
    order by id <> ${id}::uuid, created_on, name
  `)
}

export type LockedJob = Pick<JobLine, 'id' | 'queue' | 'state'>

/** Holds the jobs of this id as they are: no worker takes one while it is locked. */
export function lockJobs(tx: Tx, id: string): Promise<readonly LockedJob[]> {
  return tx.any(sql.type(row<LockedJob>())`
    select id, name as queue, state::text as state
    from pgboss.job
    where id = ${id}::uuid
    order by name
    for update
  `)
}
