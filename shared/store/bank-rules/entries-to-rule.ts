import type { Direction } from '../../camt053/figures.ts'
import { hasLongDetails, returnsIn, saysReturn } from '../bank/details-of-entries.ts'
import { ROW_DAY } from '../bank/entry-day.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { type Fragment, keysetPage } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import { namesAnyOrder } from '../open-items/ids-of-debits.ts'

/** A bank entry with all that decides whether a rule may book it. */
export type EntryToRule = {
  readonly entry_id: string
  readonly import_id: string
  readonly canonical_entry_hash: string
  /** The IBAN, also where the bank statement came under the QR-IBAN. */
  readonly bank_account: string
  readonly booking_date: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly used_minor: bigint
  readonly credit_debit: Direction
  readonly is_booked: boolean
  readonly is_reversal: boolean
  readonly is_dismissed: boolean
  readonly repeat_state: 'undecided' | 'repeat' | 'new' | null
  /** The voucher of a rule that waits to be booked, or is blocked. */
  readonly waiting_fact_id: string | null
  /** Somebody has booked, linked or dismissed it before, whatever became of that. */
  readonly is_touched: boolean
  /** It names a payment that was ordered, or its batch. */
  readonly names_order: boolean
  /** Details of it that a notification brought while something used it become its own when it is matched next. */
  readonly details_wait: boolean
  /** One of its transactions came back. */
  readonly has_return: boolean
  /**
   * As the bank wrote it, with the details that a notification brought in the place of its own; amounts are text. Without
   * transactions where it has more than a rule looks at.
   */
  readonly entry: object
  readonly created_at: string
}

/**
 * So many transactions of a bank entry are looked at. Of more none is: a condition on the other side, which has to hold for each,
 * does not hold then. Twenty thousand would be read and compared in one go.
 */
const MOST_TRANSACTIONS = 1_000
/** Nor of fewer with more bytes: they are parsed in one go. A thousand ordinary ones have 1.2 MB. */
const MOST_BYTES = 2_000_000

const columns = sql.fragment`
  entry_id, import_id, canonical_entry_hash, bank_account_of(end_customer_id, account) as bank_account,
  ${ROW_DAY} as booking_date, currency, amount_minor,
  used_minor, credit_debit, is_booked, is_reversal, dismissed_by is not null as is_dismissed, repeat_state, (
    select source_fact_id from bank_rule_bookings booking
    join fact_states fact using (end_customer_id, source_fact_id)
    where booking.end_customer_id = camt053_entries.end_customer_id and booking.entry_id = camt053_entries.entry_id
      and fact.state in ('received', 'blocked')
    limit 1
  ) as waiting_fact_id, (
    exists (
      select from bank_rule_bookings booking
      where booking.end_customer_id = camt053_entries.end_customer_id and booking.entry_id = camt053_entries.entry_id
    ) or exists (
      select from bank_entry_uses used
      where used.end_customer_id = camt053_entries.end_customer_id and used.entry_id = camt053_entries.entry_id
    ) or exists (
      select from bank_entry_dismissals dismissal
      where dismissal.end_customer_id = camt053_entries.end_customer_id
        and dismissal.entry_id = camt053_entries.entry_id
    )
  ) as is_touched, ${namesAnyOrder} as names_order, details_wait, ${saysReturn} or notified_return as has_return,
  case
    when coalesce(notified_count, jsonb_array_length(entry -> 'tx_details')) > ${MOST_TRANSACTIONS}
      or ${hasLongDetails(MOST_BYTES)}
      or notified_bytes > ${MOST_BYTES}
      then jsonb_set(entry, '{tx_details}', '[]')
    when notified_count is null then entry
    else jsonb_set(entry, '{tx_details}', (
      select coalesce(jsonb_agg(detail order by notification_id, place), '[]')
      from camt054_entries completing
      cross join lateral jsonb_array_elements(completing.entry -> 'tx_details') with ordinality as listed (detail, place)
      where completing.end_customer_id = camt053_entries.end_customer_id
        and completing.entry_id = camt053_entries.entry_id and completing.state = 'joined'
        and place - 1 <> all(skipped_details)
    ))
  end as entry,
  created_at
`

/** What notifications say of a bank entry; their details take the place of its own. */
const fromEntries = sql.fragment`
  from camt053_entries
  cross join lateral (
    select sum(detail_count - cardinality(skipped_details)) filter (where state = 'joined') as notified_count,
      sum(octet_length(notified.entry::text)) filter (where state = 'joined') as notified_bytes,
      coalesce(bool_or(${returnsIn(sql.fragment`notified.entry`)}) filter (where state = 'joined'), false)
        as notified_return,
      used_minor = 0 and coalesce(bool_or(reason = 'payment_used'), false) as details_wait
    from camt054_entries notified
    where notified.end_customer_id = camt053_entries.end_customer_id
      and notified.entry_id = camt053_entries.entry_id
  ) notified
`

/** Bank entries that nothing has used and nobody has dismissed, and that are no repeats: what rules may book. */
export function findUnruledEntries(
  db: Db,
  end_customer_id: string,
  after: string | null,
  limit: number,
): Promise<Page<EntryToRule>> {
  return find(db, end_customer_id, after, limit, [
    // The last condition follows from the others, and finds the index of what is not booked.
    sql.fragment`is_booked and not is_reversal and used_minor = 0 and amount_minor > 0 and dismissed_by is null
      and used_minor < amount_minor
      and coalesce(repeat_state = 'new', true)`,
  ])
}

/** Bank entries of some days, whatever has become of them, in the order in which they came. */
export function findPastEntries(
  db: Db,
  end_customer_id: string,
  { from, to }: { readonly from: string | null; readonly to: string | null },
  after: string | null,
  limit: number,
): Promise<Page<EntryToRule>> {
  return find(db, end_customer_id, after, limit, [
    from === null ? null : sql.fragment`${ROW_DAY} >= ${from}::date`,
    to === null ? null : sql.fragment`${ROW_DAY} <= ${to}::date`,
  ])
}

/** Locks bank entries in the order of their ids, and reads them as they are then. sql.md: lock, then read */
export async function lockEntriesToRule(
  tx: Tx,
  end_customer_id: string,
  entry_ids: readonly string[],
): Promise<readonly EntryToRule[]> {
  const ids = sql.array(entry_ids, 'uuid')
  await tx.query(sql.type(row())`
    select from camt053_entries where end_customer_id = ${end_customer_id} and entry_id = any(${ids})
    order by entry_id
    for update
  `)
  return tx.any(sql.type(row<EntryToRule>())`
    select ${columns} ${fromEntries}
    where end_customer_id = ${end_customer_id} and entry_id = any(${ids})
    order by entry_id
  `)
}

/** A page ends with a megabyte: a collective bank entry may have thousands of transactions. */
function find(
  db: Db,
  end_customer_id: string,
  after: string | null,
  limit: number,
  conditions: readonly (Fragment | null)[],
): Promise<Page<EntryToRule>> {
  return listPage<EntryToRule>(
    db,
    sql.fragment`
    select ${columns} ${fromEntries}
    ${keysetPage({
      conditions: [sql.fragment`end_customer_id = ${end_customer_id}`, ...conditions],
      key: 'entry_id',
      after,
      limit: limit + 1,
    })}
  `,
    limit,
  )
}
