import type { BankEntry } from '../../camt053/bank-entry/bank-entry.ts'
import { type Db, row, sql } from '../db/database.ts'
import { keysetPage } from '../db/filters.ts'
import { amountsAsBigint } from '../db/json.ts'

/** They may have some thousand details each. */
const PAGE = 100

/** A row of a notification: the JSON as it was read, and the columns derived from it. */
export type KeptNotification = {
  readonly notification_id: string
  readonly account: string
  readonly content_hash: string
  readonly details_hash: string | null
  readonly details_minor: bigint | null
  readonly day: string | null
  readonly amount_minor: bigint
  readonly currency: string
  readonly credit_debit: string
  readonly is_booked: boolean
  readonly is_reversal: boolean
  readonly entry: BankEntry
}

export function listKeptNotificationFiles(db: Db, end_customer_id: string) {
  return db.any(sql.type(row<{ import_id: string; file_sha256: string }>())`
    select import_id, file_sha256 from camt054_imports where end_customer_id = ${end_customer_id} order by import_id
  `)
}

/** All of them, a page at a time in memory. */
export async function* readKeptNotifications(
  db: Db,
  end_customer_id: string,
): AsyncGenerator<readonly KeptNotification[]> {
  type Row = Omit<KeptNotification, 'entry'> & { readonly entry: string }
  for (let after: string | null = null; ; ) {
    const rows: readonly Row[] = await db.any(
      sql.type(row<Row>())`
        select notification_id, account, content_hash, details_hash, details_minor, day, amount_minor, currency,
          credit_debit, is_booked, is_reversal, entry::text as entry
        from camt054_entries
        ${keysetPage({
          conditions: [sql.fragment`end_customer_id = ${end_customer_id}`],
          key: 'notification_id',
          after,
          limit: PAGE,
        })}
      `,
    )
    yield rows.map(({ entry, ...rest }) => ({ ...rest, entry: JSON.parse(entry, amountsAsBigint) as BankEntry }))
    after = rows.at(-1)?.notification_id ?? null
    if (rows.length < PAGE) return
  }
}

/** A bank entry that notifications complete, with its payments as `amount payer references`. */
export type CompletedEntry = {
  readonly entry_id: string
  readonly entry: BankEntry
  readonly payments: readonly string[]
}

/** One after the other. */
export async function* readCompletedEntries(db: Db, end_customer_id: string): AsyncGenerator<CompletedEntry> {
  const entry_ids = await db.anyFirst(sql.type(row<{ entry_id: string }>())`
    select distinct entry_id from camt054_entries where end_customer_id = ${end_customer_id} and state = 'joined'
    order by entry_id
  `)
  for (const entry_id of entry_ids) {
    const { entry, payments } = await db.one(sql.type(row<{ entry: string; payments: string[] }>())`
      select entry::text as entry, array(
        select concat_ws(' ', payments.amount_minor, debtor_name, array_to_string(payment_references, ' ')) from payments
        where payments.end_customer_id = ${end_customer_id} and payments.entry_id = camt053_entries.entry_id
          and superseded_by is null
      ) as payments
      from camt053_entries where end_customer_id = ${end_customer_id} and entry_id = ${entry_id}
    `)
    yield { entry_id, entry: JSON.parse(entry, amountsAsBigint) as BankEntry, payments }
  }
}
