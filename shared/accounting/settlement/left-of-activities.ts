import type { LeftOfActivity, TaxedSupply } from '../documents/voucher-item.ts'
import { distinctSupplies, isTaxedAlike } from '../open-items/reductions/taxed-supply.ts'
import type { TakenTax } from './deductions/reductions-so-far.ts'
import { cumulated } from './deductions/share-reduction.ts'

/** A part of a document with the way in which it was taxed. */
export type SuppliedPart = { readonly supply: TaxedSupply; readonly gross_minor: bigint }

/**
 * What is left of a document of each activity and net tax rate: reductions follow those of the original, so one activity cannot
 * be reduced by the turnover of another. Deductions that wait take the same share of each.
 *
 * @param taken what has reduced the code of these parts
 * @returns undefined where all of it is taxed in one way, or some by another method
 * @source MWSTG Art. 37 Abs. 2, Art. 41
 */
export function leftOfActivities(
  parts: readonly SuppliedPart[],
  taken: readonly TakenTax[],
  waiting_minor: bigint,
): readonly LeftOfActivity[] | undefined {
  const supplies = distinctSupplies(parts.map(({ supply }) => supply))
  if (supplies.length < 2 || supplies.some(({ is_gross }) => !is_gross)) return undefined
  const wholes = supplies.map((supply) => sumOf(parts.filter((part) => isTaxedAlike(part.supply, supply))))
  const waiting = cumulated(waiting_minor, wholes)
  return supplies.map(({ activity_id, net_rate_bp }, index) => {
    const isOf = (one: TakenTax) => one.activity_id === activity_id && (one.net_rate_bp ?? net_rate_bp) === net_rate_bp
    const gross_minor = (wholes[index] ?? 0n) - (waiting[index] ?? 0n) - sumOf(taken.filter(isOf))
    return { activity_id, net_rate_bp, gross_minor }
  })
}

function sumOf(amounts: readonly { readonly gross_minor: bigint }[]): bigint {
  return amounts.reduce((sum, { gross_minor }) => sum + gross_minor, 0n)
}
