import { joinReferencesOf } from '../../../camt053/notifications/join-references.ts'
import type { NotifiableBankEntry } from '../../../camt053/notifications/joinable.ts'
import {
  detailKeysInSteps,
  hashOfDetails,
  lacksDetails,
  splitDetailsOf,
} from '../../../camt053/notifications/notified-details.ts'
import { pausesBetweenTurns } from '../../../process/in-turns.ts'
import { type Db, row, sql, type Tx } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'
import { createAccountOf, listBankAccounts } from '../accounts/bank-accounts.ts'
import { asPartedText, type PartedText, readWholeEntry } from '../details-of-entries.ts'
import { isOpen } from './open-notifications.ts'

/** Of these days, those of notifications that complete nothing so far. sql.md: lateral in order */
export function findOpenDays(db: Db, end_customer_id: string, days: readonly string[]): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ day: string }>())`
    select wanted.day from (select distinct unnest(${sql.array(days, 'date')}) as day) wanted
    cross join lateral (
      select day from camt054_entries
      where end_customer_id = ${end_customer_id} and ${isOpen} and day >= wanted.day
      order by end_customer_id, day
      limit 1
    ) open
    where open.day = wanted.day
    order by wanted.day
  `)
}

/** The days of bank entries that an import of bank statements has, or has changed; none where there are no notifications. */
export async function findChangedDays(
  db: Db,
  end_customer_id: string,
  import_id: string,
  changed: readonly string[],
): Promise<readonly string[]> {
  const hasNotifications = await db.exists(sql.type(row())`
    select from camt054_entries where end_customer_id = ${end_customer_id}
  `)
  if (!hasNotifications) return []
  return db.anyFirst(sql.type(row<{ booking_date: string }>())`
    select distinct booking_date from camt053_entries
    where end_customer_id = ${end_customer_id} and booking_date is not null and entry_id in (
      select unnest(${sql.array(changed, 'uuid')})
      union
      select entry_id from camt053_statement_entries
      where end_customer_id = ${end_customer_id} and import_id = ${import_id}
    )
  `)
}

/** Notifications whose bank entry is free again, or repeats another one by now, with their days. */
export function findNotificationsToJoinAgain(db: Db, end_customer_id: string) {
  return db.any(sql.type(row<{ notification_id: string; day: string }>())`
    select notification_id, day
    from camt054_entries notified
    join camt053_entries entry on entry.end_customer_id = ${end_customer_id} and entry.entry_id = notified.entry_id
    where notified.end_customer_id = ${end_customer_id} and day is not null
      and reason = 'payment_used' and (used_minor = 0 or repeat_state = 'repeat')
  `)
}

/** What was joined to a bank entry that repeats another one waits for that one. @returns these notifications */
export function freeNotificationsOfRepeats(tx: Tx, end_customer_id: string): Promise<readonly string[]> {
  return tx.anyFirst(sql.type(row<{ notification_id: string }>())`
    update camt054_entries
    set state = 'waiting', reason = null, entry_id = null, joined_at = null, skipped_details = '{}'
    where end_customer_id = ${end_customer_id} and entry_id in (
      select entry_id from camt053_entries where end_customer_id = ${end_customer_id} and repeat_state = 'repeat'
    )
    returning notification_id
  `)
}

/** Where a day has no booked bank entry, nothing joins, however many notifications wait there. */
export function hasBookedOn(db: Db, end_customer_id: string, day: string): Promise<boolean> {
  return db.exists(sql.type(row())`
    select from camt053_entries where end_customer_id = ${end_customer_id} and booking_date = ${day} and is_booked
  `)
}

type NotifiableRow = Omit<NotifiableBankEntry, 'has_details' | 'references' | 'own'> &
  PartedText & { readonly is_joined: boolean }

/** What bank entries are looked up by; references as they are compared. Batches tell less than AcctSvcrRef, so their amounts count. */
export type EntriesToFind = {
  readonly servicers: readonly string[]
  readonly payments: readonly string[]
  readonly messages: readonly string[]
  readonly amounts: readonly bigint[]
}

/**
 * Booked bank entries of a day that notifications may belong to, by amount or reference.
 *
 * @param digests of AcctSvcrRef, as bank entries keep them
 */
export function findNotifiableOfDay(
  db: Db,
  end_customer_id: string,
  day: string,
  amounts: readonly bigint[],
  digests: readonly string[],
): Promise<NotifiableBankEntry[]> {
  return readNotifiable(
    db,
    end_customer_id,
    day,
    sql.fragment`
      select entry_id from camt053_entries
      where end_customer_id = ${end_customer_id} and booking_date = ${day}
        and (amount_minor = any(${sql.array(amounts, 'int8')}) or bank_references && ${sql.array(digests, 'text')})
    `,
  )
}

/** The same, looked up by the names that bank entries have. Nothing keeps messages by their names. */
export function findNotifiableEntries(
  db: Db,
  end_customer_id: string,
  day: string,
  { servicers, payments, messages, amounts }: EntriesToFind,
): Promise<NotifiableBankEntry[]> {
  const named = (names: readonly string[]) => sql.fragment`
    select entry_id from bank_entry_names
    where end_customer_id = ${end_customer_id} and name = any(${sql.array(names.flatMap(asNamed), 'text')})
  `
  const ofBatch = sql.fragment`
    select entry_id from camt053_entries
    where end_customer_id = ${end_customer_id} and amount_minor = any(${sql.array(amounts, 'int8')})
  `
  return readNotifiable(
    db,
    end_customer_id,
    day,
    sql.fragment`
      ${named(servicers)}
      union
      ${ofBatch} and entry_id in (${named(payments)})
      union
      ${ofBatch} and ${messages.length > 0} and booking_date = ${day} and exists (
        select from jsonb_array_elements((entry -> 'batch') || (entry -> 'tx_details')) told
        where upper(regexp_replace(told ->> 'msg_id', '[[:space:]]', '', 'g')) = any(${sql.array(messages.flatMap(capitals), 'text')})
      )
    `,
  )
}

/** So much of a name is kept. */
const MOST_NAME = 100

function asNamed(reference: string): string[] {
  return capitals(reference.slice(0, MOST_NAME))
}

/** A reference has capitals alone; of letters beyond ASCII a database makes none, by its locale. */
function capitals(reference: string): string[] {
  return [...new Set([reference, reference.replace(/[^ -~]/g, (letter) => letter.toLowerCase())])]
}

/** Booked bank entries of a day that an import has, or that are named. */
export function findNotifiableOfImport(
  db: Db,
  end_customer_id: string,
  day: string,
  { import_id, entry_ids }: { readonly import_id: string | null; readonly entry_ids: readonly string[] },
): Promise<NotifiableBankEntry[]> {
  return readNotifiable(
    db,
    end_customer_id,
    day,
    sql.fragment`
      select unnest(${sql.array(entry_ids, 'uuid')})
      union
      select entry_id from camt053_statement_entries
      where end_customer_id = ${end_customer_id} and import_id = ${import_id}
    `,
  )
}

/** @param ids a query */
async function readNotifiable(
  db: Db,
  end_customer_id: string,
  day: string,
  ids: Fragment,
): Promise<NotifiableBankEntry[]> {
  const found = await db.any(sql.type(row<NotifiableRow>())`
    select entry_id, account, booking_date as day, currency, credit_debit,
      is_reversal, amount_minor, ${asPartedText}, exists (
        select from camt054_entries joined
        where joined.end_customer_id = ${end_customer_id} and joined.entry_id = camt053_entries.entry_id
          and joined.state = 'joined'
      ) as is_joined
    from camt053_entries
    where end_customer_id = ${end_customer_id} and entry_id in (${ids}) and booking_date = ${day}
      and is_booked and coalesce(repeat_state = 'new', true)
    order by entry_id
  `)
  const accountOf = createAccountOf(found.length > 0 ? await listBankAccounts(db, end_customer_id) : [])
  const notifiable: NotifiableBankEntry[] = []
  const pause = pausesBetweenTurns()
  for (const { entry, has_more_details, is_joined, ...rest } of found) {
    const text = { entry, has_more_details }
    const bankEntry = await readWholeEntry(db, 'camt053_entries', end_customer_id, rest.entry_id, text)
    const lacks = lacksDetails(bankEntry)
    const own: NotifiableBankEntry['own'] = function* () {
      if (lacks) return { details_hash: null, keys: [] }
      const keys = yield* detailKeysInSteps(splitDetailsOf(bankEntry))
      return { details_hash: hashOfDetails(bankEntry, keys), keys }
    }
    notifiable.push({
      ...rest,
      account: accountOf(rest.account),
      references: joinReferencesOf(bankEntry),
      has_details: is_joined || !lacks,
      own,
    })
    await pause()
  }
  return notifiable
}
