import type { BookingChoice } from '../../contract/bank/bank-entry-uses.ts'
import { type Db, sql } from '../db/database.ts'
import { allOf, type Fragment, keysetPage } from '../db/filters.ts'
import { listLargeRows } from '../db/pages/list-large-rows.ts'
import type { Page } from '../db/pages/list-page.ts'
import { findBankAccountNames } from './accounts/bank-accounts.ts'
import { type BankEntryRow, findBankEntries } from './bank-entries.ts'
import { inBookingState } from './uses/bookings.ts'

export type BankEntryFilter = {
  readonly end_customer_id: string
  readonly import_uuid: string | null
  readonly canonical_entry_hash: string | null
  readonly account: string | null
  readonly from_date: string | null
  readonly to_date: string | null
  readonly booking_state: BookingChoice | null
  readonly possible_repeat: boolean | null
  readonly limit: number
}

/** Rows in the order of the list that are looked at, for each one that is wanted, before the days are. */
const LOOKED_AT = 5

/**
 * In the order in which they came. Each query has an order that one index of the end customer has, so nobody's statistics
 * decide what is read: sql.md: order of one index.
 */
export async function listBankEntries(
  db: Db,
  filter: BankEntryFilter,
  after: string | null,
): Promise<Page<BankEntryRow>> {
  const { end_customer_id, account, limit } = filter
  const names = account === null ? [null] : await findBankAccountNames(db, end_customer_id, account)
  const pages: Page<BankEntryRow>[] = []
  for (const name of names) pages.push(await listOfAccount(db, { ...filter, account: name }, after))
  const [only] = pages
  return only && pages.length === 1 ? only : together(pages, limit)
}

/** Pages of both names of an account as one: behind the end of a page that goes on, nothing is known. */
function together(pages: readonly Page<BankEntryRow>[], limit: number): Page<BankEntryRow> {
  const ends = pages.flatMap(({ rows, has_more }) => (has_more ? [rows.at(-1)?.entry_id ?? ''] : [])).sort()
  const rows = pages
    .flatMap((page) => page.rows)
    .filter(({ entry_id }) => ends[0] === undefined || entry_id <= ends[0])
    .sort((a, b) => (a.entry_id < b.entry_id ? -1 : 1))
  return { rows: rows.slice(0, limit), has_more: ends.length > 0 || rows.length > limit }
}

async function listOfAccount(db: Db, filter: BankEntryFilter, after: string | null): Promise<Page<BankEntryRow>> {
  if (filter.canonical_entry_hash || filter.import_uuid) return listNamed(db, filter, after)
  const wanted = filter.limit + 1
  if (!filter.from_date && !filter.to_date) return listInOrder(db, filter, after, wanted)
  const first = await listInOrder(db, filter, after, LOOKED_AT * wanted)
  return first.has_more ? first : listOfDays(db, filter, after)
}

/** Those that an import or a hash names, which are few. */
function listNamed(db: Db, filter: BankEntryFilter, after: string | null) {
  const { end_customer_id, import_uuid, canonical_entry_hash, account, limit } = filter
  const entry_ids = sql.fragment`
    select entry_id
    from camt053_entries
    ${keysetPage({
      conditions: [
        sql.fragment`end_customer_id = ${end_customer_id}`,
        canonical_entry_hash && sql.fragment`canonical_entry_hash = ${canonical_entry_hash}`,
        account && sql.fragment`left(account, 100) = left(${account}, 100) and account = ${account}`,
        inDays(filter),
        inState(filter),
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
  `
  return listThose(db, end_customer_id, entry_ids, limit)
}

/** @param looked_at how many are read at most; those of other days are left out then */
function listInOrder(db: Db, filter: BankEntryFilter, after: string | null, looked_at: number) {
  const { end_customer_id, account, limit } = filter
  const [leading, value] = account
    ? [sql.fragment`left(account, 100)`, sql.fragment`left(${account}::text, 100)`]
    : [sql.fragment`end_customer_id`, sql.fragment`${end_customer_id}::uuid`]
  const ofAccount = sql.fragment`end_customer_id = ${end_customer_id} and account = ${account}`
  return listThose(
    db,
    end_customer_id,
    sql.fragment`
      select entry_id
      from (
        select entry_id, booking_date from camt053_entries
        where ${leading} <= ${value} and (${leading}, entry_id) > (${value}, ${after ?? BEFORE_ALL}::uuid)
          and ${allOf([account && ofAccount])} and ${inState(filter)}
        order by ${leading}, entry_id
        limit ${looked_at}
      ) looked_at
      where ${inDays(filter)}
      order by entry_id
      limit ${limit + 1}
    `,
    limit,
  )
}

/** The first ones of each day. sql.md: skip scan */
function listOfDays(db: Db, filter: BankEntryFilter, after: string | null) {
  const { end_customer_id, account, limit } = filter
  const firstDay = (condition: Fragment) => sql.fragment`
    select booking_date from camt053_entries
    where end_customer_id = ${end_customer_id} and ${condition} and ${inDays(filter)}
    order by booking_date
    limit 1
  `
  return listThose(
    db,
    end_customer_id,
    sql.fragment`
      with recursive days (day) as (
        (${firstDay(sql.fragment`true`)})
        union all
        select booking_date
        from days cross join lateral (${firstDay(sql.fragment`booking_date > day`)}) next
      )
      select entry_id
      from days
      cross join lateral (
        select entry_id from camt053_entries
        where end_customer_id = ${end_customer_id} and booking_date <= day
          and (booking_date, entry_id) > (day, ${after ?? BEFORE_ALL}::uuid)
          and ${allOf([account && sql.fragment`account = ${account}`])} and ${inState(filter)}
        order by booking_date, entry_id
        limit ${limit + 1}
      ) of_day
      order by entry_id
      limit ${limit + 1}
    `,
    limit,
  )
}

/** @param entry_ids in the order of the list */
function listThose(db: Db, end_customer_id: string, entry_ids: Fragment, limit: number) {
  const sizeOf = (entry_id: Fragment) => sql.fragment`
    select octet_length(entry::text) from camt053_entries
    where end_customer_id = ${end_customer_id} and entry_id = ${entry_id}
  `
  return listLargeRows(db, limit, entry_ids, sizeOf, (ids) => findBankEntries(db, end_customer_id, ids))
}

/** No id is as small. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

function inDays({ from_date, to_date }: BankEntryFilter): Fragment {
  return allOf([
    from_date && sql.fragment`booking_date >= ${from_date}`,
    to_date && sql.fragment`booking_date <= ${to_date}`,
  ])
}

function inState({ booking_state, possible_repeat, canonical_entry_hash }: BankEntryFilter): Fragment {
  return allOf([
    booking_state && inBookingState(booking_state),
    // A repeat is another bank entry again, and shown as that one.
    canonical_entry_hash === null && sql.fragment`repeat_state is distinct from 'repeat'`,
    // Without repeats these are all that are dismissed, and the partial index has them.
    canonical_entry_hash === null && booking_state === 'dismissed' && sql.fragment`dismissed_by is not null`,
    possible_repeat === true && sql.fragment`repeat_state = 'undecided'`,
    possible_repeat === false && sql.fragment`repeat_state is distinct from 'undecided'`,
  ])
}
