import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Client, type QueryResult } from 'pg'
import { post } from '../../support/client.ts'
import { EXPENSES, expense, newEndCustomer } from '../../support/requests/examples.ts'
import { ownerUrl, service } from '../../support/service.ts'

export type Entry = Record<string, unknown>
export type Line = [account: string, debit: number, credit: number, line_number?: number, posting_date?: string]

export const BALANCED: Line[] = [
  ['6500', 100, 0],
  ['2000', 0, 100],
]

/** A ledger with one posted entry for each test, and SQL to its journal with no code of the service in between. */
export function journalInSql() {
  let client: Client
  let end_customer_id: string

  before(async () => {
    client = await connect()
  })
  after(() => client.end())

  beforeEach(async () => {
    end_customer_id = await newEndCustomer()
    await post(EXPENSES, expense(end_customer_id), { wait: 10 })
  })

  const customer = () => end_customer_id
  const query = (text: string, values?: unknown[]) => client.query(text, values)
  const head = () => headOf(query, end_customer_id)
  /** An entry and its lines, right in everything that is not overridden. */
  const entryOf = async (overrides: Entry = {}, lines: Line[] = BALANCED) => {
    const entry: Entry = { ...nextEntry(end_customer_id, await head(), lines), ...overrides }
    return { entry, lines: lines.map((line, index) => lineOf(entry, line, index)) }
  }
  const insertAll = (entries: readonly Entry[], lines: readonly Entry[]) => insertInOneQuery(query, entries, lines)
  const insert = async (overrides: Entry = {}, ofEntry: Line[] = BALANCED) => {
    const { entry, lines } = await entryOf(overrides, ofEntry)
    await insertAll([entry], lines)
    return entry
  }
  /** Refused by the named constraint, and nothing is left of it. */
  const expectRefused = async (constraint: string, write: () => Promise<unknown>) => {
    const before = await counts(query)
    expect(await refusingConstraint(write)).to.equal(constraint)
    expect(await counts(query)).to.deep.equal(before)
  }
  return { customer, query, head, entryOf, insertAll, insert, expectRefused }
}

type Query = (text: string, values?: unknown[]) => Promise<QueryResult>

export async function connect(): Promise<Client> {
  const client = new Client({ connectionString: ownerUrl(service().database_url) })
  await client.connect()
  return client
}

/** The constraint that a write is refused by; undefined where it is not. */
export function refusingConstraint(write: () => Promise<unknown>): Promise<string | undefined> {
  return write().then(
    () => undefined,
    (error: { constraint?: string }) => error.constraint,
  )
}

async function headOf(query: Query, end_customer_id: string): Promise<{ number: number; hash: string }> {
  const { rows } = await query(
    'select last_entry_number::int as number, last_entry_hash as hash from ledger_heads where end_customer_id = $1',
    [end_customer_id],
  )
  return rows[0]
}

async function counts(query: Query): Promise<unknown> {
  const { rows } = await query(
    'select (select count(*) from journal_entries)::int as entries, (select count(*) from journal_lines)::int as lines',
  )
  return rows[0]
}

function nextEntry(end_customer_id: string, { number, hash }: { number: number; hash: string }, lines: Line[]): Entry {
  return {
    end_customer_id,
    entry_number: number + 1,
    journal_entry_id: randomUUID(),
    fiscal_year_id: 'FY2026',
    posting_date: '2026-05-05',
    document_date: '2026-05-05',
    description: 'raw',
    source_type: 'raw',
    source_id: randomUUID(),
    source_snapshot: {},
    reversal_of: null,
    rule_version: 1,
    actor_id: 'raw',
    request_id: 'raw',
    currency: 'CHF',
    line_count: lines.length,
    total_minor: lines.reduce((total, [, debit]) => total + debit, 0),
    posted_at: '2026-05-05T00:00:00Z',
    previous_hash: hash,
    entry_hash: 'f'.repeat(64),
    entry_type: 'standard',
  }
}

export function lineOf(entry: Entry, [account_code, debit_minor, credit_minor, number, date]: Line, index: number) {
  return {
    end_customer_id: entry.end_customer_id,
    entry_number: entry.entry_number,
    line_number: number ?? index + 1,
    account_code,
    posting_date: date ?? entry.posting_date,
    debit_minor,
    credit_minor,
    transaction_currency: 'CHF',
    transaction_minor: Math.abs(debit_minor + credit_minor),
  }
}

function insertInOneQuery(query: Query, entries: readonly Entry[], lines: readonly Entry[]) {
  return query(
    `with lines as (
      insert into journal_lines select * from json_populate_recordset(null::journal_lines, $1)
    )
    insert into journal_entries select * from json_populate_recordset(null::journal_entries, $2)`,
    [JSON.stringify(lines), JSON.stringify(entries)],
  )
}
