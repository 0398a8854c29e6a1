import { haveTouchingBalances, isWithin, periodsMeet } from './compare-bank-statements.ts'
import type { WholeBankStatement } from './whole-bank-statement.ts'

/** What two bank statements would have in common, if all of their equal bank entries are the same. */
export type CommonEntries = { readonly count: number; readonly net_minor: bigint }

/**
 * Whether the balances prove that the equal bank entries of two bank statements are the same: where one begins within the
 * other, exactly these lie between the balance with which one begins and the one with which the other ends; where the
 * period of one lies within the other's, all of it is in common.
 */
export function isOverlapProven(a: WholeBankStatement, b: WholeBankStatement, common: CommonEntries): boolean {
  if (!a.holds || !b.holds || a.currency !== b.currency || common.net_minor === 0n || !periodsMeet(a, b)) return false
  if (haveTouchingBalances(a, b)) return false
  if (isWithin(a, b) && common.count === a.entry_count) return true
  if (isWithin(b, a) && common.count === b.entry_count) return true
  return goesOnWithin(a, b, common.net_minor) || goesOnWithin(b, a, common.net_minor)
}

function goesOnWithin(earlier: WholeBankStatement, later: WholeBankStatement, net_minor: bigint): boolean {
  return (earlier.closing_minor ?? 0n) - (later.opening_minor ?? 0n) === net_minor
}
