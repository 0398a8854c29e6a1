import { createHash, randomUUID } from 'node:crypto'
import { Client, escapeLiteral } from 'pg'
import { row, sql } from '../../../shared/store/db/database.ts'
import { taxAsJson } from '../../../shared/store/journal/journal-lines.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import { type Decision, decide, type Head } from '../baseline/decide.ts'
import { documentText } from '../documents.ts'
import type { Database } from '../processes.ts'

const REFERENCE = 'REFERENCE'
const NO_HEAD: Head = { last_entry_number: '0', last_entry_hash: '0'.repeat(64) }

/**
 * Makes the function that accepts one document of an end customer: idempotency record, fact, state and job, with the columns that
 * the service writes. Workers are not woken, because sessions that notify commit one after the other.
 *
 * @returns the script of pgbench
 */
export async function acceptFunction(database: Database, customers: readonly string[]): Promise<string> {
  const [client_id, hash] = [randomUUID(), createHash('sha256').update(REFERENCE).digest('hex')].map(escapeLiteral)
  const text = escapeLiteral(documentText('CUSTOMER', REFERENCE))
  await run(
    database,
    `create or replace function bench_accept(place integer) returns void language plpgsql as $function$
    declare
      customer constant uuid := (array[${customers.map(escapeLiteral).join()}]::uuid[])[place];
      id constant uuid := uuidv7();
      request constant text := replace(replace(${text}, ${escapeLiteral(REFERENCE)}, id::text), 'CUSTOMER', customer::text);
    begin
      insert into idempotency_records (client_id, idempotency_key, fingerprint, status, response)
      values (${client_id}, id::text, ${hash}, 202, request) on conflict do nothing;
      insert into source_facts (
        end_customer_id, source_fact_id, fact_type, source_system, external_reference, idempotency_key, business_date,
        request, request_hash, client_id, actor_id, request_id, created_at
      ) values (
        customer, id, 'expense_document', 'test-source', id::text, id::text, current_date, request::jsonb, ${hash},
        ${client_id}, 'pgbench', id::text, now()
      );
      insert into fact_states (end_customer_id, source_fact_id) values (customer, id);
      insert into pgboss.job (
        name, id, data, start_after, created_on, keep_until, expire_seconds, deletion_seconds, heartbeat_seconds,
        retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter
      )
      select name, id, jsonb_build_object('end_customer_id', customer, 'source_fact_id', id), now(), now(),
        now() + retention_seconds * interval '1s', expire_seconds, deletion_seconds, heartbeat_seconds, retry_limit,
        retry_delay, retry_backoff, retry_delay_max, policy, dead_letter
      from pgboss.queue where name = 'facts.evaluate';
    end $function$`,
  )
  return `\\set place random(1, ${customers.length})\nselect bench_accept(:place);\n`
}

/** Has so many jobs waiting, without measuring it. */
export async function fillJobs({ pool }: Database, customers: number, jobs: number): Promise<void> {
  await pool.query(sql.type(row())`
    select bench_accept((number % ${customers} + 1)::integer)
    from generate_series(1, ${jobs} - (
      select count(*) from pgboss.job where name = 'facts.evaluate' and state < 'active'
    )) number
  `)
  await pool.query(sql.type(row())`vacuum (analyze) pgboss.job, source_facts, fact_states`)
}

/**
 * Makes the function that posts the fact of the next job. What the rules decide about the document is written into it: they are the
 * same for all.
 *
 * @returns the script of pgbench
 */
export async function postFunction(database: Database, customers: readonly string[]): Promise<string> {
  const decision = await decideOne(database, customers)
  await run(
    database,
    `create or replace function bench_post() returns void language plpgsql as $function$
    declare
      next_job record;
      fact record;
      ledger record;
      customer uuid;
      entry constant uuid := uuidv7();
      number bigint;
    begin
      select id, data into strict next_job from pgboss.job
      where name = 'facts.evaluate' and state < 'active' and not blocked and start_after <= now()
      order by priority desc, created_on limit 1 for update skip locked;
      customer := next_job.data ->> 'end_customer_id';
      select * into strict fact from source_facts
      where source_fact_id = (next_job.data ->> 'source_fact_id')::uuid and end_customer_id = customer;
      perform from source_facts where end_customer_id = customer and external_reference = fact.external_reference
        and source_fact_id <> fact.source_fact_id;
      select last_entry_number, last_entry_hash into strict ledger from ledger_heads
      where end_customer_id = customer for update;
      number := ledger.last_entry_number + 1;
      ${entryInsert(decision)}
      ${itemInsert(decision)}
      update fact_states set state = 'posted', journal_entry_id = entry, evaluated_at = now()
      where end_customer_id = customer and source_fact_id = fact.source_fact_id;
      update pgboss.job set state = 'completed', started_on = now(), completed_on = now()
      where name = 'facts.evaluate' and id = next_job.id;
      with head as (
        insert into event_heads (end_customer_id, last_event_number) values (customer, 1)
        on conflict (end_customer_id) do update set last_event_number = event_heads.last_event_number + 1
        returning last_event_number
      )
      insert into events (
        end_customer_id, event_number, event_type, subject_type, subject_id, journal_entry_id, blocker_codes
      )
      select customer, last_event_number, 'fact.posted', 'source_fact', fact.source_fact_id, entry, '{}' from head;
    end $function$`,
  )
  return 'select bench_post();\n'
}

/** What the rules of the service make of such a document, as those of the baseline. */
async function decideOne({ pool }: Database, customers: readonly string[]): Promise<Decision> {
  await pool.query(sql.type(row())`select bench_accept(1)`)
  const fact = await pool.one(sql.type(row<Parameters<typeof decide>[0]>())`
    select end_customer_id, source_fact_id, fact_type, source_system, external_reference, business_date, request,
      request_hash, null as duplicate_key, actor_id, request_id, created_at
    from source_facts order by source_fact_id desc limit 1
  `)
  return decide(fact, await readPostingSettings(pool, customers), 0, NO_HEAD)
}

function entryInsert({
  journalEntry: { description, lines, line_count, total_minor, fiscal_year_id },
}: Decision): string {
  const values = lines.map(({ account_code, debit_minor, credit_minor, tax }, index) => {
    const amounts = `${debit_minor}, ${credit_minor}, 'CHF', ${debit_minor + credit_minor}`
    const record = tax ? escapeLiteral(JSON.stringify(taxAsJson(tax))) : 'null'
    return `(customer, number, ${index + 1}, ${escapeLiteral(account_code)}, fact.business_date, ${amounts}, ${record}::jsonb)`
  })
  return `
    with lines as (
      insert into journal_lines (
        end_customer_id, entry_number, line_number, account_code, posting_date, debit_minor, credit_minor,
        transaction_currency, transaction_minor, tax
      ) values ${values.join(', ')}
    )
    insert into journal_entries (
      end_customer_id, entry_number, posting_date, journal_entry_id, fiscal_year_id, document_date, description,
      source_type, source_id, source_snapshot, rule_version, actor_id, request_id, currency, line_count, total_minor,
      posted_at, previous_hash, entry_hash
    ) values (
      customer, number, fact.business_date, entry, ${escapeLiteral(fiscal_year_id)}, fact.business_date,
      ${escapeLiteral(description)}, 'expense_document', fact.source_fact_id,
      jsonb_build_object('request', fact.request, 'request_hash', fact.request_hash), 1, 'pgbench', fact.request_id, 'CHF',
      ${line_count}, ${total_minor}, now(), ledger.last_entry_hash, encode(sha256(uuid_send(entry)), 'hex')
    );`
}

function itemInsert({ journalEntry: { lines }, open_item }: Decision): string {
  if (!open_item) throw new Error('the document opens an item')
  const amount = open_item.amount_minor < 0n ? -open_item.amount_minor : open_item.amount_minor
  return `
    insert into open_items (
      end_customer_id, open_item_id, kind, source_fact_id, journal_entry_id, entry_number, line_number, posting_date,
      account_code, partner_name, partner_reference, document_date, currency, amount_minor, open_amount_minor,
      base_amount_minor, base_open_amount_minor, created_at
    ) values (
      customer, uuidv7(), 'payable', fact.source_fact_id, entry, number, ${lines.length}, fact.business_date,
      ${escapeLiteral(open_item.account_code)}, fact.request #>> '{payload,supplier,name}',
      fact.request #>> '{payload,supplier,supplier_external_reference}', fact.business_date, 'CHF', ${amount}, ${amount},
      ${amount}, ${amount}, now()
    );`
}

async function run({ migration_database_url }: Database, text: string): Promise<void> {
  const client = new Client({ connectionString: migration_database_url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
