import type { PoolClient } from 'pg'
import { newUuid } from '../../../shared/process/ids.ts'
import type { SourceFactRow } from '../../../shared/store/facts/source-facts.ts'
import { taxAsJson } from '../../../shared/store/journal/journal-lines.ts'
import { type Decision, decide, type Head, type Settings } from './decide.ts'

/** Takes the next job and posts its fact, with its open item and its event, in one transaction. */
export async function postOne(client: PoolClient, settings: Settings): Promise<void> {
  await client.query({ name: 'begin', text: 'begin' })
  const job = await takeJob(client)
  const { end_customer_id, source_fact_id } = job.data
  const key: Key = [end_customer_id, source_fact_id]
  const fact = await readFact(client, key)
  const related = await countRelatedFacts(client, key, fact)
  const head = await lockLedger(client, end_customer_id)
  const decision = decide(fact, settings, related, head)
  await insertJournalEntry(client, key, decision)
  await insertPayable(client, key, decision)
  await saveDecision(client, key, decision)
  await appendEvent(client, key, decision)
  await client.query({
    name: 'done',
    text: `update pgboss.job set state = 'completed', completed_on = now() where name = 'facts.evaluate' and id = $1`,
    values: [job.id],
  })
  await client.query({ name: 'commit', text: 'commit' })
}

type Key = [end_customer_id: string, source_fact_id: string]
type Job = { readonly id: string; readonly data: { end_customer_id: string; source_fact_id: string } }

async function takeJob(client: PoolClient): Promise<Job> {
  const { rows } = await client.query({
    name: 'take',
    text: `select id, data from pgboss.job where name = 'facts.evaluate' and state < 'active' and not blocked
      order by priority desc, created_on limit 1 for update skip locked`,
  })
  if (!rows[0]) throw new Error('the baseline has run out of jobs')
  return rows[0]
}

async function readFact(client: PoolClient, key: Key): Promise<SourceFactRow> {
  const { rows } = await client.query({
    name: 'read',
    text: `select *, business_date::text from source_facts where end_customer_id = $1 and source_fact_id = $2`,
    values: key,
  })
  return rows[0]
}

async function countRelatedFacts(client: PoolClient, key: Key, fact: SourceFactRow): Promise<number> {
  const { rows } = await client.query({
    name: 'related',
    text: `select source_fact_id from source_facts where end_customer_id = $1 and source_fact_id <> $2
      and external_reference = $3 and source_system = $4`,
    values: [...key, fact.external_reference, fact.source_system],
  })
  return rows.length
}

async function lockLedger(client: PoolClient, end_customer_id: string): Promise<Head> {
  const { rows } = await client.query({
    name: 'lock',
    text: `select last_entry_number, last_entry_hash from ledger_heads where end_customer_id = $1 for update`,
    values: [end_customer_id],
  })
  return rows[0]
}

async function insertJournalEntry(client: PoolClient, key: Key, { journalEntry, snapshot }: Decision): Promise<void> {
  const [end_customer_id, source_fact_id] = key
  await client.query({
    name: 'entry',
    text: `with lines as (
        insert into journal_lines (end_customer_id, entry_number, line_number, account_code, posting_date,
          debit_minor, credit_minor, transaction_currency, transaction_minor, tax)
        values ${journalEntry.lines.map((_, index) => lineOf(index)).join(', ')}
      )
      insert into journal_entries (end_customer_id, entry_number, posting_date, journal_entry_id, fiscal_year_id,
        document_date, description, source_type, source_id, source_snapshot, rule_version, actor_id, request_id,
        currency, line_count, total_minor, posted_at, previous_hash, entry_hash)
      values ($1, $2, $3, $4, $5, $3, $6, 'expense_document', $7, $8, 1, 'baseline', $9, 'CHF', $10, $11, $12, $13, $14)`,
    values: [
      end_customer_id,
      String(journalEntry.entry_number),
      journalEntry.posting_date,
      journalEntry.journal_entry_id,
      journalEntry.fiscal_year_id,
      journalEntry.description,
      source_fact_id,
      snapshot,
      journalEntry.request_id,
      journalEntry.line_count,
      journalEntry.total_minor,
      journalEntry.posted_at,
      journalEntry.previous_hash,
      journalEntry.entry_hash,
      ...lineValues(journalEntry),
    ],
  })
}

function lineValues({ lines }: Decision['journalEntry']) {
  return lines.flatMap((line) => [
    line.account_code,
    String(line.debit_minor),
    String(line.credit_minor),
    line.tax && JSON.stringify(taxAsJson(line.tax)),
  ])
}

function lineOf(index: number): string {
  const at = 15 + index * 4
  return `($1, $2, ${index + 1}, $${at}, $3, $${at + 1}, $${at + 2}, 'CHF', $${at + 1}::bigint + $${at + 2}::bigint, $${at + 3})`
}

async function insertPayable(client: PoolClient, key: Key, { journalEntry, open_item }: Decision): Promise<void> {
  const [end_customer_id, source_fact_id] = key
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
      journalEntry.journal_entry_id,
      open_item?.account_code,
      journalEntry.description,
      journalEntry.posting_date,
      String(-(open_item?.amount_minor ?? 0n)),
    ],
  })
}

async function saveDecision(client: PoolClient, key: Key, { journalEntry }: Decision): Promise<void> {
  await client.query({
    name: 'decided',
    text: `update fact_states set state = 'posted', journal_entry_id = $3, evaluated_at = now()
      where end_customer_id = $1 and source_fact_id = $2`,
    values: [...key, journalEntry.journal_entry_id],
  })
}

async function appendEvent(client: PoolClient, key: Key, { journalEntry }: Decision): Promise<void> {
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
    values: [...key, journalEntry.journal_entry_id],
  })
}
