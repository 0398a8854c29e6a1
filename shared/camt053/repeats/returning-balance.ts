import { daysOfBoth, haveOtherNumbers } from './compare-bank-statements.ts'
import type { StatementRelations } from './statement-relations.ts'
import { canMake, type DayMovement, type Passing } from './sums/passes-through.ts'
import type { WholeBankStatement } from './whole-bank-statement.ts'

type Pair = readonly [WholeBankStatement, WholeBankStatement]

/** A bank statement that may have, on a day, the balance with which one of a pair begins or ends. */
type Witness = { readonly statement: WholeBankStatement; readonly day: string; readonly balance_minor: bigint }

/**
 * Whether two bank statements that meet on one day only may be apart on it, with others between them: a known one behind the first has
 * the balance with which the second begins, or a known one before the second has the balance with which the first ends. What is not
 * known of them does not disprove it.
 */
export function mayBeApart(
  pair: Pair,
  entriesOf: ReadonlyMap<WholeBankStatement, readonly DayMovement[]>,
  relations: StatementRelations,
): boolean {
  return witnessesOf(pair, relations).some((witness) => hasBalance(witness, entriesOf.get(witness.statement)) !== 'no')
}

/** Those that may show that the balance has returned on the day on which the pair meets. */
export function witnessesOf([one, other]: Pair, relations: StatementRelations): Witness[] {
  // By their numbers nothing is between them.
  if (haveOtherNumbers(one, other)) return []
  return [...between(one, other, relations), ...between(other, one, relations)]
}

/** Those between the first and the second one, if the second one is behind the first one. */
function between(
  first: WholeBankStatement,
  second: WholeBankStatement,
  { mayBeAround }: StatementRelations,
): Witness[] {
  const [before, behind] = daysOfBoth(first, second)
  if (!before || !behind || before.to !== behind.from) return []
  const day = before.to
  const having = (statements: Iterable<WholeBankStatement>, balance_minor: bigint | null) =>
    balance_minor === null
      ? []
      : [...statements]
          .filter((statement) => !isOf(statement, first) && !isOf(statement, second) && hasDay(statement, day))
          .map((statement) => ({ statement, day, balance_minor }))
  return [
    ...having(mayBeAround(first).after, second.opening_minor),
    ...having(mayBeAround(second).before, first.closing_minor),
  ]
}

/** It is that one, or one of those that are read like it. */
function isOf(statement: WholeBankStatement, other: WholeBankStatement): boolean {
  return statement === other || (other.run?.includes(statement) ?? false)
}

function hasDay(statement: WholeBankStatement, day: string): boolean {
  const [days] = daysOfBoth(statement, statement)
  return days === null || (days.from <= day && day <= days.to)
}

/** In some order of the day: not every bank writes bookings in the order in which they happened. */
function hasBalance({ statement, day, balance_minor }: Witness, entries: readonly DayMovement[] | undefined): Passing {
  if (!entries) return 'unknown'
  const sumOfEarlier = entries.reduce(
    (sum, entry) => (entry.day !== null && entry.day < day ? sum + entry.signed_minor : sum),
    0n,
  )
  const of_day = entries.filter((entry) => entry.day === null || entry.day === day)
  return canMake(
    balance_minor - (statement.opening_minor ?? 0n) - sumOfEarlier,
    of_day.map(({ signed_minor }) => signed_minor),
  )
}
