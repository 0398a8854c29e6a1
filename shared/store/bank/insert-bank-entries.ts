import type { BankEntry } from '../../camt053/bank-entry/bank-entry.ts'
import type { PagedOccurrence } from '../../camt053/bank-entry/occurrences.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { amountsAsText } from '../db/json.ts'
import { recordset } from '../db/recordset.ts'

/** A bank entry as a bank statement has it. */
export type ReadBankEntry = {
  readonly statement_number: number
  readonly position: number
  readonly bank_account: string
  readonly statement_id: string | null
  readonly page: string | null
  readonly content_hash: string
  readonly canonical_entry_hash: string
  readonly occurrence: number
  readonly entry_id: string
  readonly is_booked: boolean
  readonly bank_entry: BankEntry
}

const READ_BANK_ENTRY = {
  statement_number: 'int4',
  position: 'int4',
  bank_account: 'text',
  statement_id: 'text',
  page: 'text',
  content_hash: 'text',
  canonical_entry_hash: 'text',
  occurrence: 'int4',
  entry_id: 'uuid',
  is_booked: 'bool',
  booking_date: 'date',
  currency: 'text',
  amount_minor: 'int8',
  credit_debit: 'text',
  is_reversal: 'bool',
  bank_entry: 'json_document',
} as const

export type ImportKey = { readonly end_customer_id: string; readonly import_id: string }

/**
 * Writes bank entries that are new and links those that are known, with one query.
 *
 * @returns ids of the new ones
 */
export async function insertBankEntries(
  tx: Tx,
  { end_customer_id, import_id }: ImportKey,
  bankEntries: readonly ReadBankEntry[],
): Promise<ReadonlySet<string>> {
  const rows = bankEntries.map(({ bank_entry, ...rest }) => {
    const { booking_date, currency, amount_minor, credit_debit, reversal: is_reversal } = bank_entry
    const figures = { booking_date, currency, amount_minor, credit_debit, is_reversal }
    return { ...rest, ...figures, bank_entry: amountsAsText(bank_entry) }
  })
  const created = await tx.anyFirst(sql.prepared('insert_camt053_entries', row<{ entry_id: string }>())`
    with input as (
      select statement_number, position, bank_account, statement_id, page, content_hash, canonical_entry_hash, occurrence,
        entry_id, is_booked, booking_date, currency, amount_minor, credit_debit, is_reversal, bank_entry
      from ${recordset('input', READ_BANK_ENTRY, rows)}
    ), created as (
      insert into camt053_entries (
        end_customer_id, entry_id, import_id, canonical_entry_hash, occurrence, account, booking_date, currency,
        amount_minor, credit_debit, is_booked, is_reversal, entry, created_at
      )
      select distinct on (canonical_entry_hash) ${end_customer_id}::uuid, entry_id, ${import_id}::uuid,
        canonical_entry_hash, occurrence, bank_account, booking_date, currency, amount_minor, credit_debit, is_booked,
        is_reversal, bank_entry, now()
      from input
      order by canonical_entry_hash, statement_number, position
      on conflict on constraint camt053_entries_hash do nothing
      returning entry_id, canonical_entry_hash
    ), known as (
      select canonical_entry_hash, entry_id from created
      union all
      select known.canonical_entry_hash, known.entry_id from camt053_entries known
      where known.end_customer_id = ${end_customer_id}
        and known.canonical_entry_hash in (select canonical_entry_hash from input)
    ), linked as (
      insert into camt053_statement_entries (
        end_customer_id, import_id, statement_number, position, account, statement_id, page, content_hash, entry_id
      )
      select ${end_customer_id}::uuid, ${import_id}::uuid, statement_number, position, bank_account, statement_id, page,
        content_hash, known.entry_id
      from input join known using (canonical_entry_hash)
    )
    select entry_id from created
  `)
  return new Set(created)
}

/** Which occurrences of equal bank entries the imported pages of a bank statement have. */
export function findPagedOccurrences(
  db: Db,
  end_customer_id: string,
  { bank_account, statement_id }: Pick<ReadBankEntry, 'bank_account' | 'statement_id'>,
): Promise<readonly PagedOccurrence[]> {
  return db.any(sql.type(row<PagedOccurrence>())`
    select distinct content_hash, page, occurrence
    from camt053_statement_entries linked join camt053_entries using (end_customer_id, entry_id)
    where linked.end_customer_id = ${end_customer_id} and linked.account = ${bank_account}
      and statement_id = ${statement_id} and page is not null
    order by content_hash, page, occurrence
  `)
}
