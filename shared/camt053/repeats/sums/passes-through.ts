import type { StatementPeriod } from '../known-bank-statement.ts'

/** A booking of a bank statement; one without a day may be anywhere. */
export type DayMovement = { readonly day: string | null; readonly signed_minor: bigint }

/** So many sums of bookings of one day are kept and made. A reviewer is asked where there are more. */
const MOST_SUMS = 10_000
const MOST_TRIES = 200_000

/** `unknown`: there are more sums than are tried. */
export type Passing = 'yes' | 'no' | 'unknown'

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
): Passing {
  const booked = inside.flatMap(({ day }) => day ?? []).sort()
  const [first = days.from, last = days.to] = [booked[0], booked.at(-1)]
  let before_minor = 0n
  const of_day: bigint[] = []
  for (const { day, signed_minor } of outside) {
    // The part has all that was booked between its days.
    if (day !== null && days.from < day && day < days.to && !(first === last && day === first)) return 'no'
    if (day === null || (day === first && day === last)) of_day.push(signed_minor)
    else if (day <= first) before_minor += signed_minor
    else if (day < last) return 'no'
  }
  return canMake(wanted_minor - before_minor, of_day)
}

/**
 * Whether some of the amounts make a sum. First those that stand first are taken together, and the others: a bank writes bookings
 * in their order. Then others are, as long as there are few sums.
 */
export function canMake(wanted: bigint, amounts: readonly bigint[]): Passing {
  const total = amounts.reduce((sum, amount) => sum + amount, 0n)
  if (wanted === 0n || wanted === total) return 'yes'
  const [least, most] = [sumWhere(amounts, (amount) => amount < 0n), sumWhere(amounts, (amount) => amount > 0n)]
  if (wanted < least || wanted > most) return 'no'
  let together = 0n
  for (const amount of amounts) {
    together += amount
    if (together === wanted || total - together === wanted) return 'yes'
  }
  return makeOf(wanted, amounts)
}

function makeOf(wanted: bigint, amounts: readonly bigint[]): Passing {
  const sums = new Set([0n])
  let tries = 0
  for (const amount of amounts) {
    if (amount === 0n) continue
    for (const sum of [...sums]) {
      tries += 1
      if (sum + amount === wanted) return 'yes'
      if (tries > MOST_TRIES || sums.size > MOST_SUMS) return 'unknown'
      sums.add(sum + amount)
    }
  }
  return 'no'
}

function sumWhere(amounts: readonly bigint[], isWanted: (amount: bigint) => boolean): bigint {
  return amounts.reduce((sum, amount) => (isWanted(amount) ? sum + amount : sum), 0n)
}
