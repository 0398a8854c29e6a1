import type { StatementPeriod } from './known-bank-statement.ts'

/** A booking of a bank statement; one without a day may be anywhere. */
export type DayMovement = { readonly day: string | null; readonly signed_minor: bigint }

/** So many sums of bookings of one day are tried. A reviewer is asked where there are more. */
const MOST_SUMS = 10_000

/**
 * Whether a longer bank statement has the balance with which a part of it begins, in some order of the day. Then it also has the
 * one with which the part ends, because both of them add up.
 *
 * @param days of the part
 * @param inside bookings that both of them have
 * @param outside bookings that only the longer one has
 * @param wanted_minor the balance with which the part begins, less the one with which the longer one begins
 */
export function passesThrough(
  days: StatementPeriod,
  inside: readonly DayMovement[],
  outside: readonly DayMovement[],
  wanted_minor: bigint,
): boolean {
  const booked = inside.flatMap(({ day }) => day ?? []).sort()
  const [first = days.from, last = days.to] = [booked[0], booked.at(-1)]
  let before_minor = 0n
  const of_day: bigint[] = []
  for (const { day, signed_minor } of outside) {
    // The part has all that was booked between its days.
    if (day !== null && days.from < day && day < days.to && !(first === last && day === first)) return false
    if (day === null || (day === first && day === last)) of_day.push(signed_minor)
    else if (day <= first) before_minor += signed_minor
    else if (day < last) return false
  }
  return canMake(wanted_minor - before_minor, of_day)
}

/** Whether some of the amounts make a sum. */
export function canMake(wanted: bigint, amounts: readonly bigint[]): boolean {
  const sums = new Set([0n])
  for (const amount of amounts) {
    if (sums.has(wanted)) return true
    for (const sum of [...sums]) sums.add(sum + amount)
    if (sums.size > MOST_SUMS) return false
  }
  return sums.has(wanted)
}
