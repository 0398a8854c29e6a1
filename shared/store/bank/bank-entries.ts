import { type Db, row, sql } from '../db/database.ts'
import { type Visibility, visibleTo } from '../db/filters.ts'
import { withFirstDetails } from './details-of-entries.ts'
import { type Booking, bookingColumns } from './uses/bookings.ts'
import { findLinesBookedBefore } from './uses/lines-booked-before.ts'

export type BankEntryRow = Booking & {
  end_customer_id: string
  entry_id: string
  import_id: string
  import_ids: string[]
  notification_ids: string[]
  canonical_entry_hash: string
  occurrence: number
  account: string
  amount_minor: bigint
  is_booked: boolean
  possible_repeat_of: string | null
  repeat_reason: string | null
  repeat_decided_by: string | null
  repeat_decided_at: string | null
  /** Those that were taken back, oldest first; null where nothing was ever in doubt. */
  earlier_decisions: EarlierDecisionJson[] | null
  /** As the bank wrote it, with the first of its details; amounts are text. */
  entry: Record<string, unknown>
  has_more_details: boolean
  created_at: string
}

type EarlierDecisionJson = {
  readonly decision: 'repeat' | 'new'
  readonly decided_by: string | null
  readonly reason: string
  readonly decided_at: string
  readonly taken_back_reason: string
  readonly taken_back_at: string
}

/** The columns of a relation `camt053_entries`. */
const columns = sql.fragment`
  end_customer_id, entry_id, import_id, canonical_entry_hash, occurrence, account, amount_minor, is_booked, ${withFirstDetails},
  ${bookingColumns},
  created_at, possible_repeat_of, repeat_reason, repeat_decided_by, repeat_decided_at,
  case when repeat_state is not null then (
    select coalesce(jsonb_agg(jsonb_build_object(
      'decision', decision, 'decided_by', decided_by, 'reason', reason, 'decided_at', decided_at,
      'taken_back_reason', taken_back_reason, 'taken_back_at', taken_back_at
    ) order by decision_id), '[]')
    from repeat_decisions decided
    where decided.end_customer_id = camt053_entries.end_customer_id and decided.entry_id = camt053_entries.entry_id
      and taken_back_at is not null
  ) end as earlier_decisions,
  array(
    select distinct linked.import_id from camt053_statement_entries linked
    where linked.end_customer_id = camt053_entries.end_customer_id and linked.entry_id = camt053_entries.entry_id
    order by 1
  ) as import_ids,
  array(
    select notification_id from camt054_entries notified
    where notified.end_customer_id = camt053_entries.end_customer_id and notified.entry_id = camt053_entries.entry_id
    order by notification_id
    limit 100
  ) as notification_ids
`

export async function findBankEntry(db: Db, entry_id: string, visible: Visibility): Promise<BankEntryRow | null> {
  const found = await db.maybeOne(sql.type(row<BankEntryRow>())`
    select ${columns} from camt053_entries where entry_id = ${entry_id} and ${visibleTo(visible)}
  `)
  const [proposed = null] = await withLinesBookedBefore(db, found ? [found] : [])
  return proposed
}

export type BankEntryHead = { end_customer_id: string; entry_id: string; currency: string }

/** Without what is large in it. */
export function findBankEntryHead(db: Db, entry_id: string, visible: Visibility): Promise<BankEntryHead | null> {
  return db.maybeOne(sql.type(row<BankEntryHead>())`
    select end_customer_id, entry_id, entry ->> 'currency' as currency
    from camt053_entries where entry_id = ${entry_id} and ${visibleTo(visible)}
  `)
}

/** In the order of their ids. */
export async function findBankEntries(
  db: Db,
  end_customer_id: string,
  entry_ids: readonly string[],
): Promise<readonly BankEntryRow[]> {
  const found = await db.any(sql.type(row<BankEntryRow>())`
    select ${columns} from camt053_entries
    where end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(entry_ids, 'uuid')})
    order by entry_id
  `)
  return await withLinesBookedBefore(db, found)
}

/** With the lines that may have booked those of which nothing is used yet, behind what is proposed for better reasons. */
async function withLinesBookedBefore(db: Db, rows: readonly BankEntryRow[]): Promise<readonly BankEntryRow[]> {
  const unused = rows.filter(({ used_minor }) => used_minor === 0n)
  const equal = await findLinesBookedBefore(db, unused)
  return rows.map((found) => {
    const proposed = new Set(found.link_proposals.map(keyOfLine))
    const amount_minor = `${found.amount_minor}`
    const more = (equal.get(found.entry_id) ?? [])
      .filter((line) => !proposed.has(keyOfLine(line)))
      .map(({ journal_entry_id, line_number }) => ({ journal_entry_id, line_number, amount_minor }))
    return { ...found, link_proposals: [...found.link_proposals, ...more] }
  })
}

function keyOfLine({ journal_entry_id, line_number }: { journal_entry_id: string; line_number: number }) {
  return `${journal_entry_id} ${line_number}`
}
