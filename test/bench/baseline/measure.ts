import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import { beginEvaluation, decideFacts } from '../../../shared/accounting/facts/decide-facts.ts'
import { prepareFact } from '../../../shared/accounting/facts/prepare-fact.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import type { SourceFactRow } from '../../../shared/store/facts/source-facts.ts'
import { chainEntries } from '../../../shared/store/journal/append-journal-entries.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import { document } from '../documents.ts'
import type { Database } from '../processes.ts'

/**
 * What a careful service does by hand for the same effect in the same tables: plain `pg`, prepared statements, one
 * transaction for each request and for each entry, no HTTP, no queue library, the chart in memory. It is given the
 * number of connections that it is fastest with.
 */
const CONNECTIONS = [4, 8, 16, 32]

export type Best = { readonly rate: number; readonly connections: number }

/** Wakes the workers, as accepting does for them to post within milliseconds; a worker that polls does without. */
const CHANNEL = 'baseline'

/** Requests a second: idempotency record, fact and job in one transaction. */
export function measureAcceptBaseline(
  database: Database,
  customers: readonly string[],
  seconds: number,
  channel: string | null = CHANNEL,
) {
  return best((connections) => {
    const client_id = randomUUID()
    let count = 0
    return measure(database.database_url, connections, seconds, (client) => {
      count += 1
      return acceptOne(client, client_id, customers[count % customers.length] as string, channel)
    })
  })
}

/** Entries a second: job, fact, related facts, ledger lock, entry with lines, open item, event, all in one transaction. */
export async function measurePostBaseline(database: Database, customers: readonly string[], seconds: number) {
  const settings = await readPostingSettings(database.pool, customers)
  return best(async (connections) => {
    const jobs = Math.ceil((seconds + 1) * 1_500)
    await withClients(database.database_url, 8, async (clients) => {
      let left = jobs
      const client_id = randomUUID()
      await Promise.all(
        clients.map(async (client) => {
          while (left-- > 0) await acceptOne(client, client_id, customers[left % customers.length] as string, null)
        }),
      )
    })
    return measure(database.database_url, connections, seconds, (client) => postOne(client, settings))
  })
}

async function best(run: (connections: number) => Promise<number>): Promise<Best> {
  const found: Best[] = []
  for (const connections of CONNECTIONS) found.push({ connections, rate: await run(connections) })
  return found.reduce((fastest, other) => (other.rate > fastest.rate ? other : fastest))
}

async function measure(url: string, connections: number, seconds: number, one: (client: PoolClient) => Promise<void>) {
  return withClients(url, connections, async (clients) => {
    let count = 0
    let isOver = false
    const loops = clients.map(async (client) => {
      while (!isOver) {
        await one(client)
        count += 1
      }
    })
    await sleep(1_000)
    const [already, started] = [count, performance.now()]
    await sleep(seconds * 1_000)
    const rate = ((count - already) * 1_000) / (performance.now() - started)
    isOver = true
    await Promise.all(loops)
    return rate
  })
}

async function withClients<Result>(url: string, connections: number, use: (clients: PoolClient[]) => Promise<Result>) {
  const pool = new Pool({ connectionString: url, max: connections })
  pool.on('error', () => {}) // the database is dropped while the last connection is saying goodbye
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
  try {
    return await use(clients)
  } finally {
    for (const client of clients) client.release()
    await pool.end()
  }
}

async function acceptOne(
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
    text: `insert into idempotency_records (client_id, idempotency_key, fingerprint, status, response)
      values ($1, $2, $3, 202, $4) on conflict do nothing`,
    values: [client_id, key, hash, text],
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

async function postOne(client: PoolClient, settings: Awaited<ReturnType<typeof readPostingSettings>>): Promise<void> {
  await client.query({ name: 'begin', text: 'begin' })
  const { rows: jobs } = await client.query({
    name: 'take',
    text: `select id, data from pgboss.job where name = 'facts.evaluate' and state < 'active' and not blocked
      order by priority desc, created_on limit 1 for update skip locked`,
  })
  if (!jobs[0]) throw new Error('the baseline has run out of jobs')
  const { end_customer_id, source_fact_id } = jobs[0].data
  const key = [end_customer_id, source_fact_id]
  const { rows: facts } = await client.query({
    name: 'read',
    text: `select *, business_date::text from source_facts where end_customer_id = $1 and source_fact_id = $2`,
    values: key,
  })
  const { rows: related } = await client.query({
    name: 'related',
    text: `select source_fact_id from source_facts where end_customer_id = $1 and source_fact_id <> $2
      and external_reference = $3 and source_system = $4`,
    values: [...key, facts[0].external_reference, facts[0].source_system],
  })
  const { rows: heads } = await client.query({
    name: 'lock',
    text: `select last_entry_number, last_entry_hash from ledger_heads where end_customer_id = $1 for update`,
    values: [end_customer_id],
  })
  const { entry, open_item, snapshot } = decide(facts[0], settings, related.length, heads[0])
  const values = entry.lines.flatMap((line) => [
    line.account_code,
    String(line.debit_minor),
    String(line.credit_minor),
    line.tax && JSON.stringify(line.tax),
  ])
  await client.query({
    name: 'entry',
    text: `with lines as (
        insert into journal_lines (end_customer_id, entry_number, line_number, account_code, posting_date,
          debit_minor, credit_minor, transaction_currency, transaction_minor, tax)
        values ${entry.lines.map((_, index) => lineOf(index)).join(', ')}
      )
      insert into journal_entries (end_customer_id, entry_number, posting_date, journal_entry_id, fiscal_year_id,
        document_date, description, source_type, source_id, source_snapshot, rule_version, actor_id, request_id,
        currency, line_count, total_minor, posted_at, previous_hash, entry_hash)
      values ($1, $2, $3, $4, $5, $3, $6, 'expense_document', $7, $8, 1, 'baseline', $9, 'CHF', $10, $11, $12, $13, $14)`,
    values: [
      end_customer_id,
      String(entry.entry_number),
      entry.posting_date,
      entry.journal_entry_id,
      entry.fiscal_year_id,
      entry.description,
      source_fact_id,
      snapshot,
      entry.request_id,
      entry.line_count,
      entry.total_minor,
      entry.posted_at,
      entry.previous_hash,
      entry.entry_hash,
      ...values,
    ],
  })
  await client.query({
    name: 'payable',
    text: `insert into supplier_payables (end_customer_id, supplier_payable_id, source_fact_id, journal_entry_id,
        account_code, supplier_name, document_date, currency, amount_minor, open_amount_minor, base_amount_minor,
        base_open_amount_minor, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, 'CHF', $8, $8, $8, $8, now())`,
    values: [
      end_customer_id,
      newUuid(),
      source_fact_id,
      entry.journal_entry_id,
      open_item?.account_code,
      entry.description,
      entry.posting_date,
      String(-(open_item?.amount_minor ?? 0n)),
    ],
  })
  await client.query({
    name: 'decided',
    text: `update fact_states set state = 'posted', journal_entry_id = $3, evaluated_at = now()
      where end_customer_id = $1 and source_fact_id = $2`,
    values: [...key, entry.journal_entry_id],
  })
  await client.query({
    name: 'event',
    text: `with head as (
        insert into event_heads (end_customer_id, last_event_number) values ($1, 1)
        on conflict (end_customer_id) do update set last_event_number = event_heads.last_event_number + 1
        returning last_event_number
      )
      insert into events (end_customer_id, event_number, event_type, subject_type, subject_id, journal_entry_id,
        blocker_codes)
      select $1, last_event_number, 'fact.posted', 'source_fact', $2, $3, '{}' from head`,
    values: [...key, entry.journal_entry_id],
  })
  await client.query({
    name: 'done',
    text: `update pgboss.job set state = 'completed', completed_on = now() where name = 'facts.evaluate' and id = $1`,
    values: [jobs[0].id],
  })
  await client.query({ name: 'commit', text: 'commit' })
}

function lineOf(index: number): string {
  const at = 15 + index * 4
  return `($1, $2, ${index + 1}, $${at}, $3, $${at + 1}, $${at + 2}, 'CHF', $${at + 1}::bigint + $${at + 2}::bigint, $${at + 3})`
}

type Head = { readonly last_entry_number: string; readonly last_entry_hash: string }

/** The same rules as the service's; what is compared is how the effect gets into the tables. */
function decide(
  fact: SourceFactRow,
  settings: Awaited<ReturnType<typeof readPostingSettings>>,
  related: number,
  head: Head,
) {
  const prepared = prepareFact(fact)
  const context = { settings, rates: [], accounts: [], related_facts: [], today: todayInSwitzerland() }
  const [posting] = decideFacts(beginEvaluation(context), [prepared]).postings
  if (!posting || related > 0) throw new Error('the baseline meets only facts that can be booked')
  const { end_customer_id } = fact
  const chained = chainEntries(
    {
      end_customer_id,
      last_entry_number: BigInt(head.last_entry_number),
      last_entry_hash: head.last_entry_hash,
      books_version: 0n,
    },
    [
      {
        end_customer_id,
        journal_entry_id: newUuid(),
        fiscal_year_id: posting.fiscal_year_id,
        posting_date: fact.business_date,
        document_date: fact.business_date,
        description: fact.external_reference,
        source_type: 'expense_document',
        source_id: fact.source_fact_id,
        source_snapshot: prepared.snapshot,
        entry_type: 'standard',
        reversal_of: null,
        rule_version: 1,
        actor_id: 'baseline',
        request_id: fact.request_id,
        currency: 'CHF',
        posted_at: new Date().toISOString(),
        lines: posting.lines,
      },
    ],
  )
  const entry = chained[0] as NonNullable<(typeof chained)[0]>
  return { entry, open_item: posting.open_item, snapshot: prepared.snapshot.text }
}
