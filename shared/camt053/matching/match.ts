import { areSimilarNames, compact, nameWordsOf, tokensOf } from './compare-texts.ts'

/** A receivable or payable that is open. */
export type OpenTarget = {
  readonly id: string
  readonly currency: string
  readonly open_amount_minor: bigint
  readonly payment_reference: string | null
  readonly document_number: string | null
  readonly partner_name: string
}

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
/** In the order in which they are hashed with a proposal. */
const REASONS = ['reference', 'number_in_text', 'amount', 'name'] as const
type MatchReason = (typeof REASONS)[number]
/** Of payments that we have ordered. */
type OrderReason = 'end_to_end_id' | 'payment_information_id'

/** Changes with every change of the proposals. */
export const MATCH_RULE_VERSION = 4
const MOST_CANDIDATES = 5

/** What a reference still scores where it does not say which item is meant; below 90, in the order of SCORES. */
const DOUBTED_SCORES: ReadonlyMap<number, number> = new Map([
  [100, 89],
  [90, 88],
])

/** The score of each combination of reasons; the first that applies counts. Without one of these there is no candidate. */
const SCORES: readonly [reasons: readonly MatchReason[], score: number][] = [
  [['reference', 'amount'], 100],
  [['reference'], 90],
  [['number_in_text', 'amount', 'name'], 85],
  [['number_in_text', 'amount'], 80],
  [['number_in_text', 'name'], 75],
  [['number_in_text'], 70],
  [['amount', 'name'], 60],
]

/**
 * Proposes targets of payments: by payment reference, else by the number in the text, else by amount and name.
 *
 * @returns a function that gives the best few targets of a payment, the best first
 */
export function createMatcher(targets: readonly OpenTarget[]): (payment: MatchablePayment) => Match[] {
  const index = indexOf(targets)
  return (payment) =>
    withoutContradiction(
      [...Map.groupBy(nearby(payment, index), ownReferenceOf).values()].flatMap((alike) =>
        withoutRivals(alike.flatMap((target) => proposal(payment, target))),
      ),
    )
      .sort((a, b) => b.score - a.score || (a.target_id < b.target_id ? -1 : 1))
      .slice(0, MOST_CANDIDATES)
}

/** Items with one reference are rivals for it; those without any stand for themselves. */
function ownReferenceOf({ payment_reference }: OpenTarget): string | null {
  return payment_reference && compact(payment_reference)
}

/** No reference is sure where number and amount say that another item is meant: the payer has taken the wrong QR-bill. */
function withoutContradiction(matches: readonly Match[]): Match[] {
  const isContradicted = matches.some(
    ({ reasons }) => !reasons.includes('reference') && reasons.includes('number_in_text') && reasons.includes('amount'),
  )
  return matches.map((match) => (isContradicted && !match.reasons.includes('number_in_text') ? doubted(match) : match))
}

/** Of the items with one reference only the best keeps its score, and only if no other one fits as well. */
function withoutRivals(matches: readonly Match[]): Match[] {
  const best = Math.max(...matches.map(({ score }) => score))
  const isClear = matches.filter(({ score }) => score === best).length === 1
  return matches.map((match) => {
    const { score } = match
    return isClear && score === best ? match : doubted(match)
  })
}

function doubted(match: Match): Match {
  return { ...match, score: DOUBTED_SCORES.get(match.score) ?? match.score }
}

type Targets = readonly OpenTarget[]
type Index = {
  readonly [Key in 'references' | 'numbers' | 'amounts']: ReadonlyMap<string, Targets>
} & {
  /** Of targets with one amount: by the words of their names, once a payment has asked for them. */
  readonly words: WeakMap<Targets, ReadonlyMap<string, Targets>>
}

function indexOf(targets: readonly OpenTarget[]): Index {
  const by = (keyOf: (target: OpenTarget) => string | null) => {
    const groups = Map.groupBy(targets, keyOf) as Map<string | null, OpenTarget[]>
    groups.delete(null)
    return groups as Map<string, OpenTarget[]>
  }
  return {
    references: by(ownReferenceOf),
    numbers: by(({ document_number }) => document_number && compact(document_number)),
    amounts: by(({ currency, open_amount_minor }) => `${currency} ${open_amount_minor}`),
    words: new WeakMap(),
  }
}

/** Targets that share a reference, a number, or an amount and a word of the name with the payment: each once. */
function nearby({ references, text, name, currency, amount_minor }: MatchablePayment, index: Index): OpenTarget[] {
  const found = [
    ...references.flatMap((reference) => index.references.get(compact(reference)) ?? []),
    ...tokensOf(text).flatMap((token) => index.numbers.get(token) ?? []),
    ...withWordOf(name, index.amounts.get(`${currency} ${amount_minor}`) ?? [], index.words),
  ]
  return [...new Set(found)].filter((target) => target.currency === currency && target.open_amount_minor > 0n)
}

/** An amount alone proposes nothing, and similar names have a word in common: so a usual price costs no look at all who owe it. */
function withWordOf(name: string | null, targets: Targets, words: Index['words']): OpenTarget[] {
  if (name === null || targets.length === 0) return []
  const byWord = words.get(targets) ?? groupByWord(targets)
  words.set(targets, byWord)
  return [...nameWordsOf(name)].flatMap((word) => byWord.get(word) ?? [])
}

function groupByWord(targets: Targets): ReadonlyMap<string, Targets> {
  const named = targets.flatMap((target) => [...nameWordsOf(target.partner_name)].map((word) => ({ word, target })))
  const groups = Map.groupBy(named, ({ word }) => word)
  return new Map([...groups].map(([word, alike]) => [word, alike.map(({ target }) => target)]))
}

function proposal(payment: MatchablePayment, target: OpenTarget): Match[] {
  const reasons = reasonsFor(payment, target)
  const [, score] = SCORES.find(([wanted]) => wanted.every((reason) => reasons.includes(reason))) ?? []
  if (score === undefined) return []
  const { amount_minor } = payment
  const { open_amount_minor } = target
  const proposed = amount_minor < open_amount_minor ? amount_minor : open_amount_minor
  return [{ target_id: target.id, amount_minor: proposed, score, reasons }]
}

function reasonsFor({ references, text, amount_minor, name }: MatchablePayment, target: OpenTarget): MatchReason[] {
  const { open_amount_minor, payment_reference, document_number, partner_name } = target
  const hasReference = (wanted: string) => references.some((reference) => compact(reference) === compact(wanted))
  const applies: Readonly<Record<MatchReason, boolean>> = {
    reference: payment_reference !== null && hasReference(payment_reference),
    number_in_text: document_number !== null && tokensOf(text).includes(compact(document_number)),
    amount: amount_minor === open_amount_minor,
    name: name !== null && areSimilarNames(name, partner_name),
  }
  return REASONS.filter((reason) => applies[reason])
}
