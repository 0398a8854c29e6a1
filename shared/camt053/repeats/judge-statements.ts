import { daysOfBoth, likenessOf } from './compare-bank-statements.ts'
import { answersOf, type ComparedEntry, type ComparedStatements } from './prove-overlap.ts'
import { canMake } from './sums/passes-through.ts'

/**
 * What a bank statement is to one that has all of its days. `inside`: that one has all of it. `following`: one begins within
 * the other one, and has bookings of its own. `contradiction`: the balances allow neither. `unknown`: there are more sums of
 * bookings than are tried.
 */
type Judgement = { readonly kind: 'inside' | 'following' | 'unknown' } | Contradiction

/**
 * Why it cannot be. `balance`: the outer one never has the balance with which the inner one begins. `shared`: it has it only behind
 * bookings that the inner one has, too. `alone`: only the inner one has some bookings. `lacking`: it has not all that the outer one has on its days.
 */
type Contradiction = CountedBookings & {
  readonly kind: 'contradiction'
  readonly why: 'balance' | 'shared' | 'alone' | 'lacking'
  readonly amount_minor: bigint
  /** Beside bookings that are alone: a booking with another amount is one of each. */
  readonly lacking?: CountedBookings
}

type CountedBookings = { readonly entry_count: number; readonly credit_minor: bigint; readonly debit_minor: bigint }

/** By the same answers by which an import decides what is one. */
export function judgeStatements<Entry extends ComparedEntry>(compared: ComparedStatements<Entry>): Judgement {
  const { statements, rests, suspects } = compared
  const { parts, sequels } = answersOf(compared)
  if (parts.some((counts) => counts !== 'many') || likenessOf(...statements) !== null) return { kind: 'inside' }
  if (parts.length > 0) return { kind: 'unknown' }
  if (sequels.length > 0) return { kind: 'following' }
  const same = new Set(suspects.flat())
  const [of_outer, of_inner] = rests.map((rest) => rest.filter((entry) => !same.has(entry))) as [Entry[], Entry[]]
  const missing_minor = balanceThatIsMissing(compared, of_outer)
  if (missing_minor === null) return { kind: 'unknown' }
  if (missing_minor !== 0n) return contradictionByBalance(compared, of_outer, missing_minor)
  return contradictionOf(of_inner, of_outer.filter(isOnDaysOf(compared)))
}

/**
 * What a bank statement that begins within an earlier one, and does not end before it, has by a day, and the other one has not, on days
 * that both of them have: by the answers by which an import decides what they have in common.
 *
 * @param isFollowing its balances follow those of the ones before; else it contradicts only one that has the balance with which it begins
 */
export function judgeSequel<Entry extends ComparedEntry>(
  compared: ComparedStatements<Entry>,
  date: string,
  isFollowing: boolean,
): Judgement {
  const { statements, rests, suspects } = compared
  const [before, behind] = daysOfBoth(...statements)
  if (!before || !behind || !statements.every(({ holds }) => holds)) return { kind: 'following' }
  if (answersOf(compared).sequels.length > 0) return { kind: 'following' }
  const same = new Set(suspects.flat())
  const [of_before, of_behind] = rests.map((rest) =>
    rest.filter((entry) => entry.day !== null && entry.day <= date && !same.has(entry)),
  ) as [Entry[], Entry[]]
  const missing_minor = isFollowing ? 0n : balanceThatIsMissing(compared, of_before)
  if (missing_minor === null) return { kind: 'unknown' }
  if (missing_minor !== 0n) return { kind: 'following' }
  // On the last day of one and on the first of the other it may be of either, unless the other one begins with the balance of that morning.
  const isOfMorning = !isFollowing && balanceOfMorning(compared) === 0n
  const lacking = of_before.filter(
    ({ day }) => day !== null && (day > behind.from || (isOfMorning && day === behind.from)),
  )
  const alone = of_behind.filter(({ day }) => day !== null && day < before.to)
  return alone.length + lacking.length > 0 ? contradictionOf(alone, lacking) : { kind: 'following' }
}

/** With the bookings that count as those of both it may have the balance: then they are not those of both. */
function contradictionByBalance<Entry extends ComparedEntry>(
  compared: ComparedStatements<Entry>,
  of_outer: readonly Entry[],
  missing_minor: bigint,
): Contradiction {
  const first = daysOfBoth(...compared.statements)[1]?.from
  const isOfDay = ({ day }: Entry) => day === null || day === first
  const shared = compared.shared.filter(isOfDay)
  const isShared = canMake(missing_minor, amountsOf([...shared, ...of_outer.filter(isOfDay)])) === 'yes'
  return contradictionBy(isShared ? 'shared' : 'balance', missing_minor, isShared ? shared : [])
}

/** By how much the inner statement begins with another balance than the outer one has on that day; null where that is not known. */
function balanceThatIsMissing<Entry extends ComparedEntry>(
  compared: ComparedStatements<Entry>,
  of_outer: readonly Entry[],
): bigint | null {
  const first = daysOfBoth(...compared.statements)[1]?.from
  const missing_minor = balanceOfMorning(compared)
  const of_day = of_outer.filter(({ day }) => day === null || day === first)
  const passing = canMake(missing_minor, amountsOf(of_day))
  if (passing === 'unknown') return null
  return passing === 'yes' ? 0n : missing_minor
}

/** By how much the inner statement begins with another balance than the outer one has at the beginning of that day. */
function balanceOfMorning<Entry extends ComparedEntry>({
  statements,
  shared,
  rests,
}: ComparedStatements<Entry>): bigint {
  const [outer, inner] = statements
  const first = daysOfBoth(outer, inner)[1]?.from ?? ''
  const before = [...shared, ...rests[0]].filter(({ day }) => day !== null && day < first)
  return (inner.opening_minor ?? 0n) - (outer.opening_minor ?? 0n) - sumOf(before)
}

function isOnDaysOf<Entry extends ComparedEntry>({ statements }: ComparedStatements<Entry>) {
  const days = daysOfBoth(...statements)[1]
  return ({ day }: Entry) => day === null || days === null || (days.from <= day && day <= days.to)
}

/** The amount is that of what only the inner one has, if there is any. */
function contradictionOf(alone: readonly ComparedEntry[], lacking: readonly ComparedEntry[]): Contradiction {
  if (alone.length === 0) return contradictionBy('lacking', sumOf(lacking), lacking)
  const found = contradictionBy('alone', sumOf(alone), alone)
  return lacking.length === 0 ? found : { ...found, lacking: countedOf(lacking) }
}

function contradictionBy(
  why: Contradiction['why'],
  amount_minor: bigint,
  entries: readonly ComparedEntry[],
): Contradiction {
  return { kind: 'contradiction', why, amount_minor, ...countedOf(entries) }
}

function countedOf(entries: readonly ComparedEntry[]): CountedBookings {
  const amounts = amountsOf(entries)
  return {
    entry_count: entries.length,
    credit_minor: amounts.reduce((sum, amount) => (amount > 0n ? sum + amount : sum), 0n),
    debit_minor: amounts.reduce((sum, amount) => (amount < 0n ? sum - amount : sum), 0n),
  }
}

function sumOf(entries: readonly ComparedEntry[]): bigint {
  return amountsOf(entries).reduce((sum, amount) => sum + amount, 0n)
}

function amountsOf(entries: readonly ComparedEntry[]): bigint[] {
  return entries.map(({ signed_minor }) => signed_minor)
}
