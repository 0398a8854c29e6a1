import { type JoinReferences, joinKeysOf, nameOneBooking } from './join-references.ts'

/** What a bank entry and a notification of it have in common, apart from their references. */
type JoinFigures = {
  readonly account: string
  readonly day: string
  readonly currency: string
  readonly credit_debit: string
  readonly is_reversal: boolean
  readonly references: JoinReferences
}

/** A notification that belongs to no booking yet. */
export type OpenNotification = JoinFigures & {
  readonly notification_id: string
  /** What its details come to; null where they say nothing about a booking. */
  readonly details_minor: bigint | null
  readonly details_hash: string | null
  /** A booking has been found that had its details already. */
  readonly is_kept: boolean
  /** One text for each detail; none where no other notification has its reference. */
  readonly keys: WhenAsked<readonly string[]>
}

/** A booked bank entry of a day on which notifications wait. */
export type NotifiableBankEntry = JoinFigures & {
  readonly entry_id: string
  readonly amount_minor: bigint
  /** Its own details, or those of other notifications. */
  readonly has_details: boolean
  /** Those of its own details. */
  readonly own: WhenAsked<{ readonly details_hash: string | null; readonly keys: readonly string[] }>
}

/** Made when it is asked for, in steps: there may be thousands of details. */
export type WhenAsked<Value> = () => Generator<void, Value>

/** Notifications that belong to a booking. */
export type PlannedJoin = {
  readonly entry_id: string
  /** In the order in which they came; `skipped` details are in another one as well. */
  readonly notifications: readonly { readonly notification_id: string; readonly skipped: ReadonlySet<number> }[]
  /** Whether they complete it. Otherwise it has its details, and these repeat them. */
  readonly completes: boolean
}

const NONE: ReadonlySet<number> = new Set()

/**
 * Finds the bookings of notifications: of the same account, day, currency and direction, named by the same reference, and of
 * exactly the amount that their details come to. A booking may be cut into several notifications. Yields on the way.
 *
 * @param notifications and bank entries, both oldest first
 */
export function* planJoins(
  notifications: readonly OpenNotification[],
  bankEntries: readonly NotifiableBankEntry[],
): Generator<void, PlannedJoin[]> {
  const free = new Map<string, Set<OpenNotification>>()
  for (const notification of notifications) {
    for (const key of keysOf(notification)) free.set(key, (free.get(key) ?? new Set()).add(notification))
  }
  const joins: PlannedJoin[] = []
  const join = ({ entry_id }: NotifiableBankEntry, taken: readonly Taken[], completes: boolean) => {
    for (const { notification } of taken) for (const key of keysOf(notification)) free.get(key)?.delete(notification)
    const taking = taken.map(({ notification, skipped }) => ({
      notification_id: notification.notification_id,
      skipped,
    }))
    joins.push({ entry_id, notifications: taking, completes })
  }
  const complete = new Set(bankEntries.filter(({ has_details }) => has_details))
  for (const bankEntry of complete) {
    const repeated = yield* repeatedBy(bankEntry, named(bankEntry, free))
    if (repeated.length > 0) join(bankEntry, repeated.map(whole), false)
  }
  for (const bankEntry of bankEntries) {
    if (complete.has(bankEntry)) continue
    const candidates = named(bankEntry, free)
    const waiting = candidates.filter(({ is_kept }) => !is_kept)
    const { amount_minor } = bankEntry
    const taken = (yield* wholeOf(waiting, amount_minor)) ?? (yield* wholeOf(candidates, amount_minor))
    if (!taken) continue
    join(bankEntry, taken, true)
    complete.add(bankEntry)
  }
  for (const bankEntry of bankEntries) {
    const repeated = complete.has(bankEntry) ? named(bankEntry, free) : []
    if (repeated.length > 0) join(bankEntry, repeated.map(whole), false)
  }
  return joins
}

/** Notifications are looked up by these, so that a day of very many is not compared each with each. */
function keysOf(figures: JoinFigures): string[] {
  const { account, day, currency, credit_debit, is_reversal, references } = figures
  return joinKeysOf(references).map((token) =>
    JSON.stringify([account, day, currency, credit_debit, is_reversal, token]),
  )
}

function named(bankEntry: NotifiableBankEntry, free: ReadonlyMap<string, ReadonlySet<OpenNotification>>) {
  const found = new Set(keysOf(bankEntry).flatMap((key) => [...(free.get(key) ?? [])]))
  return [...found].filter(({ references }) => nameOneBooking(references, bankEntry.references))
}

type Taken = { readonly notification: OpenNotification; readonly skipped: ReadonlySet<number> }
const whole = (notification: OpenNotification): Taken => ({ notification, skipped: NONE })

/** Those that say what the bank entry says itself, whatever other bookings have their reference. */
function* repeatedBy(
  { own }: NotifiableBankEntry,
  candidates: readonly OpenNotification[],
): Generator<void, OpenNotification[]> {
  if (candidates.length === 0) return []
  const { details_hash, keys } = yield* own()
  if (details_hash === null) return []
  const counts = countsOf(keys)
  const repeated: OpenNotification[] = []
  for (const notification of candidates) {
    const isEqual = notification.details_hash === details_hash
    if (isEqual || isPartOf(counts, countsOf(yield* notification.keys()))) repeated.push(notification)
  }
  return repeated
}

function isPartOf(counts: ReadonlyMap<string, number>, parts: ReadonlyMap<string, number>): boolean {
  return parts.size > 0 && [...parts].every(([key, count]) => count <= (counts.get(key) ?? 0))
}

function countsOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** One that is the whole, or else all of them, or all of their different details. */
function* wholeOf(
  candidates: readonly OpenNotification[],
  amount_minor: bigint,
): Generator<void, readonly Taken[] | null> {
  const detailed = candidates.filter(({ details_minor }) => details_minor !== null)
  const one = detailed.find(({ details_minor }) => details_minor === amount_minor)
  if (one) return [whole(one)]
  const sum = detailed.reduce((total, { details_minor }) => total + (details_minor ?? 0n), 0n)
  if (detailed.length < 2 || sum < amount_minor) return null
  return sum === amount_minor ? detailed.map(whole) : yield* unionOf(detailed, amount_minor)
}

/** The same batch cut in different ways: a detail is as often in the whole as in the notification that has it most often. */
function* unionOf(
  candidates: readonly OpenNotification[],
  amount_minor: bigint,
): Generator<void, readonly Taken[] | null> {
  const most = new Map<string, number>()
  let total = 0n
  const taken: Taken[] = []
  for (const notification of candidates) {
    const counts = new Map<string, number>()
    const skipped = new Set<number>()
    for (const [index, key] of (yield* notification.keys()).entries()) {
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count <= (most.get(key) ?? 0)) skipped.add(index)
      else {
        most.set(key, count)
        total += BigInt(key.split(' ')[1] || 0)
      }
    }
    taken.push({ notification, skipped })
  }
  return total === amount_minor ? taken : null
}
