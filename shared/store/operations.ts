import { type Db, row, sql } from './database.ts'

export type QueueLine = {
  queue: string
  waiting: number
  delayed: number
  active: number
  retrying: number
  failed: number
  oldest_waiting_seconds: number | null
}

export function listQueues(db: Db): Promise<readonly QueueLine[]> {
  return db.any(sql.type(row<QueueLine>())`
    select queue.name as queue,
      count(*) filter (where state = 'created' and start_after <= now())::integer as waiting,
      count(*) filter (where state = 'created' and start_after > now())::integer as delayed,
      count(*) filter (where state = 'active')::integer as active,
      count(*) filter (where state = 'retry')::integer as retrying,
      count(*) filter (where state = 'failed')::integer as failed,
      extract(epoch from now() - min(job.created_on) filter (where state in ('created', 'retry') and start_after <= now()))
        ::integer as oldest_waiting_seconds
    from pgboss.queue left join pgboss.job on job.name = queue.name
    where queue.name not like '\\_\\_pgboss%'
    group by queue.name
    order by queue.name
  `)
}

export type DeadLetterFilter = { queue?: string; endCustomer?: string; error?: string }
export type DeadLetter = {
  id: string
  source_queue: string
  end_customer_id: string | null
  data: string
  error: string | null
  failed_at: string
}

/** Jobs that failed for good, oldest first, and have not been redriven yet. */
export function listDeadLetters(db: Db, filter: DeadLetterFilter): Promise<readonly DeadLetter[]> {
  const { queue = null, endCustomer = null, error = null } = filter
  return db.any(sql.type(row<DeadLetter>())`
    select id, source_name as source_queue, data ->> 'end_customer_id' as end_customer_id, data::text as data,
      source_output ->> 'message' as error, created_on as failed_at
    from pgboss.job
    where name = 'dead_letters' and state in ('created', 'retry')
      and (${queue}::text is null or source_name = ${queue})
      and (${endCustomer}::text is null or data ->> 'end_customer_id' = ${endCustomer})
      and (${error}::text is null or source_output::text ilike '%' || ${error} || '%')
    order by created_on, id
  `)
}

export type RequeueFilter = { state?: string; blocker?: string; endCustomer?: string }

/** Facts that wait for a decision, page by page in the order of their ids. */
export function findUndecidedFacts(db: Db, filter: RequeueFilter, after: string | null, limit: number) {
  const { state = null, blocker = null, endCustomer = null } = filter
  return db.any(sql.type(row<{ end_customer_id: string; source_fact_id: string }>())`
    select end_customer_id, source_fact_id
    from source_facts
    where state in ('received', 'blocked')
      and (${state}::text is null or state = ${state})
      and (${blocker}::text is null or blocker_codes @> array[${blocker}::text])
      and (${endCustomer}::uuid is null or end_customer_id = ${endCustomer}::uuid)
      and (${after}::uuid is null or source_fact_id > ${after}::uuid)
    order by source_fact_id
    limit ${limit}
  `)
}
