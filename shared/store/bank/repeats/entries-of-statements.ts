import type { BankEntry } from '../../../camt053/bank-entry/bank-entry.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { amountsAsBigint } from '../../db/json.ts'
import { recordset } from '../../db/recordset.ts'

/** A kept bank entry of a bank statement, with all bank statements that have it: `import:number`. */
export type EntryOfStatement = {
  readonly entry_id: string
  readonly import_id: string
  readonly account: string
  readonly first_hash: string | null
  readonly bank_references: readonly string[] | null
  readonly booking_date: string | null
  /** Nothing where it is only announced. */
  readonly signed_minor: bigint
  readonly is_undecided: boolean
  readonly possible_repeat_of: string | null
  readonly statement_keys: readonly string[]
  /** The bank statement of those asked for. */
  readonly place: number
  /** Only of the first rule, whose hash says less. */
  readonly bank_entry: BankEntry | null
}

/** A page of a bank statement; `place` is that of the bank statement among those asked for. */
export type PageOfStatement = {
  readonly import_id: string
  readonly statement_number: number
  readonly place: number
}

export async function listEntriesOfStatements(
  db: Db,
  end_customer_id: string,
  pages: readonly PageOfStatement[],
): Promise<readonly EntryOfStatement[]> {
  type Row = Omit<EntryOfStatement, 'bank_entry'> & { readonly bank_entry: string | null }
  const rows = await db.any(sql.type(row<Row>())`
    with linked as materialized (
      select distinct entry_id, place
      from ${recordset('page', { import_id: 'uuid', statement_number: 'int4', place: 'int4' }, pages)}
      join camt053_statement_entries linked using (import_id, statement_number)
      where linked.end_customer_id = ${end_customer_id}
    )
    select linked.place, kept.entry_id, import_id, account, first_hash, bank_references, booking_date, is_undecided,
      possible_repeat_of, signed_minor, bank_entry,
      array(
        select distinct other.import_id || ':' || other.statement_number
        from camt053_statement_entries other
        where other.end_customer_id = ${end_customer_id} and other.entry_id = kept.entry_id
        limit 100
      ) as statement_keys
    from linked
    -- sql.md: lateral limit 1
    cross join lateral (
      select entry_id, import_id, account, first_hash, bank_references, booking_date, possible_repeat_of,
        coalesce(repeat_state = 'undecided', false) as is_undecided,
        case when not is_booked then 0 when credit_debit = 'CRDT' then amount_minor else -amount_minor end as signed_minor,
        case when first_hash is null then entry::text end as bank_entry
      from camt053_entries
      where end_customer_id = ${end_customer_id} and camt053_entries.entry_id = linked.entry_id
      limit 1
    ) kept
    order by linked.place, kept.entry_id
  `)
  return rows.map(({ bank_entry, ...others }) => ({
    ...others,
    bank_entry: bank_entry === null ? null : (JSON.parse(bank_entry, amountsAsBigint) as BankEntry),
  }))
}
