import { areSimilarWords, closenessOf, isOneTypoApart } from './compare-texts.ts'
import { type MatchReason, REASONS, scoreOf } from './match-reasons.ts'
import type { OpenTarget } from './open-target.ts'
import { type Clues, isKnown, ownNumberOf, ownReferenceOf, type TargetIndex } from './target-index.ts'

/** What the terms of a target that a payment pays let be taken off; 0 without any. */
export type DiscountOf = (target: OpenTarget) => bigint

/** A target of a payment, with what decides among those that are equally sure. */
export type Proposal = {
  readonly target: OpenTarget
  readonly closeness: number
  readonly amount_minor: bigint
  readonly score: number
  readonly reasons: readonly MatchReason[]
  readonly discount_minor: bigint
  /** Ids of the other targets that the same money pays. */
  readonly together_with: readonly string[]
}

/** A word with fewer letters is one typo away from too much. */
const SHORTEST_NUMBER_WITH_TYPO = 5
/** Among more, one is a typo away from most numbers by chance; nobody has typed as many for one bill. */
const MOST_NUMBERS_TYPED = 500

/** What speaks for a target; with a score of 0 where that is too little. */
export function proposalFor(clues: Clues, target: OpenTarget, index: TargetIndex, discountOf: DiscountOf): Proposal {
  const { amount_minor, words } = clues
  const { open_amount_minor, partner_name } = target
  const unpaid = open_amount_minor - amount_minor
  const discount_minor = unpaid > 0n && discountOf(target) === unpaid ? unpaid : 0n
  const reasons = reasonsFor(clues, target, index, discount_minor > 0n)
  return {
    target,
    closeness: words === null ? 0 : closenessOf(words, index.names.wordsOf(partner_name)),
    amount_minor: unpaid > 0n ? amount_minor : open_amount_minor,
    score: scoreOf(reasons),
    reasons,
    discount_minor,
    together_with: [],
  }
}

/** With more that speaks for it, or against. */
export function withReasons(one: Proposal, more: readonly MatchReason[]): Proposal {
  const reasons = REASONS.filter((reason) => one.reasons.includes(reason) || more.includes(reason))
  return { ...one, reasons, score: scoreOf(reasons) }
}

/** Whether it says where all of the money belongs. */
export function explainsAmount({ reasons }: Proposal): boolean {
  return reasons.includes('amount') || reasons.includes('discount')
}

function reasonsFor(clues: Clues, target: OpenTarget, index: TargetIndex, hasDiscount: boolean): MatchReason[] {
  const { references, numbers, words, amount_minor, inText } = clues
  const [reference, number] = [ownReferenceOf(target), ownNumberOf(target)]
  const hasAmount = amount_minor === target.open_amount_minor
  const hasName =
    words === null
      ? inText().has(target.partner_name)
      : areSimilarWords(words, index.names.wordsOf(target.partner_name))
  const hasIban = isKnown(clues, target)
  const isPartner = hasName || hasIban
  const applies: Readonly<Partial<Record<MatchReason, boolean>>> = {
    reference: reference !== null && references.has(reference),
    number_in_text: number !== null && numbers.has(number),
    number_with_typo: hasAmount && isPartner && number !== null && hasNumberWithTypo(numbers, number, index),
    amount: hasAmount,
    discount: hasDiscount,
    name: hasName,
    iban: hasIban,
  }
  return REASONS.filter((reason) => applies[reason])
}

/** The number of another open document is no typo, however alike they are. */
function hasNumberWithTypo(said: Clues['numbers'], number: string, { numbers }: TargetIndex): boolean {
  if (number.length < SHORTEST_NUMBER_WITH_TYPO || said.size > MOST_NUMBERS_TYPED) return false
  return said.values().some((one) => isOneTypoApart(one, number) && !numbers.has(one))
}
