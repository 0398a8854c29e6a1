import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Canonical } from '../../canonical/canonical-json.ts'
import type { FactType } from '../../contract/facts/source-facts.ts'
import type { FactQueue } from '../../contract/platform/queue-names.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import type { IdempotencyRecord } from '../platform/idempotency.ts'
import { evaluationJobs, workersAreNotified } from './evaluation-jobs.ts'

type NewFact = {
  readonly end_customer_id: string
  readonly source_fact_id: string
  readonly fact_type: FactType
  readonly source_system: string
  readonly external_reference: string
  /** The key in the body; the one in the header stands in the idempotency record. */
  readonly body_key: string
  readonly business_date: string
  readonly request: Canonical
  readonly request_hash: string
  readonly duplicate_key: string | null
  /** Null for a fact of few lines. */
  readonly lines: number | null
  /** The queue of its job. */
  readonly lane: FactQueue
  readonly actor_id: string
  readonly request_id: string
  readonly created_at: string
  /** Where the request is traced; the job carries it on. */
  readonly traceparent?: string | undefined
}

/** A fact that came alone: its request has an idempotency record of its own. */
export type NewSourceFact = NewFact & IdempotencyRecord

/** A fact of a batch: the batch as a whole has the idempotency record. */
export type BatchedFact = NewFact & {
  readonly client_id: string
  readonly idempotency_key: null
  readonly fingerprint: null
  readonly status: null
  readonly response: null
}

export type Acceptance = {
  /** Position in the group. */
  ordinal: number
  /** The header key was free, or the fact has none: it may be created. */
  is_claimed: boolean
  /** The body key was free: the fact exists now. */
  is_created: boolean
}

const INPUT = {
  ordinal: 'int4',
  client_id: 'uuid',
  idempotency_key: 'text',
  fingerprint: 'text',
  status: 'int2',
  response: 'text',
  end_customer_id: 'uuid',
  source_fact_id: 'uuid',
  fact_type: 'text',
  source_system: 'text',
  external_reference: 'text',
  body_key: 'text',
  business_date: 'date',
  request: 'json_document',
  request_hash: 'text',
  duplicate_key: 'text',
  lines: 'int2',
  lane: 'text',
  actor_id: 'text',
  request_id: 'text',
  created_at: 'timestamptz',
  traceparent: 'text',
} as const

/**
 * The rows of a group, up to its end customers. Rows are inserted in the order of their keys, so that two groups
 * never wait for each other in a circle.
 */
const requested = (facts: readonly (NewSourceFact | BatchedFact)[]) => sql.fragment`
  -- sql.md: as materialized
  input as materialized (
    select ordinal, client_id, idempotency_key, fingerprint, status, response, end_customer_id, source_fact_id, fact_type,
      source_system, external_reference, body_key, business_date, request, request_hash, duplicate_key, lines, lane,
      actor_id, request_id, created_at, traceparent
    from ${recordset(
      'input',
      INPUT,
      facts.map((fact, ordinal) => ({ ...fact, ordinal, traceparent: fact.traceparent })),
    )}
  ), claimed as (
    insert into idempotency_records (client_id, idempotency_key, fingerprint, status, response, end_customer_id)
    select client_id, idempotency_key, fingerprint, status, response, end_customer_id from input
    where idempotency_key is not null
    order by client_id, idempotency_key
    on conflict do nothing
    returning client_id, idempotency_key
  ), accepted as (
    select ordinal from input join claimed using (client_id, idempotency_key)
    union all
    select ordinal from input where idempotency_key is null
  ), customers as (
    insert into end_customers (end_customer_id)
    select distinct end_customer_id from input join accepted using (ordinal)
    where not exists (select from end_customers known where known.end_customer_id = input.end_customer_id)
    order by end_customer_id
    on conflict do nothing
  )
`

/** Those of some end customers that nobody knows yet, before the facts of any of them. */
export async function insertNewCustomers(tx: Tx, end_customer_ids: readonly string[]): Promise<void> {
  await tx.query(sql.prepared('insert_new_customers', row())`
    insert into end_customers (end_customer_id)
    select wanted.id from unnest(${sql.array(end_customer_ids, 'uuid')}) as wanted (id)
    where not exists (select from end_customers known where known.end_customer_id = wanted.id)
    order by wanted.id
    on conflict do nothing
  `)
}

const insertFacts = sql.fragment`
  insert into source_facts (
    end_customer_id, source_fact_id, fact_type, source_system, external_reference, idempotency_key, business_date,
    request, request_hash, client_id, actor_id, request_id, created_at
  )
  select end_customer_id, source_fact_id, fact_type, source_system, external_reference, body_key, business_date,
    request, request_hash, client_id, actor_id, request_id, created_at
  from input join accepted using (ordinal)
  order by end_customer_id, source_system collate "C", body_key collate "C"
`

const statesOfCreated = sql.fragment`
  states as (
    insert into fact_states (end_customer_id, source_fact_id, duplicate_key, lines)
    select created.end_customer_id, source_fact_id, duplicate_key, lines from created join input using (source_fact_id)
  )
`

/**
 * Accepts a group of facts with one query, which is a whole transaction: idempotency records, end customers
 * that are new, facts, their states and their jobs. Nothing is written for a header key that is taken.
 *
 * @returns the positions in the group whose header key is taken
 * @throws UniqueIntegrityConstraintViolationError when a body key is taken; then nothing of the group is written
 */
export async function acceptNewFacts(db: Db, facts: readonly NewSourceFact[]): Promise<ReadonlySet<number>> {
  const taken = await db.anyFirst(sql.prepared('accept_new_facts', row<{ ordinal: number }>())`
    with ${requested(facts)}, created as (
      ${insertFacts} returning source_fact_id, end_customer_id
    ), ${statesOfCreated}, ${evaluationJobs}
    select ordinal from input left join accepted using (ordinal)
    where accepted.ordinal is null and ${workersAreNotified}
  `)
  return new Set(taken)
}

/**
 * Accepts a group of facts with one query: idempotency records, end customers that are new, facts, their states
 * and their jobs. Nothing is written for a header key that is taken; a claimed key whose body key is taken is left to the
 * caller.
 */
export async function acceptSourceFacts(
  tx: Tx,
  facts: readonly (NewSourceFact | BatchedFact)[],
): Promise<readonly Acceptance[]> {
  const query = sql.prepared('accept_source_facts', row<Acceptance>())`
    with ${requested(facts)}, created as (
      ${insertFacts} on conflict on constraint source_facts_body_key do nothing
      returning source_fact_id, end_customer_id
    ), ${statesOfCreated}, ${evaluationJobs}
    select ordinal, accepted.ordinal is not null as is_claimed, created.source_fact_id is not null as is_created
    from input
    left join accepted using (ordinal)
    left join created using (source_fact_id)
    where ${workersAreNotified}
  `
  // Five hundred facts are milliseconds of work to write as parameters, and as many to send.
  await nextTurn()
  return tx.any(query)
}
