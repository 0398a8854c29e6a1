import type { EntryType } from '../../contract/journal/journal-entries.ts'
import type { EvidenceHashes } from '../../contract/primitives.ts'
import type { AccountType } from '../../contract/setup/accounts.ts'
import { type Db, row, sql } from '../db/database.ts'
import { keysetPage } from '../db/filters.ts'
import { type Evidence, evidenceOf } from './evidence.ts'

export type AccountLine = {
  entry_number: bigint
  line_number: number
  journal_entry_id: string
  posting_date: string
  document_date: string
  description: string
  text: string | null
  entry_type: EntryType
  prior_fiscal_year_id: string | null
  counter_accounts: string[]
  tax_code: string | null
  debit_minor: bigint
  credit_minor: bigint
  transaction_currency: string
  transaction_minor: bigint
  source_type: string
  source_id: string
  /** Of the request only what names its evidence. */
  request: Evidence
  /** Only entries whose source is not a fact have them. */
  evidence_hashes: EvidenceHashes | null
  entry_hash: string
}

/** A stretch of an account's lines: days of a fiscal year, up to the last entry that counts. */
export type AccountSpan = {
  readonly end_customer_id: string
  readonly account_code: string
  readonly start_date: string
  readonly end_date: string
  readonly as_of: bigint
}

/** The sort key of the ledger. */
export type LinePosition = Pick<AccountLine, 'posting_date' | 'entry_number' | 'line_number'>

export type NamedAccount = { account_code: string; account_name: string; account_type: AccountType }

/** With the name of the newest chart that lists it; null for an account that the end customer does not have. */
export function findAccount(db: Db, end_customer_id: string, account_code: string): Promise<NamedAccount | null> {
  return db.maybeOne(sql.type(row<NamedAccount>())`
    select account_code, account_name, account_type
    from accounts join chart_accounts using (end_customer_id, account_code)
    where end_customer_id = ${end_customer_id} and account_code = ${account_code}
    order by valid_from desc
    limit 1
  `)
}

/**
 * By date, then in the order of the journal. What the lines of an entry share is read once for each entry: one of a
 * thousand lines has a request of a megabyte.
 */
export function listAccountLines(
  db: Db,
  { end_customer_id, account_code, start_date, end_date, as_of }: AccountSpan,
  after: LinePosition | null,
  limit: number,
): Promise<readonly AccountLine[]> {
  return db.any(sql.type(row<AccountLine>())`
    with line as materialized (
      select entry_number, line_number, posting_date, text, tax, debit_minor, credit_minor, transaction_currency,
        transaction_minor
      from journal_lines
      ${keysetPage({
        conditions: [
          sql.fragment`end_customer_id = ${end_customer_id} and account_code = ${account_code}`,
          sql.fragment`posting_date between ${start_date} and ${end_date} and entry_number <= ${as_of}`,
        ],
        key: ['posting_date', 'entry_number', 'line_number'],
        after: after && [after.posting_date, after.entry_number, after.line_number],
        limit: limit + 1,
      })}
    ), entry as materialized (${entriesOf(end_customer_id, account_code)})
    select line.entry_number, line_number, journal_entry_id, posting_date, document_date, description, line.text,
      entry_type, tax ->> 'tax_code' as tax_code, debit_minor, credit_minor, transaction_currency, transaction_minor,
      source_type, source_id, entry_hash, prior_fiscal_year_id, request, evidence_hashes, counter_accounts
    from line join entry using (entry_number)
    order by posting_date, line.entry_number, line_number
  `)
}

/** The entries of the lines. `offset 0` and the empty object: a long snapshot is unpacked once. */
function entriesOf(end_customer_id: string, account_code: string) {
  return sql.fragment`
    select entry_number, journal_entry_id, document_date, description, entry_type, source_type, source_id, entry_hash,
      source_snapshot #>> '{reversal,prior_fiscal_year_id}' as prior_fiscal_year_id,
      ${evidenceOf(sql.fragment`coalesce(source_snapshot -> 'request', source_snapshot #> '{original,request}')`)} as request,
      coalesce(source_snapshot -> 'evidence_hashes', source_snapshot #> '{original,evidence_hashes}') as evidence_hashes,
      array(
        select distinct other.account_code from journal_lines other
        where other.end_customer_id = ${end_customer_id} and other.entry_number = entry.entry_number
          and other.account_code <> ${account_code}
        order by 1
      ) as counter_accounts
    from (
      select entry_number, journal_entry_id, document_date, description, entry_type, source_type, source_id, entry_hash,
        source_snapshot || '{}'::jsonb as source_snapshot
      from journal_entries
      where end_customer_id = ${end_customer_id} and entry_number = any(array(select distinct entry_number from line))
      offset 0
    ) entry
  `
}

/** The position of a line of this account, for a cursor; null for an unknown line. */
export function findLinePosition(
  db: Db,
  { end_customer_id, account_code }: AccountSpan,
  journal_entry_id: string,
  line_number: number,
): Promise<LinePosition | null> {
  return db.maybeOne(sql.type(row<LinePosition>())`
    select line.posting_date, line.entry_number, line_number
    from journal_entries entry join journal_lines line using (end_customer_id, entry_number)
    where entry.end_customer_id = ${end_customer_id} and journal_entry_id = ${journal_entry_id}
      and line_number = ${line_number} and account_code = ${account_code}
  `)
}

/**
 * Debit minus credit of a span from the start of a fiscal year, up to and with a line. Whole periods come from the statement tables, so that a page far
 * down a long ledger costs as much as the first one: only lines of the last period are added up, and those that no
 * refresh has folded yet.
 */
export async function sumThrough(db: Db, span: AccountSpan, last: LinePosition): Promise<bigint> {
  const { end_customer_id, account_code, start_date, as_of } = span
  const amount = await db.oneFirst(sql.type(row<{ amount: string }>())`
    with folded as (
      select case when entry_number <= ${as_of} then entry_number else 0 end as through,
        greatest(date_trunc('month', ${last.posting_date}::timestamp)::date, ${start_date}::date) as last_period
      from statement_watermarks where end_customer_id = ${end_customer_id}
    ), amounts as (
      select debit_minor - credit_minor as amount
      from account_period_totals, folded
      where end_customer_id = ${end_customer_id} and account_code = ${account_code} and through > 0
        and period_start >= ${start_date} and period_start < last_period
      union all
      -- sql.md: offset 0. Without it PostgreSQL looks for the few lines behind the watermark among all lines of the account.
      select debit_minor - credit_minor
      from folded, (
        select account_code, posting_date, debit_minor, credit_minor from journal_lines
        where end_customer_id = ${end_customer_id} and entry_number <= ${as_of}
          and entry_number > (select through from folded)
        offset 0
      ) behind
      where account_code = ${account_code} and posting_date >= ${start_date} and posting_date < last_period
      union all
      select debit_minor - credit_minor
      from journal_lines
      where end_customer_id = ${end_customer_id} and account_code = ${account_code} and entry_number <= ${as_of}
        and posting_date >= (select last_period from folded)
        and (posting_date, entry_number, line_number)
          <= (${last.posting_date}::date, ${last.entry_number}::bigint, ${last.line_number}::smallint)
    )
    select coalesce(sum(amount), 0) as amount from amounts
  `)
  return BigInt(amount)
}
