import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { newUuid } from '../../../shared/process/ids.ts'
import { document } from '../documents.ts'

/**
 * Accepts one document: idempotency record, fact and job in one transaction.
 *
 * @param channel wakes the workers that listen on it; null: nobody is notified
 */
export async function acceptOne(
  client: PoolClient,
  client_id: string,
  customer: string,
  channel: string | null,
): Promise<void> {
  const body = document(customer)
  const text = JSON.stringify(body)
  const hash = createHash('sha256').update(text).digest('hex')
  const id = newUuid()
  const key = body.idempotency_key
  await client.query({ name: 'begin', text: 'begin' })
  await client.query({
    name: 'record',
    text: `insert into idempotency_records (client_id, idempotency_key, fingerprint, status, response, end_customer_id)
      values ($1, $2, $3, 202, $4, $5) on conflict do nothing`,
    values: [client_id, key, hash, text, customer],
  })
  await client.query({
    name: 'fact',
    text: `with state as (insert into fact_states (end_customer_id, source_fact_id) values ($1, $2))
      insert into source_facts (end_customer_id, source_fact_id, fact_type, source_system, external_reference,
        idempotency_key, business_date, request, request_hash, client_id, actor_id, request_id, created_at)
      values ($1, $2, 'expense_document', $3, $4, $5, $6, $7, $8, $9, 'baseline', $5, now())`,
    values: [customer, id, body.source_system, body.external_reference, key, body.business_date, text, hash, client_id],
  })
  await client.query({
    name: 'job',
    text: `with job as (
        insert into pgboss.job (id, name, data, dead_letter) values ($1, 'facts.evaluate', $2, 'dead_letters')
        returning name
      )
      select pg_notify($3::text, name) from job where $3::text is not null`,
    values: [id, JSON.stringify({ end_customer_id: customer, source_fact_id: id }), channel],
  })
  await client.query({ name: 'commit', text: 'commit' })
}
