import { doubtedScore, isNamingReason, type MatchReason } from './match-reasons.ts'
import { otherNumberIn } from './named/other-number.ts'
import { withMonths } from './named/with-months.ts'
import { explainsAmount, type Proposal, withReasons } from './proposals.ts'
import { type Clues, ownReferenceOf } from './target-index.ts'

/** No reference keeps its score where it does not say which item is meant, and nothing else where the text says another one. */
export function* withDoubts(proposals: readonly Proposal[], clues: Clues): Generator<void, readonly Proposal[]> {
  const rivals = Map.groupBy(proposals, ({ target }) => ownReferenceOf(target))
  const clear = withoutContradiction([...rivals.values()].flatMap(withoutRivals), clues)
  return withMonths(yield* withOtherNumbers(clear, clues), clues.months)
}

/** Nor is one whose number is another one than the text has, but where this or what is paid with it is named all the same. */
function* withOtherNumbers(proposals: readonly Proposal[], { said }: Clues): Generator<void, Proposal[]> {
  const named = new Set(proposals.filter(({ reasons }) => reasons.some(isNamingReason)).map(({ target }) => target.id))
  const doubted: Proposal[] = []
  for (const one of proposals) {
    yield
    const isNamed = [one.target.id, ...one.together_with].some((id) => named.has(id))
    const isOfOther = !isNamed && otherNumberIn(said, one.target.document_number) !== null
    doubted.push(isOfOther ? withReasons(one, ['other_number']) : one)
  }
  return doubted
}

/**
 * No reference is sure where something better says that another item is meant: the payer has taken the wrong QR-bill. That is
 * the number beside the amount; and, for a reference that lacks its amount, the name beside the amount, or a payer of another
 * name whose account has not paid this partner the last time. An amount less the discount is one.
 */
function withoutContradiction(proposals: readonly Proposal[], { words }: Clues): Proposal[] {
  const others = proposals.filter((one) => !one.reasons.includes('reference') && explainsAmount(one))
  const isNumbered = others.some(({ reasons }) => reasons.includes('number_in_text'))
  return proposals.map((one) => {
    const has = (reason: MatchReason) => one.reasons.includes(reason)
    if (has('number_in_text')) return one
    const isStranger = words !== null && !has('name') && !has('iban')
    const isOfAnother = !explainsAmount(one) && (others.length > 0 || isStranger)
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
