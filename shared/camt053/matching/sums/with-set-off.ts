import type { MatchReason } from '../match-reasons.ts'
import type { OpenTarget } from '../open-target.ts'
import { explainsAmount, type Proposal, proposalFor, withReasons } from '../proposals.ts'
import { type Clues, compareAges, type TargetIndex } from '../target-index.ts'
import { owedByPayers } from './owed-by-partners.ts'

/** Credit of one partner in one currency, as amounts above zero: the newest, and whether that is all. */
type CreditOfPartner = { readonly newest: readonly OpenTarget[]; readonly is_all: boolean }
export type CreditIndex = ReadonlyMap<string, CreditOfPartner>

/** A partner with more credit than that has some that fits nearly every amount by chance. */
const MOST_CREDITS = 20

/** Partners without a name or reference are not one partner. */
export function indexCredit(credit: readonly OpenTarget[]): CreditIndex {
  const own = Map.groupBy(
    credit.filter(({ partner_name, partner_reference }) => partner_name !== '' || partner_reference),
    keyOf,
  )
  const looked = [...own].map(([key, all]) => {
    const newest = all.sort(compareAges).slice(-MOST_CREDITS)
    return [key, { newest, is_all: newest.length === all.length }] as const
  })
  return new Map(looked)
}

/**
 * Where nothing else explains the amount, it may be what is open of one item less credit of its partner: one credit note, or all
 * of it. The item is one that the movement names, or any that its payer owes.
 */
export function withSetOff(
  found: readonly Proposal[],
  clues: Clues,
  index: TargetIndex,
  credits: CreditIndex,
): readonly Proposal[] {
  if (credits.size === 0 || found.some((one) => explainsAmount(one) || one.reasons.includes('sum'))) return found
  const known = new Map(found.map((one) => [one.target, one]))
  const near = known.size > 0 ? [...known.keys()] : owedByPayers(clues, index).flatMap(({ newest }) => newest)
  const tried = new Map(near.map((target) => [target, setOffFor(target, clues, credits)]))
  const isOneOfMany = [...tried.values()].filter((one) => one && one.together_with.length > 0).length > 1
  const proposals = [...tried].flatMap(([target, setOff]) => {
    const before = known.get(target)
    if (!setOff) return before ?? []
    const { reasons, together_with } = setOff
    const others: readonly MatchReason[] = isOneOfMany && together_with.length > 0 ? ['other_sums'] : []
    const proposal = before ?? proposalFor(clues, target, index, () => 0n)
    return { ...withReasons(proposal, [...reasons, ...others]), together_with }
  })
  return proposals.filter(({ score }) => score > 0)
}

type SetOff = { readonly together_with: readonly string[]; readonly reasons: readonly MatchReason[] }

/** The credit that is just what the amount lacks of what is open; null where there is none for sure. */
function setOffFor(target: OpenTarget, { amount_minor, currency }: Clues, credits: CreditIndex): SetOff | null {
  const own = credits.get(keyOf(target))
  const lacks = target.open_amount_minor - amount_minor
  if (!own || target.currency !== currency || lacks <= 0n) return null
  const ended: readonly MatchReason[] = own.is_all ? [] : ['search_ended']
  const [first, another] = own.newest.filter(({ open_amount_minor }) => open_amount_minor === lacks)
  if (first)
    return { together_with: [first.id], reasons: ['set_off', ...(another ? ['other_sums' as const] : []), ...ended] }
  if (!own.is_all) return { together_with: [], reasons: ended }
  const sum = own.newest.reduce((total, { open_amount_minor }) => total + open_amount_minor, 0n)
  return sum === lacks ? { together_with: own.newest.map(({ id }) => id).sort(), reasons: ['set_off'] } : null
}

/** A partner is the one with this reference, or without one the one with this name. */
function keyOf({ currency, partner_name, partner_reference }: OpenTarget): string {
  return `${currency} ${partner_reference ? `#${partner_reference}` : `=${partner_name}`}`
}
