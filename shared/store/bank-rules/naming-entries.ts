import type { EntryTold } from '../../camt053/matching/meant/payments-told.ts'
import { type Db, row, sql } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import { bareNumber, compacted } from '../open-items/named/compacted.ts'

/** A number of a document that was closed longer ago is hardly meant: nobody gives money back, or takes it back, so late. */
const MOST_DAYS = 400
/** Of a name or number: the indexes have no more of it. */
const LONGEST = 100

const NAMED = { entry_id: 'uuid', credit_debit: 'text', day: 'date', name: 'text', is_number: 'bool' } as const

/**
 * Of these bank entries those that name a document that we know, open or paid, by its reference or number. A reference that is booked as
 * something else since its document is paid says nothing more: a standing order has one reference for years.
 */
export async function findNamingEntries(
  db: Db,
  end_customer_id: string,
  entries: readonly EntryTold[],
): Promise<ReadonlySet<string>> {
  if (entries.length === 0) return new Set()
  const named = entries.flatMap(({ entry_id, credit_debit, day, references, numbers }) => [
    ...references.map((name) => ({ entry_id, credit_debit, day, name: name.slice(0, LONGEST), is_number: false })),
    ...numbers.map((name) => ({ entry_id, credit_debit, day, name: name.slice(0, LONGEST), is_number: true })),
  ])
  const found = await db.anyFirst(sql.type(row<{ entry_id: string }>())`
    select distinct named.entry_id
    from ${recordset('named', NAMED, named)}
    cross join lateral (${itemsNamed(end_customer_id)}) item
    where item.is_open or item.is_recent and (named.is_number or not exists (${bookedOtherwise(end_customer_id)}))
  `)
  return new Set(found)
}

/** One index finds each of them. sql.md: lateral limit 1 */
const itemsNamed = (end_customer_id: string) => sql.fragment`
  select open_item_id, closed_on, open_amount_minor <> 0 as is_open, true as is_recent
  from (
    select open_item_id, closed_on, open_amount_minor from open_items
    where end_customer_id = ${end_customer_id} and not named.is_number
      and ${compacted(sql.fragment`payment_reference`)} = named.name
      and payment_reference is not null and state <> 'reversed'
    limit 1000
  ) referred
  union all
  select open_item_id, closed_on, open_amount_minor <> 0, closed_on >= named.day - ${MOST_DAYS}::integer
  from (
    select open_item_id, closed_on, open_amount_minor from open_items
    where end_customer_id = ${end_customer_id} and named.is_number
      and ${bareNumber(sql.fragment`document_number`)} = named.name
      and document_number is not null and state <> 'reversed'
    limit 1000
  ) numbered
  union all
  -- An invoice without a reference has one that says which line has opened it: referenceOfItem.
  select open_item_id, closed_on, open_amount_minor <> 0, true
  from regexp_match(named.name, '^RF[0-9]{2}HB([0-9]{1,15})L([0-9]{1,4})$') place
  join open_items on open_items.end_customer_id = ${end_customer_id} and entry_number = place[1]::bigint
    and line_number = place[2]::smallint
  where not named.is_number and payment_reference is null and kind = 'receivable' and state <> 'reversed'
`

/** Since the document is paid, a bank entry with its reference is booked by hand or by a rule, and on no open item. */
const bookedOtherwise = (end_customer_id: string) => sql.fragment`
  select from bank_entry_names other
  join camt053_entries earlier
    on earlier.end_customer_id = ${end_customer_id} and earlier.entry_id = other.entry_id
      and earlier.credit_debit = named.credit_debit
  join bank_entry_uses used on used.end_customer_id = ${end_customer_id} and used.entry_id = other.entry_id
    and used.state = 'posted' and used.used_by in ('voucher', 'link')
  join journal_entries booked
    on booked.end_customer_id = ${end_customer_id} and booked.journal_entry_id = used.journal_entry_id
  where other.end_customer_id = ${end_customer_id} and other.name = named.name and other.entry_id <> named.entry_id
    and booked.posting_date >= item.closed_on
    and not exists (
      select from open_item_changes moved
      where moved.end_customer_id = ${end_customer_id} and moved.entry_number = booked.entry_number
    )
    and not exists (
      select from open_items opened
      where opened.end_customer_id = ${end_customer_id} and opened.entry_number = booked.entry_number
    )
`
