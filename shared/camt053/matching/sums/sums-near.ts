import type { OpenTarget } from '../open-target.ts'
import { type Clues, isOf, type OwedByPartner, partnerOf, type TargetIndex } from '../target-index.ts'
import { findSum, type SumOfTargets } from './find-sum.ts'
import { owedBy, owedByEachPayer } from './owed-by-partners.ts'

/** Each target of a sum names all others, so a payment of thousands of documents would be millions of ids. */
const MOST_NAMED = 100
const NONE: SumOfTargets = { targets: [], has_rival: false, gave_up: false }

/**
 * The targets of one partner that together are what was paid: those that the payment names, or these and others; or any of the
 * payer, where it names none. Those that it names are always among them.
 */
export function sumNear(clues: Clues, named: readonly OpenTarget[], index: TargetIndex): SumOfTargets {
  const missing = clues.amount_minor - sumOpen(named)
  if (named.length > MOST_NAMED) return { ...NONE, gave_up: true }
  if (missing === 0n && named.length > 1) return { ...NONE, targets: named }
  if (missing <= 0n) return NONE
  const [first] = named
  if (first === undefined) return sumOfPayer(clues, missing, index)
  const partner = partnerOf(named.find(({ partner_reference }) => partner_reference) ?? first)
  if (!named.every((target) => isOf(partner, target))) return NONE
  const found = findAmong(owedBy(partner, clues.currency, index), named, missing)
  return found.targets.length > 0 ? { ...found, targets: [...named, ...found.targets] } : found
}

/** The account tells partners apart that a name does not: what it has paid for the last time goes before. */
function sumOfPayer(clues: Clues, missing: bigint, index: TargetIndex): SumOfTargets {
  const { ofAccount, ofNames } = owedByEachPayer(clues, index)
  const byAccount = onlyOne(ofAccount.map((owed) => findAmong(owed, [], missing)))
  if (byAccount.targets.length > 0) return byAccount
  const byName = onlyOne(ofNames.map((owed) => findAmong(owed, [], missing)))
  return { ...byName, gave_up: byName.gave_up || byAccount.gave_up }
}

function findAmong({ oldest, is_all }: OwedByPartner, named: readonly OpenTarget[], missing: bigint): SumOfTargets {
  const others = oldest.filter((target) => !named.includes(target))
  const found = findSum(others, missing, named.length > 0 ? 1 : 2)
  return is_all ? found : { ...found, gave_up: true }
}

/** Of several partners with such a name the closest, which others make a guess. */
function onlyOne(sums: readonly SumOfTargets[]): SumOfTargets {
  const [first, ...others] = sums.filter(({ targets }) => targets.length > 0)
  const gave_up = sums.some((sum) => sum.gave_up)
  return { targets: first?.targets ?? [], has_rival: others.length > 0 || (first?.has_rival ?? false), gave_up }
}

function sumOpen(targets: readonly OpenTarget[]): bigint {
  return targets.reduce((sum, { open_amount_minor }) => sum + open_amount_minor, 0n)
}
