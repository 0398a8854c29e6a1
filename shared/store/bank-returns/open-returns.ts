import type { Direction } from '../../camt053/figures.ts'
import { type SenderOfCredit, sentByOf } from '../../camt053/returns/find-sent-back.ts'
import type { Returning } from '../../camt053/returns/match-returned.ts'
import {
  batchesInSteps,
  bookingRefsOf,
  type ReturnedMoney,
  returnedMoneyInSteps,
} from '../../camt053/returns/returned-money.ts'
import { inTurns, pausesBetweenTurns } from '../../process/in-turns.ts'
import { asPartedText, bringsBack, type PartedText, readWholeEntry } from '../bank/details-of-entries.ts'
import { ROW_DAY } from '../bank/entry-day.ts'
import { readJoinedDetails } from '../bank/notifications/joined-details.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { isStandingReturn } from '../open-items/ordered-now.ts'

/** A bank entry that gives money back, or takes it back, or may do so without a word, of which something is not booked. */
export type ReturningEntry = Returning & {
  readonly entry_id: string
  readonly import_id: string
  readonly canonical_entry_hash: string
  readonly bank_account: string
  readonly credit_debit: Direction
  readonly currency: string
  readonly day: string
  readonly whole_minor: bigint
}

const PAGE = 200

type EntryRow = Omit<ReturningEntry, 'parts' | 'batch_ids' | 'booking_refs' | 'next_part_number' | 'sent_by'> &
  PartedText & {
    readonly is_notified: boolean
    /** Nothing has used it but returns that stand: what is left of it may bring back more of the same debit. */
    readonly is_of_returns: boolean
    /** What came back in them is booked, or about to be. Details no longer change then. */
    readonly booked_parts: readonly number[]
  }

/**
 * All of them that may bring back what another bank entry has moved, oldest first, some at a time. What shares no name with
 * another one costs a look at an index, however long it waits.
 */
export async function* findReturningEntries(db: Db, end_customer_id: string): AsyncGenerator<ReturningEntry[]> {
  let after: string | null = null
  do {
    const ids: readonly string[] = await findReturnIds(db, end_customer_id, after)
    after = ids.length < PAGE ? null : (ids.at(-1) ?? null)
    if (ids.length > 0) yield await find(db, end_customer_id, sql.fragment`entry_id = any(${sql.array(ids, 'uuid')})`)
  } while (after !== null)
}

function findReturnIds(db: Db, end_customer_id: string, after: string | null): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ entry_id: string }>())`
    select entry_id
    from (
      select entry_id from camt053_entries
      where end_customer_id = ${end_customer_id} and ${isToBook} and ${after === null ? sql.fragment`true` : sql.fragment`entry_id > ${after}`}
        and (is_reversal or ${bringsBack})
      -- sql.md: offset 0
      offset 0
    ) back
    -- Some look at the names of few: together they would read those of all bank entries. sql.md: lateral limit 1
    cross join lateral (
      select
      from bank_entry_names own
      cross join lateral (
        select from bank_entry_names other
        where other.end_customer_id = ${end_customer_id} and other.name = own.name and other.entry_id <> own.entry_id
        limit 1
      ) other
      where own.end_customer_id = ${end_customer_id} and own.entry_id = back.entry_id
      union all
      select from payments
      where payments.end_customer_id = ${end_customer_id} and returned_by = back.entry_id
      limit 1
    ) alike
    union
    select entry_id from camt053_entries
    where end_customer_id = ${end_customer_id} and ${isToBook} and ${after === null ? sql.fragment`true` : sql.fragment`entry_id > ${after}`}
      and credit_debit = 'CRDT' and (
        used_minor > 0 and ${isOfReturns} or used_minor = 0 and exists (
          select from bank_entry_uses paid
          where paid.end_customer_id = ${end_customer_id} and paid.amount_minor = camt053_entries.amount_minor
            and paid.used_by = 'settlement' and paid.state = 'posted'
        ) or used_minor = 0 and exists (${debitsOfSeveral(end_customer_id, sql.fragment`camt053_entries.amount_minor`)})
      )
    order by entry_id
    limit ${PAGE}
  `)
}

/** Debits of this amount, all of which several settlements have used. */
export const debitsOfSeveral = (end_customer_id: string, amount: Fragment) => sql.fragment`
  select paid.entry_id, paid.booking_date
  from camt053_entries paid
  where paid.end_customer_id = ${end_customer_id} and paid.amount_minor = ${amount} and paid.credit_debit = 'DBIT'
    and paid.used_minor > 0 and (
      select count(*) > 1 and sum(used.amount_minor) = ${amount} from bank_entry_uses used
      where used.end_customer_id = ${end_customer_id} and used.entry_id = paid.entry_id
        and used.used_by = 'settlement' and used.state = 'posted'
    )
`

/** All that is used of a bank entry is used by returns that stand. */
const isOfReturns = sql.fragment`used_minor = (
  select coalesce(sum(back.amount_minor), 0) from bank_returns back
  where back.end_customer_id = camt053_entries.end_customer_id and back.entry_id = camt053_entries.entry_id
    and ${isStandingReturn}
)`

const isToBook = sql.fragment`(
  is_booked and used_minor < amount_minor and dismissed_by is null and coalesce(repeat_state = 'new', true)
)`

/** One of them, which the caller has locked; null where nothing of it is left, or nobody is to book it. */
export async function findReturningEntry(
  db: Db,
  end_customer_id: string,
  entry_id: string,
): Promise<ReturningEntry | null> {
  const [entry] = await find(db, end_customer_id, sql.fragment`entry_id = ${entry_id}`)
  return entry ?? null
}

async function find(db: Db, end_customer_id: string, condition: Fragment): Promise<ReturningEntry[]> {
  const found = await db.any(sql.type(row<EntryRow>())`
    select entry_id, import_id, canonical_entry_hash, bank_account_of(end_customer_id, account) as bank_account,
      credit_debit, currency, ${ROW_DAY} as day,
      ${asPartedText}, amount_minor as whole_minor, amount_minor - used_minor - (
        select coalesce(sum(waiting.amount_minor), 0)::bigint
        from bank_returns waiting join fact_states fact using (end_customer_id, source_fact_id)
        where waiting.end_customer_id = camt053_entries.end_customer_id and waiting.entry_id = camt053_entries.entry_id
          and fact.state in ('received', 'blocked')
      ) as left_minor, ${isOfReturns} as is_of_returns, exists (
        select from camt054_entries notified
        where notified.end_customer_id = camt053_entries.end_customer_id
          and notified.entry_id = camt053_entries.entry_id and notified.state = 'joined'
      ) as is_notified, array(
        select part_number from bank_returns back
        where back.end_customer_id = camt053_entries.end_customer_id and back.entry_id = camt053_entries.entry_id
          and ${isStandingReturn}
      ) as booked_parts
    from camt053_entries
    where end_customer_id = ${end_customer_id} and ${isToBook} and ${condition}
    order by entry_id
  `)
  const entries: ReturningEntry[] = []
  const pause = pausesBetweenTurns()
  for (const { entry, has_more_details, is_notified, is_of_returns, booked_parts, ...rest } of found) {
    const text = { entry, has_more_details }
    const written = await readWholeEntry(db, 'camt053_entries', end_customer_id, rest.entry_id, text)
    const told = is_notified
      ? { ...written, tx_details: await readJoinedDetails(db, end_customer_id, rest.entry_id) }
      : written
    const sent_by = is_of_returns ? sentByOf(told) : null
    const returned = await inTurns(returnedMoneyInSteps(told))
    const next_part_number = Math.max(1, ...booked_parts) + 1
    const part_number = booked_parts.length === 0 ? 1 : next_part_number
    const money = returned.length === 0 && sent_by ? [unmarkedMoney(rest.left_minor, part_number, sent_by)] : returned
    const booked = new Set(booked_parts)
    const parts = money.filter(
      ({ amount_minor, part_number }) => amount_minor <= rest.left_minor && !booked.has(part_number),
    )
    const batch_ids = returned.length === 0 ? [] : await inTurns(batchesInSteps(told))
    const booking_refs = bookingRefsOf(returned)
    if (parts.length + batch_ids.length + booking_refs.length > 0)
      entries.push({ ...rest, parts, batch_ids, booking_refs, sent_by, next_part_number })
    await pause()
  }
  return entries
}

/** The bank does not say that it brings anything back: no name counts but that of a payment of ours. */
function unmarkedMoney(amount_minor: bigint, part_number: number, { id_of_order }: SenderOfCredit): ReturnedMoney {
  const end_to_end_id = id_of_order === null ? [] : [id_of_order]
  const names = { uetr: [], end_to_end_id, acct_svcr_ref: [], reference: [] }
  return { part_number, amount_minor, names, charges_minor: null, instructed_minor: null }
}
