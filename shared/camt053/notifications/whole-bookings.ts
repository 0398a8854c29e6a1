import type { OpenNotification } from './joinable.ts'

/** A notification of a booking. */
export type Taken = { readonly notification: OpenNotification; readonly skipped: ReadonlySet<number> }

const NONE: ReadonlySet<number> = new Set()
export const whole = (notification: OpenNotification): Taken => ({ notification, skipped: NONE })

/** What notifications come to, alone and together. */
type SumsOfNotifications = {
  readonly detailed: readonly OpenNotification[]
  /** The first of each amount. */
  readonly byAmount: ReadonlyMap<bigint, OpenNotification>
  readonly sum: bigint
  union: Union | null
}
type Union = { readonly taken: readonly Taken[]; readonly total: bigint }

/** Bookings of one batch ask for the same notifications, each for another amount. */
const added = new WeakMap<readonly OpenNotification[], SumsOfNotifications>()

/** One that is the whole, or else all of them, or all of their different details. */
export function* wholeOf(
  candidates: readonly OpenNotification[],
  amount_minor: bigint,
): Generator<void, readonly Taken[] | null> {
  const sums = added.get(candidates) ?? sumsOf(candidates)
  added.set(candidates, sums)
  const { detailed, byAmount, sum } = sums
  const one = byAmount.get(amount_minor)
  if (one) return [whole(one)]
  if (detailed.length < 2 || sum < amount_minor) return null
  if (sum === amount_minor) return detailed.map(whole)
  sums.union ??= yield* unionOf(detailed)
  return sums.union.total === amount_minor ? sums.union.taken : null
}

function sumsOf(candidates: readonly OpenNotification[]): SumsOfNotifications {
  const detailed = candidates.filter(({ details_minor }) => details_minor !== null)
  const byAmount = new Map<bigint, OpenNotification>()
  let sum = 0n
  for (const notification of detailed) {
    const amount = notification.details_minor ?? 0n
    if (!byAmount.has(amount)) byAmount.set(amount, notification)
    sum += amount
  }
  return { detailed, byAmount, sum, union: null }
}

/** The same batch cut in different ways: a detail is as often in the whole as in the notification that has it most often. */
function* unionOf(candidates: readonly OpenNotification[]): Generator<void, Union> {
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
    yield
  }
  return { taken, total }
}
