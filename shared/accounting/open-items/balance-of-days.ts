import type { ItemState } from '../documents/voucher-item.ts'
import { isPositive, magnitude } from './item-step.ts'

type DayBeyond = { readonly date: string; readonly balance_minor: bigint }

/**
 * The first day from a posting date on, and from the opening of the item on, at whose end a change would leave the item
 * with more than it was opened with, or take more than was there. It matters for a voucher that is dated before others.
 *
 * @returns the balance of that day without the change, or null
 */
export function dayBeyond(item: ItemState, posting_date: string, change: bigint): DayBeyond | null {
  const { days, opened_on, amount_minor } = item
  if (days === null) return null
  const isGiven = isPositive(change) === isPositive(amount_minor)
  const dates = [...new Set([posting_date, ...days.map((day) => day.posting_date)])].sort()
  for (const date of dates) {
    if (date < posting_date || (opened_on !== null && date < opened_on)) continue
    const balance_minor = days.reduce((sum, day) => (day.posting_date <= date ? sum + day.amount_minor : sum), 0n)
    const after = balance_minor + change
    const isBeyond = isGiven
      ? magnitude(after) > magnitude(amount_minor) && isPositive(after) === isPositive(amount_minor)
      : after !== 0n && isPositive(after) !== isPositive(amount_minor)
    if (isBeyond) return { date, balance_minor }
  }
  return null
}
