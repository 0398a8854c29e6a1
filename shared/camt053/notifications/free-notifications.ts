import { type JoinReferences, joinKeysOf, nameOneBooking } from './join-references.ts'
import type { JoinFigures, NotifiableBankEntry, OpenNotification } from './joinable.ts'

/** Notifications that no booking has taken. */
type FreeNotifications = {
  readonly byKey: Map<string, Set<OpenNotification>>
  /** What was found since the last was taken: bookings of one batch ask the same. */
  readonly found: Map<string, NamedNotifications>
}

/** Those that name a booking as it is named itself; of them those of which no booking had the details already. */
type NamedNotifications = { readonly all: readonly OpenNotification[]; readonly waiting: readonly OpenNotification[] }

/** Notifications are looked up by what they have in common, so that a day of very many is not compared each with each. */
export function* indexOfOpen(notifications: readonly OpenNotification[]): Generator<void, FreeNotifications> {
  const byKey = new Map<string, Set<OpenNotification>>()
  for (const notification of notifications) {
    for (const key of keysOfOpen(notification)) byKey.set(key, (byKey.get(key) ?? new Set()).add(notification))
    yield
  }
  return { byKey, found: new Map() }
}

export function takeFrom({ byKey, found }: FreeNotifications, notification: OpenNotification): void {
  for (const key of keysOfOpen(notification)) byKey.get(key)?.delete(notification)
  found.clear()
}

/** Answers that are kept; each may be long. */
const MOST_FOUND = 16

/** So many are compared before others have their turn. */
const COMPARED_AT_ONCE = 100

/** Yields also where nothing is found. */
export function* named(
  bankEntry: NotifiableBankEntry,
  { byKey, found }: FreeNotifications,
): Generator<void, NamedNotifications> {
  yield
  const { references } = bankEntry
  const keys = keysOfBooking(bankEntry)
  const asked = JSON.stringify([keys, references])
  const known = found.get(asked)
  if (known) return known
  const all: OpenNotification[] = []
  let compared = 0
  for (const notification of new Set(keys.flatMap((key) => [...(byKey.get(key) ?? [])]))) {
    if (++compared % COMPARED_AT_ONCE === 0) yield
    if (nameOneBooking(notification.references, references)) all.push(notification)
  }
  const waiting = all.some(({ is_kept }) => is_kept) ? all.filter(({ is_kept }) => !is_kept) : all
  if (found.size >= MOST_FOUND) found.clear()
  found.set(asked, { all, waiting })
  return { all, waiting }
}

/** Two that have AcctSvcrRef are never one booking by their batch: all payments of a file may have that. So who asks says whether it has one. */
function keysOfOpen(notification: OpenNotification): string[] {
  const { references } = notification
  const ofBatches = keysOf(notification, { ...references, servicer: null })
  const beside = references.servicer === null ? ofBatches.map(besideServicer) : []
  return [...keysOf(notification, { ...references, batches: [] }), ...ofBatches, ...beside]
}

function keysOfBooking(bankEntry: NotifiableBankEntry): string[] {
  const { references } = bankEntry
  const ofBatches = keysOf(bankEntry, { ...references, servicer: null })
  const own = references.servicer === null ? ofBatches : ofBatches.map(besideServicer)
  return [...keysOf(bankEntry, { ...references, batches: [] }), ...own]
}

function besideServicer(key: string): string {
  return `beside AcctSvcrRef ${key}`
}

function keysOf(figures: JoinFigures, references: JoinReferences): string[] {
  const { account, day, currency, credit_debit, is_reversal } = figures
  return joinKeysOf(references).map((token) =>
    JSON.stringify([account, day, currency, credit_debit, is_reversal, token]),
  )
}
