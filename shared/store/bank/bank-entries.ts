import type { BookingState } from '../../contract/bank/bank-entry-uses.ts'
import { type Db, row, sql } from '../db/database.ts'
import { keysetPage, type Visibility, visibleTo } from '../db/filters.ts'
import { type Booking, bookingColumns, inBookingState } from './uses/bookings.ts'

export type BankEntryRow = Booking & {
  end_customer_id: string
  entry_id: string
  import_id: string
  import_ids: string[]
  canonical_entry_hash: string
  occurrence: number
  account: string
  amount_minor: bigint
  is_booked: boolean
  possible_repeat_of: string | null
  repeat_reason: string | null
  repeat_decided_by: string | null
  repeat_decided_at: string | null
  /** As the bank wrote it; amounts are text. */
  entry: Record<string, unknown>
  created_at: string
}

const columns = sql.fragment`
  end_customer_id, entry_id, import_id, canonical_entry_hash, occurrence, account, amount_minor, is_booked, entry,
  ${bookingColumns},
  created_at, possible_repeat_of, repeat_reason, repeat_decided_by, repeat_decided_at,
  array(
    select distinct linked.import_id from camt053_statement_entries linked
    where linked.end_customer_id = camt053_entries.end_customer_id and linked.entry_id = camt053_entries.entry_id
    order by 1
  ) as import_ids
`

export function findBankEntry(db: Db, entry_id: string, visible: Visibility): Promise<BankEntryRow | null> {
  return db.maybeOne(sql.type(row<BankEntryRow>())`
    select ${columns} from camt053_entries where entry_id = ${entry_id} and ${visibleTo(visible)}
  `)
}

export type BankEntryFilter = {
  readonly end_customer_id: string
  readonly import_uuid: string | null
  readonly canonical_entry_hash: string | null
  readonly account: string | null
  readonly from_date: string | null
  readonly to_date: string | null
  readonly booking_state: BookingState | null
  readonly possible_repeat: boolean | null
  readonly limit: number
}

/** In the order in which they came. */
export function listBankEntries(
  db: Db,
  filter: BankEntryFilter,
  after: string | null,
): Promise<readonly BankEntryRow[]> {
  const { end_customer_id, import_uuid, canonical_entry_hash, account, from_date, to_date } = filter
  const { booking_state, possible_repeat, limit } = filter
  return db.any(sql.type(row<BankEntryRow>())`
    select ${columns}
    from camt053_entries
    ${keysetPage({
      conditions: [
        sql.fragment`end_customer_id = ${end_customer_id}`,
        canonical_entry_hash && sql.fragment`canonical_entry_hash = ${canonical_entry_hash}`,
        account && sql.fragment`left(account, 100) = left(${account}, 100) and account = ${account}`,
        from_date && sql.fragment`booking_date >= ${from_date}`,
        to_date && sql.fragment`booking_date <= ${to_date}`,
        booking_state && inBookingState(booking_state),
        // A repeat is another bank entry again, and shown as that one.
        canonical_entry_hash === null && sql.fragment`repeat_state is distinct from 'repeat'`,
        possible_repeat === true && sql.fragment`repeat_state = 'undecided'`,
        possible_repeat === false && sql.fragment`repeat_state is distinct from 'undecided'`,
        import_uuid &&
          sql.fragment`entry_id in (
            select linked.entry_id from camt053_statement_entries linked
            where linked.end_customer_id = ${end_customer_id} and linked.import_id = ${import_uuid}
          )`,
      ],
      key: 'entry_id',
      after,
      limit: limit + 1,
    })}
  `)
}
