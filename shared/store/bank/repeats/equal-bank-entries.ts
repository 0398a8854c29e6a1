import type { BankEntry } from '../../../camt053/bank-entry/bank-entry.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { amountsAsBigint } from '../../db/json.ts'
import { recordset } from '../../db/recordset.ts'

/** A kept bank entry of the newest rule, with the bank statements that have it: `import:number`. */
export type EqualBankEntry = {
  readonly first_hash: string
  readonly entry_id: string
  readonly occurrence: number
  readonly bank_references: readonly string[]
  readonly is_undecided: boolean
  readonly statement_keys: string[]
}

/** How many equal ones are read at once, for each content; more than a batch has. */
export const MOST_EQUALS = 1_000

/** A content, and the occurrence after which its equals are wanted. */
export type WantedContent = { readonly first_hash: string; readonly after: number }

export function findEqualBankEntries(
  db: Db,
  end_customer_id: string,
  wanted: readonly WantedContent[],
): Promise<readonly EqualBankEntry[]> {
  return db.any(sql.prepared('find_equal_bank_entries', row<EqualBankEntry>())`
    select equal.first_hash, equal.entry_id, equal.occurrence, equal.bank_references, equal.is_undecided,
      in_statements.statement_keys
    from ${recordset('wanted', { first_hash: 'text', after: 'int4' }, wanted)}
    cross join lateral (
      select first_hash, entry_id, occurrence, bank_references, coalesce(repeat_state = 'undecided', false) as is_undecided
      from camt053_entries
      where end_customer_id = ${end_customer_id} and first_hash = wanted.first_hash and occurrence > wanted.after
        and repeat_state is distinct from 'repeat'
      order by occurrence
      limit ${MOST_EQUALS}
    ) equal
    cross join lateral (${statementKeysOf(end_customer_id, 'equal')}) in_statements
    order by equal.first_hash, equal.occurrence
  `)
}

/** The highest number of each content, also of those that turned out to be repeats. */
export function findLastOccurrences(
  db: Db,
  end_customer_id: string,
  first_hashes: readonly string[],
): Promise<readonly { first_hash: string; occurrence: number }[]> {
  return db.any(sql.prepared('find_last_occurrences', row<{ first_hash: string; occurrence: number }>())`
    select last.first_hash, last.occurrence
    from unnest(${sql.array(first_hashes, 'text')}) as wanted (first_hash)
    cross join lateral (
      select first_hash, occurrence from camt053_entries
      where end_customer_id = ${end_customer_id} and camt053_entries.first_hash = wanted.first_hash
      order by camt053_entries.first_hash desc, occurrence desc
      limit 1
    ) last
  `)
}

/** A kept bank entry of the first rule; its hash under another one follows from what was read. */
export type OlderBankEntry = {
  readonly entry_id: string
  readonly account: string
  readonly occurrence: number
  readonly bank_entry: BankEntry
  readonly statement_keys: string[]
}

export function hasOlderBankEntries(db: Db, end_customer_id: string): Promise<boolean> {
  return db.exists(sql.type(row())`
    select from camt053_entries where end_customer_id = ${end_customer_id} and rule_version = 1 limit 1
  `)
}

export async function findOlderBankEntries(
  db: Db,
  end_customer_id: string,
  figures: readonly { readonly booking_date: string | null; readonly amount_minor: bigint }[],
): Promise<readonly OlderBankEntry[]> {
  type Row = Omit<OlderBankEntry, 'bank_entry'> & { readonly entry: string }
  const rows = await db.any(sql.prepared('find_older_bank_entries', row<Row>())`
    select older.entry_id, bank_account_of(${end_customer_id}, older.account) as account, older.occurrence, older.entry, in_statements.statement_keys
    from ${recordset('wanted', { booking_date: 'date', amount_minor: 'int8' }, figures)}
    cross join lateral (
      select entry_id, account, occurrence, entry::text as entry from camt053_entries
      where end_customer_id = ${end_customer_id} and rule_version = 1
        and (
          camt053_entries.booking_date = wanted.booking_date
          or camt053_entries.booking_date is null and wanted.booking_date is null
        )
        and camt053_entries.amount_minor = wanted.amount_minor
        and repeat_state is distinct from 'repeat'
      order by occurrence, entry_id
      limit ${5 * MOST_EQUALS}
    ) older
    cross join lateral (${statementKeysOf(end_customer_id, 'older')}) in_statements
  `)
  return rows.map(({ entry, ...older }) => ({
    ...older,
    bank_entry: JSON.parse(entry, amountsAsBigint) as BankEntry,
  }))
}

/** An entry that was sent over and over is in many of them, and all of them say the same. */
function statementKeysOf(end_customer_id: string, table: string) {
  return sql.fragment`
    select array(
      select distinct linked.import_id || ':' || linked.statement_number
      from camt053_statement_entries linked
      where linked.end_customer_id = ${end_customer_id} and linked.entry_id = ${sql.identifier([table, 'entry_id'])}
      limit 100
    ) as statement_keys
  `
}
