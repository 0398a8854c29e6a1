import type { Off } from './money-commands.ts'
import type { Item } from './money-vouchers.ts'

/** What is taken off the consideration of an item, and of its tax. */
export type Untaxed = { readonly reduced: number; readonly tax: number }

type Reducible = {
  readonly allocations: readonly { lines: readonly { item: Item; untaxed: Untaxed }[]; is_reversed: boolean }[]
  readonly settlements: readonly { payable: Item; untaxed: Untaxed; is_reversed: boolean }[]
}

/** Everything that stands and takes something off some items. */
export function reductionsOf({ allocations, settlements }: Reducible, isOne: (item: Item) => boolean): Untaxed[] {
  const byAllocations = allocations.flatMap(({ lines, is_reversed }) =>
    is_reversed ? [] : lines.flatMap(({ item, untaxed }) => (isOne(item) ? [untaxed] : [])),
  )
  const bySettlements = settlements.flatMap(({ payable, untaxed, is_reversed }) =>
    !is_reversed && isOne(payable) ? [untaxed] : [],
  )
  return [...byAllocations, ...bySettlements]
}

/** All that reduces an item together takes its part of the tax; another reduction takes what is left of that. */
export function untaxedBy(model: Reducible, item: Item, off: Off): Untaxed {
  const reduced = off?.type === 'discount' || off?.type === 'write_off' ? off.minor : 0
  if (reduced === 0 || item.tax === 0) return { reduced, tax: 0 }
  const before = reductionsOf(model, (other) => other === item)
  const together = before.reduce((sum, one) => sum + one.reduced, reduced)
  const taken = before.reduce((sum, one) => sum + one.tax, 0)
  return { reduced, tax: Math.round((item.tax * together) / item.amount) - taken }
}
