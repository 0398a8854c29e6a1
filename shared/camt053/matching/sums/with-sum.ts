import type { MatchReason } from '../match-reasons.ts'
import type { OpenTarget } from '../open-target.ts'
import { type DiscountOf, explainsAmount, type Proposal, proposalFor, withReasons } from '../proposals.ts'
import type { Clues, TargetIndex } from '../target-index.ts'
import { sumNear } from './sums-near.ts'

/** What a payment says, and those that it names of which it pays less than all together. */
type NamedTogether = { readonly clues: Clues; readonly paidLessTogether: readonly OpenTarget[] }

/** Where no single target explains the amount, several may do it together: what is named is among them. */
export function withSum(
  found: readonly Proposal[],
  look: NamedTogether,
  index: TargetIndex,
  discountOf: DiscountOf,
): readonly Proposal[] {
  if (found.some(explainsAmount)) return found
  const { clues } = look
  const named = found.map(({ target }) => target)
  const discounts = discountsTogether(named, look, discountOf)
  if (discounts !== null) return proposalsOf(named, clues, index, ['sum'], discounts)
  const { targets, has_rival, gave_up } = sumNear(clues, named, index)
  const ended: readonly MatchReason[] = gave_up ? ['search_ended'] : []
  if (targets.length === 0) return found.map((one) => withReasons(one, ended))
  return proposalsOf(targets, clues, index, ['sum', ...(has_rival ? ['other_sums' as const] : []), ...ended])
}

type Discounts = ReadonlyMap<OpenTarget, bigint>

/** What the terms let be taken off each that is named, where the payment is exactly the rest of all; else null. */
function discountsTogether(
  named: readonly OpenTarget[],
  { clues, paidLessTogether }: NamedTogether,
  discountOf: DiscountOf,
): Discounts | null {
  if (paidLessTogether.length === 0) return null
  const discounts = new Map(paidLessTogether.map((target) => [target, discountOf(target)]))
  const rest = named.reduce((sum, target) => sum + target.open_amount_minor - (discounts.get(target) ?? 0n), 0n)
  return rest === clues.amount_minor ? discounts : null
}

/** Each names the others that the same money pays. */
function proposalsOf(
  targets: readonly OpenTarget[],
  clues: Clues,
  index: TargetIndex,
  reasons: readonly MatchReason[],
  discounts: Discounts = new Map(),
): Proposal[] {
  const ids = targets.map(({ id }) => id).sort()
  return targets.map((target) => {
    const discount_minor = discounts.get(target) ?? 0n
    const why = discount_minor > 0n ? ([...reasons, 'discount'] as const) : reasons
    return {
      ...withReasons(
        proposalFor(clues, target, index, () => 0n),
        why,
      ),
      amount_minor: target.open_amount_minor - discount_minor,
      discount_minor,
      together_with: ids.filter((id) => id !== target.id),
    }
  })
}
