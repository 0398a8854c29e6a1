import { areSimilarWords, closenessOf, compact, isOneTypoApart, looseNameWordsOf, numbersIn } from './compare-texts.ts'
import { doubtedScore, type MatchReason, type OrderReason, REASONS, scoreOf } from './match-reasons.ts'
import type { OpenTarget } from './open-target.ts'
import { type Clues, indexTargets, ownNumberOf, ownReferenceOf, type TargetIndex, targetsNear } from './target-index.ts'

/** A payment in either direction that may be for an open target. */
export type MatchablePayment = {
  readonly id: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly references: readonly string[]
  readonly text: string
  readonly name: string | null
}

export type Match = {
  readonly target_id: string
  readonly amount_minor: bigint
  /** Where that is not the one of the payment. */
  readonly currency?: string
  readonly score: number
  readonly reasons: readonly (MatchReason | OrderReason)[]
}

/** A match, with what decides among those that are equally sure. */
type Proposal = Match & { readonly target: OpenTarget; readonly closeness: number }

const MOST_CANDIDATES = 5
/** A word with fewer letters is one typo away from too much. */
const SHORTEST_NUMBER_WITH_TYPO = 5

/**
 * Proposes targets of payments: by payment reference, else by the number in the text, else by amount and name.
 *
 * @returns a function that gives the best few targets of a payment, the best first
 */
export function createMatcher(targets: readonly OpenTarget[]): (payment: MatchablePayment) => Match[] {
  const index = indexTargets(targets)
  return (payment) => {
    const clues = cluesOf(payment)
    const proposals = targetsNear(clues, index).flatMap((target) => proposal(clues, target, index))
    const rivals = Map.groupBy(proposals, ({ target }) => ownReferenceOf(target))
    return withoutContradiction([...rivals.values()].flatMap(withoutRivals), clues)
      .sort((a, b) => b.score - a.score || b.closeness - a.closeness || (a.target_id < b.target_id ? -1 : 1))
      .slice(0, MOST_CANDIDATES)
      .map(({ target, closeness, ...match }) => match)
  }
}

function cluesOf({ currency, amount_minor, references, text, name }: MatchablePayment): Clues {
  return {
    currency,
    amount_minor,
    references: new Set(references.map(compact)),
    numbers: numbersIn(text),
    words: name === null ? null : looseNameWordsOf(name),
  }
}

/**
 * No reference is sure where something better says that another item is meant: the payer has taken the wrong QR-bill. That is
 * the number beside the amount; and, for a reference that lacks its amount, the name beside the amount, or a payer of another name.
 */
function withoutContradiction(proposals: readonly Proposal[], { words }: Clues): Proposal[] {
  const others = proposals.filter(({ reasons }) => !reasons.includes('reference') && reasons.includes('amount'))
  const isNumbered = others.some(({ reasons }) => reasons.includes('number_in_text'))
  return proposals.map((one) => {
    const has = (reason: MatchReason) => one.reasons.includes(reason)
    if (has('number_in_text')) return one
    const isOfAnother = !has('amount') && (others.length > 0 || (words !== null && !has('name')))
    return isNumbered || isOfAnother ? doubted(one) : one
  })
}

/** Of the items with one reference only the best keeps its score, and only if no other one fits as well. */
function withoutRivals(proposals: readonly Proposal[]): Proposal[] {
  const best = Math.max(...proposals.map(({ score }) => score))
  const isClear = proposals.filter(({ score }) => score === best).length === 1
  return proposals.map((one) => (isClear && one.score === best ? one : doubted(one)))
}

function doubted(one: Proposal): Proposal {
  return { ...one, score: doubtedScore(one.score) }
}

function proposal(clues: Clues, target: OpenTarget, index: TargetIndex): Proposal[] {
  const reasons = reasonsFor(clues, target, index)
  const score = scoreOf(reasons)
  if (score === null) return []
  const { amount_minor, words } = clues
  const { id, open_amount_minor, partner_name } = target
  const proposed = amount_minor < open_amount_minor ? amount_minor : open_amount_minor
  const closeness = words === null ? 0 : closenessOf(words, index.names.wordsOf(partner_name))
  return [{ target_id: id, amount_minor: proposed, score, reasons, target, closeness }]
}

function reasonsFor(clues: Clues, target: OpenTarget, index: TargetIndex): MatchReason[] {
  const { references, numbers, words, amount_minor } = clues
  const [reference, number] = [ownReferenceOf(target), ownNumberOf(target)]
  const hasAmount = amount_minor === target.open_amount_minor
  const hasName = words !== null && areSimilarWords(words, index.names.wordsOf(target.partner_name))
  const applies: Readonly<Record<MatchReason, boolean>> = {
    reference: reference !== null && references.has(reference),
    number_in_text: number !== null && numbers.has(number),
    number_with_typo: hasAmount && hasName && number !== null && hasNumberWithTypo(numbers, number, index),
    amount: hasAmount,
    name: hasName,
  }
  return REASONS.filter((reason) => applies[reason])
}

/** The number of another open document is no typo, however alike they are. */
function hasNumberWithTypo(said: Clues['numbers'], number: string, { numbers }: TargetIndex): boolean {
  if (number.length < SHORTEST_NUMBER_WITH_TYPO) return false
  return [...said].some((one) => !numbers.has(one) && isOneTypoApart(one, number))
}
