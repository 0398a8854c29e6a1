import { indexOfOpen, named, takeFrom } from './free-notifications.ts'
import type { NotifiableBankEntry, OpenNotification } from './joinable.ts'
import { type Taken, whole, wholeOf } from './whole-bookings.ts'

/** Notifications that belong to a booking. */
export type PlannedJoin = {
  readonly entry_id: string
  /** In the order in which they came; `skipped` details are in another one as well. */
  readonly notifications: readonly { readonly notification_id: string; readonly skipped: ReadonlySet<number> }[]
  /** Whether they complete it. Otherwise it has its details, and these repeat them. */
  readonly completes: boolean
}

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
  const free = yield* indexOfOpen(notifications)
  const joins: PlannedJoin[] = []
  const join = function* ({ entry_id }: NotifiableBankEntry, taken: readonly Taken[], completes: boolean) {
    for (const { notification } of taken) {
      takeFrom(free, notification)
      yield
    }
    const taking = taken.map(({ notification, skipped }) => ({
      notification_id: notification.notification_id,
      skipped,
    }))
    joins.push({ entry_id, notifications: taking, completes })
  }
  const complete = new Set(bankEntries.filter(({ has_details }) => has_details))
  for (const bankEntry of complete) {
    const { all } = yield* named(bankEntry, free)
    const repeated = yield* repeatedBy(bankEntry, all)
    if (repeated.length > 0) yield* join(bankEntry, repeated.map(whole), false)
  }
  for (const bankEntry of bankEntries) {
    if (complete.has(bankEntry)) continue
    const { all, waiting } = yield* named(bankEntry, free)
    const { amount_minor } = bankEntry
    const taken = (yield* wholeOf(waiting, amount_minor)) ?? (yield* wholeOf(all, amount_minor))
    if (!taken) continue
    yield* join(bankEntry, taken, true)
    complete.add(bankEntry)
  }
  for (const bankEntry of bankEntries) {
    if (!complete.has(bankEntry)) continue
    const { all } = yield* named(bankEntry, free)
    if (all.length > 0) yield* join(bankEntry, all.map(whole), false)
  }
  return joins
}

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
    yield
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
