import type { BankEntry } from '../../camt053/bank-entry/bank-entry.ts'
import { type Db, row, sql } from '../db/database.ts'
import { keysetPage } from '../db/filters.ts'
import { amountsAsBigint } from '../db/json.ts'

const PAGE = 1_000

/** A row of a bank entry: the JSON as it was read, and the columns derived from it. */
export type KeptBankEntry = {
  readonly entry_id: string
  readonly canonical_entry_hash: string
  readonly account: string
  readonly occurrence: number
  readonly rule_version: number
  readonly entry: BankEntry
  readonly amount_minor: bigint
  readonly currency: string
  readonly credit_debit: string
  readonly booking_date: string | null
  readonly is_reversal: boolean
  readonly is_booked: boolean
  /** Null where a release before has read it. */
  readonly says_return: boolean | null
}

export function listKeptFiles(db: Db, end_customer_id: string) {
  return db.any(sql.type(row<{ import_id: string; file_sha256: string }>())`
    select import_id, file_sha256 from camt053_imports where end_customer_id = ${end_customer_id} order by import_id
  `)
}

/** All of them, a page at a time in memory. */
export async function* readKeptBankEntries(db: Db, end_customer_id: string): AsyncGenerator<readonly KeptBankEntry[]> {
  for (let after: string | null = null; ; ) {
    const rows: readonly (Omit<KeptBankEntry, 'entry'> & { entry: string })[] = await db.any(
      sql.type(row<Omit<KeptBankEntry, 'entry'> & { entry: string }>())`
        select entry_id, canonical_entry_hash, account, occurrence, rule_version, entry::text as entry, amount_minor, currency,
          credit_debit, booking_date, is_reversal, is_booked, says_return
        from camt053_entries
        ${keysetPage({
          conditions: [sql.fragment`end_customer_id = ${end_customer_id}`],
          key: 'entry_id',
          after,
          limit: PAGE,
        })}
      `,
    )
    yield rows.map(({ entry, ...rest }) => ({ ...rest, entry: JSON.parse(entry, amountsAsBigint) as BankEntry }))
    after = rows.at(-1)?.entry_id ?? null
    if (rows.length < PAGE) return
  }
}
