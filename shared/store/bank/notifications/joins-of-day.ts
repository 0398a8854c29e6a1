import type { BankEntry } from '../../../camt053/bank-entry/bank-entry.ts'
import { type JoinReferences, joinKeysOf } from '../../../camt053/notifications/join-references.ts'
import type { NotifiableBankEntry, OpenNotification } from '../../../camt053/notifications/joinable.ts'
import { detailKeysInSteps, splitDetailsOf } from '../../../camt053/notifications/notified-details.ts'
import { type PlannedJoin, planJoins } from '../../../camt053/notifications/plan-joins.ts'
import { digestOfServicer } from '../../../camt053/repeats/bank-references.ts'
import { eachInSteps, inTurns } from '../../../process/in-turns.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { amountsAsBigint } from '../../db/json.ts'
import { createAccountOf, listBankAccounts } from '../accounts/bank-accounts.ts'
import {
  type EntriesToFind,
  findNotifiableEntries,
  findNotifiableOfDay,
  findNotifiableOfImport,
  hasBookedOn,
} from './joinable.ts'
import { findOpenByKeys, findOpenOfDay, findOpenOfImport, hasMoreOpen, type OpenRow } from './open-notifications.ts'

/** What may join, or be joined, since it was looked at last; whatever else is there has been compared already. */
export type ChangedForJoins = {
  /** Of an import the bank entries or notifications. */
  readonly import_id: string | null
  readonly entry_ids: readonly string[]
  readonly notification_ids: readonly string[]
}

/** A day with more notifications without a booking is not read as a whole. */
const MOST_OF_DAY = 1_000

/** So many more than it brings does an import look up one by one; a booking is cut into fewer. */
const MOST_BESIDE = 20_000

/**
 * Plans the joins of a day. On one that has very many notifications without a booking, what has changed is compared with what has a key in
 * common with it, and with what that has in common with others: the work is that of what came, and not of what was ever left. Where that is
 * too much, all of the day is read.
 */
export async function planDay(
  db: Db,
  end_customer_id: string,
  day: string,
  changed: ChangedForJoins,
): Promise<PlannedJoin[]> {
  if (!(await hasBookedOn(db, end_customer_id, day))) return []
  const isCrowded = await hasMoreOpen(db, end_customer_id, day, MOST_OF_DAY)
  const few = isCrowded ? await readChanged(db, end_customer_id, day, changed) : null
  const { open, bankEntries } = few ?? (await readWhole(db, end_customer_id, day))
  return inTurns(planJoins(await withDetails(db, end_customer_id, open), bankEntries))
}

type Joinable = { readonly open: readonly OpenRow[]; readonly bankEntries: readonly NotifiableBankEntry[] }

async function readWhole(db: Db, end_customer_id: string, day: string): Promise<Joinable> {
  const open = await findOpenOfDay(db, end_customer_id, day)
  const digests = open.flatMap(({ references }) => digestOfServicer(references.servicer))
  return {
    open,
    bankEntries: await findNotifiableOfDay(db, end_customer_id, day, amountsOf(open), [...new Set(digests)]),
  }
}

/** Oldest first. */
function byId(a: NotifiableBankEntry, b: NotifiableBankEntry): number {
  return a.entry_id < b.entry_id ? -1 : 1
}

/** @returns null where to read the whole day costs less */
async function readChanged(
  db: Db,
  end_customer_id: string,
  day: string,
  changed: ChangedForJoins,
): Promise<Joinable | null> {
  const open = new Map<string, OpenRow>()
  const bankEntries = new Map<string, NotifiableBankEntry>()
  const keys = new Set<string>()
  let notified = await findOpenOfImport(db, end_customer_id, day, changed)
  let booked: readonly NotifiableBankEntry[] = await findNotifiableOfImport(db, end_customer_id, day, changed)
  const brought = 2 * (notified.length + booked.length)
  // To look up each of them would cost more.
  if (!(await hasMoreOpen(db, end_customer_id, day, brought))) return null
  const most = MOST_BESIDE + brought
  for (;;) {
    for (const one of notified) open.set(one.notification_id, one)
    for (const one of booked) bankEntries.set(one.entry_id, one)
    const next = new Set([...notified, ...booked].flatMap(keysOf)).difference(keys)
    if (next.size === 0) return { open: [...open.values()], bankEntries: [...bankEntries.values()].sort(byId) }
    for (const key of next) keys.add(key)
    const found = await findOpenByKeys(db, end_customer_id, day, next, most)
    const added = new Map(found.map((one) => [one.notification_id, one]))
    const all = new Map([...open, ...added])
    if (found.length > most || all.size > most) return null
    const looking = [...new Map([...notified.map((one) => [one.notification_id, one] as const), ...added]).values()]
    const wanted = wantedFor(looking, [...all.values()])
    const known = new Set(looking.flatMap(keysOf))
    // Others have an amount by chance.
    booked = (await findNotifiableEntries(db, end_customer_id, day, wanted)).filter((one) =>
      keysOf(one).some((key) => known.has(key)),
    )
    notified = [...added.values()]
  }
}

function keysOf({ references }: { readonly references: JoinReferences }): string[] {
  return joinKeysOf(references)
}

/** @param all that are known: a booking may be cut into several of them, whose sum it is */
function wantedFor(open: readonly OpenRow[], all: readonly OpenRow[]): EntriesToFind {
  const servicers = open.flatMap(({ references }) => references.servicer ?? [])
  const batches = open.flatMap(({ references }) => references.batches)
  return {
    servicers: [...new Set(servicers)],
    payments: [...new Set(batches.flatMap(({ pmt_inf_id }) => pmt_inf_id ?? []))],
    messages: [...new Set(batches.flatMap(({ msg_id }) => msg_id ?? []))],
    amounts: amountsOf(all.filter(({ references }) => references.batches.length > 0)),
  }
}

/** Of one notification, or of all that have something in common. */
function amountsOf(open: readonly OpenRow[]): bigint[] {
  const sums = new Map<string, bigint>()
  for (const { references, details_minor } of open) {
    for (const token of joinKeysOf(references)) sums.set(token, (sums.get(token) ?? 0n) + (details_minor ?? 0n))
  }
  return [...new Set([...open.flatMap(({ details_minor }) => details_minor ?? []), ...sums.values()])]
}

/** So many details are read to compare them one by one; what is cut in one way only needs none of them. */
const MOST_DETAILS = 20_000

/** Oldest first, each with its account. Only those that are cut need their details. */
async function withDetails(db: Db, end_customer_id: string, open: readonly OpenRow[]): Promise<OpenNotification[]> {
  const accountOf = createAccountOf(open.length > 0 ? await listBankAccounts(db, end_customer_id) : [])
  const sorted = open
    .map((one) => ({ ...one, account: accountOf(one.account) }))
    .sort((a, b) => (a.notification_id < b.notification_id ? -1 : 1))
  const figures = await inTurns(
    eachInSteps(sorted, ({ account, day, currency, credit_debit, references }) =>
      JSON.stringify([account, day, currency, credit_debit, references]),
    ),
  )
  const alike = Map.groupBy(sorted, (_, place) => figures[place])
  const cut = [...alike.values()].filter((own) => own.length > 1).flat()
  const texts = await readTexts(db, end_customer_id, firstOf(sorted, new Set(cut)))
  return sorted.map(({ detail_count: _, ...notification }) => ({
    ...notification,
    keys: function* () {
      const entry = texts.get(notification.notification_id)
      if (entry === undefined) return []
      return yield* detailKeysInSteps(splitDetailsOf(JSON.parse(entry, amountsAsBigint) as BankEntry))
    },
  }))
}

function firstOf(sorted: readonly OpenRow[], cut: ReadonlySet<OpenRow>): string[] {
  let details = 0
  const first: string[] = []
  for (const one of sorted) {
    if (!cut.has(one)) continue
    details += one.detail_count
    if (details <= MOST_DETAILS) first.push(one.notification_id)
  }
  return first
}

async function readTexts(
  db: Db,
  end_customer_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await db.any(sql.type(row<{ notification_id: string; entry: string }>())`
    select notification_id, entry::text as entry from camt054_entries
    where end_customer_id = ${end_customer_id} and notification_id = any(${sql.array(ids, 'uuid')})
  `)
  return new Map(found.map(({ notification_id, entry }) => [notification_id, entry]))
}
