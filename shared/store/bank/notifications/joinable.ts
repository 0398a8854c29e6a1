import type { BankEntry } from '../../../camt053/bank-entry/bank-entry.ts'
import { joinReferencesOf } from '../../../camt053/notifications/join-references.ts'
import {
  detailKeysInSteps,
  hashOfDetails,
  lacksDetails,
  splitDetailsOf,
} from '../../../camt053/notifications/notified-details.ts'
import type { NotifiableBankEntry, OpenNotification } from '../../../camt053/notifications/plan-joins.ts'
import { pausesBetweenTurns } from '../../../process/in-turns.ts'
import { type Db, row, sql, type Tx } from '../../db/database.ts'
import { amountsAsBigint } from '../../db/json.ts'
import { asPartedText, type PartedText, readWholeEntry } from '../details-of-entries.ts'

/** Notifications that complete nothing so far: another booking may have come, or nothing may use the known one any more. */
const isOpen = sql.fragment`state <> 'joined'`

/** Of these days, those of notifications that complete nothing so far. */
export function findOpenDays(db: Db, end_customer_id: string, days: readonly string[]): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ day: string }>())`
    select distinct day from camt054_entries
    where end_customer_id = ${end_customer_id} and ${isOpen} and day = any(${sql.array(days, 'date')})
    order by day
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
    where end_customer_id = ${end_customer_id} and booking_date is not null and (
      entry_id = any(${sql.array(changed, 'uuid')}) or entry_id in (
        select entry_id from camt053_statement_entries
        where end_customer_id = ${end_customer_id} and import_id = ${import_id}
      )
    )
  `)
}

/** Days of notifications whose bank entry is free again, or repeats another one by now. */
export function findDaysToJoinAgain(db: Db, end_customer_id: string): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ day: string }>())`
    select distinct day
    from camt054_entries notified
    join camt053_entries entry on entry.end_customer_id = ${end_customer_id} and entry.entry_id = notified.entry_id
    where notified.end_customer_id = ${end_customer_id} and day is not null
      and reason = 'payment_used' and (used_minor = 0 or repeat_state = 'repeat')
  `)
}

/** What was joined to a bank entry that repeats another one waits for that one. */
export async function freeNotificationsOfRepeats(tx: Tx, end_customer_id: string): Promise<void> {
  await tx.query(sql.type(row())`
    update camt054_entries
    set state = 'waiting', reason = null, entry_id = null, joined_at = null, skipped_details = '{}'
    where end_customer_id = ${end_customer_id} and entry_id in (
      select entry_id from camt053_entries where end_customer_id = ${end_customer_id} and repeat_state = 'repeat'
    )
  `)
}

/** So many details are read to compare them one by one; what is cut in one way only needs none of them. */
const MOST_DETAILS = 20_000

type OpenRow = Omit<OpenNotification, 'keys'> & { readonly entry: string | null }

/** Notifications of some days that have no booking, oldest first. Only those that are cut need their details. */
export async function findOpenNotifications(
  db: Db,
  end_customer_id: string,
  days: readonly string[],
): Promise<OpenNotification[]> {
  const found = await db.any(sql.type(row<OpenRow>())`
    with open as materialized (
      select notification_id, bank_account_of(${end_customer_id}, account) as account, day, currency, credit_debit,
        is_reversal, join_references as references, details_minor, details_hash, detail_count,
        coalesce(reason = 'details_known', false) as is_kept, entry
      from camt054_entries
      where end_customer_id = ${end_customer_id} and ${isOpen} and is_booked and day = any(${sql.array(days, 'date')})
    )
    select notification_id, account, day, currency, credit_debit, is_reversal, "references", details_minor,
      details_hash, is_kept, case when count(*) over (partition by account, day, currency, credit_debit, "references") > 1
        and sum(detail_count) over (order by notification_id) <= ${MOST_DETAILS} then entry::text end as entry
    from open
    order by notification_id
  `)
  return found.map(({ entry, ...notification }) => ({
    ...notification,
    keys: function* () {
      if (entry === null) return []
      return yield* detailKeysInSteps(splitDetailsOf(JSON.parse(entry, amountsAsBigint) as BankEntry))
    },
  }))
}

type NotifiableRow = Omit<NotifiableBankEntry, 'has_details' | 'references' | 'own'> &
  PartedText & { readonly is_joined: boolean }

/**
 * Booked bank entries of some days that notifications may belong to, by amount or reference.
 *
 * @param digests of AcctSvcrRef, as bank entries keep them
 */
export async function findNotifiableEntries(
  db: Db,
  end_customer_id: string,
  days: readonly string[],
  amounts: readonly bigint[],
  digests: readonly string[],
): Promise<NotifiableBankEntry[]> {
  const found = await db.any(sql.type(row<NotifiableRow>())`
    select entry_id, bank_account_of(${end_customer_id}, account) as account, booking_date as day, currency, credit_debit,
      is_reversal, amount_minor, ${asPartedText}, exists (
        select from camt054_entries joined
        where joined.end_customer_id = ${end_customer_id} and joined.entry_id = camt053_entries.entry_id
          and joined.state = 'joined'
      ) as is_joined
    from camt053_entries
    where end_customer_id = ${end_customer_id} and booking_date = any(${sql.array(days, 'date')})
      and (amount_minor = any(${sql.array(amounts, 'int8')}) or bank_references && ${sql.array(digests, 'text')})
      and is_booked and coalesce(repeat_state = 'new', true)
    order by entry_id
  `)
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
    notifiable.push({ ...rest, references: joinReferencesOf(bankEntry), has_details: is_joined || !lacks, own })
    await pause()
  }
  return notifiable
}
