import type { WholeBankStatement } from './whole-bank-statement.ts'

/** How many bank statements are looked at for one. Whatever is behind them is not proven, and a reviewer is asked. */
const MAX_LOOKS = 1_000

/** Whether the later one goes on where the earlier one ended, by periods or numbers. */
type GoesOn = (earlier: WholeBankStatement, later: WholeBankStatement) => boolean

/** What is before a bank statement, and what is behind it. */
type Chained = { readonly before: ReadonlySet<WholeBankStatement>; readonly after: ReadonlySet<WholeBankStatement> }

/** What the chain of balances proves to be around a bank statement. */
export type ChainOf = (bankStatement: WholeBankStatement) => Chained

/**
 * Finds what the chain of balances proves to be before or after a bank statement: the ones that end with the balance with
 * which it begins, and those before them; and the other way round. Each has to go on where the one before ended, and its balance
 * has to have moved, else the same balance may be another day's. All chains share one look at the balances.
 *
 * @returns the chain by what goes on; with `mayStand` also those count whose balance has not moved: what may be before or after
 *   it, and is not proven
 */
export function createStatementChains(all: readonly WholeBankStatement[]) {
  const balanced = all.filter(({ holds }) => holds)
  const byClosing = Map.groupBy(balanced, closingOf)
  const byOpening = Map.groupBy(balanced, openingOf)
  return (goesOn: GoesOn, mayStand = false): ChainOf => {
    const isStill = ({ net_minor }: WholeBankStatement) => net_minor === 0n && !mayStand
    const before: ChainDirection = {
      touching: (later) => byClosing.get(openingOf(later)) ?? [],
      isStep: (later, earlier) => !isStill(earlier) && goesOn(earlier, later),
    }
    const after: ChainDirection = {
      touching: (earlier) => byOpening.get(closingOf(earlier)) ?? [],
      isStep: (earlier, later) => !isStill(later) && goesOn(earlier, later),
    }
    return (bankStatement) =>
      !bankStatement.holds || isStill(bankStatement)
        ? { before: new Set(), after: new Set() }
        : { before: reach(bankStatement, before), after: reach(bankStatement, after) }
  }
}

type ChainDirection = {
  readonly touching: (bankStatement: WholeBankStatement) => readonly WholeBankStatement[]
  readonly isStep: (from: WholeBankStatement, to: WholeBankStatement) => boolean
}

/** In rings around the start: what is nearest is found first. */
function reach(start: WholeBankStatement, { touching, isStep }: ChainDirection): Set<WholeBankStatement> {
  const found = new Set<WholeBankStatement>()
  const rings = new Set([start])
  let looks = 0
  for (const from of rings) {
    for (const to of touching(from)) {
      looks += 1
      if (looks > MAX_LOOKS) return found
      if (to === start || found.has(to) || !isStep(from, to)) continue
      found.add(to)
      rings.add(to)
    }
  }
  return found
}

/** The balance with which it begins, to find the bank statements of its account that end with it; and the other way round. */
export function openingOf({ bank_account, currency, opening_minor }: WholeBankStatement): string {
  return `${bank_account} ${currency} ${opening_minor}`
}

export function closingOf({ bank_account, currency, closing_minor }: WholeBankStatement): string {
  return `${bank_account} ${currency} ${closing_minor}`
}
