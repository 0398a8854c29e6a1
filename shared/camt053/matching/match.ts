import type { CandidateVoucherLine } from '../../contract/bank/candidate-voucher-line.ts'
import { compact, looseNameWordsOf, numbersIn } from './compare-texts.ts'
import { type IsWorth, proposalsAcross } from './currencies/proposals-across.ts'
import { withDoubts } from './doubts.ts'
import type { MatchReason, OrderReason, RefundReason } from './match-reasons.ts'
import type { DaysOfPayment } from './named/days-of-bills.ts'
import { textOfMonths } from './named/months-of-bills.ts'
import { saidNumbers } from './named/other-number.ts'
import type { OpenTarget } from './open-target.ts'
import { type DiscountOf, type Proposal, proposalFor } from './proposals.ts'
import { owedByPayers } from './sums/owed-by-partners.ts'
import { indexCredit, withSetOff } from './sums/with-set-off.ts'
import { withSum } from './sums/with-sum.ts'
import {
  type Clues,
  indexTargets,
  type KnownPartner,
  namesOfKnown,
  type TargetIndex,
  targetsNear,
} from './target-index.ts'

/** A payment in either direction that may be for an open target. */
export type MatchablePayment = DaysOfPayment & {
  readonly id: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly references: readonly string[]
  readonly text: string
  readonly name: string | null
  /** Whose documents the account of the other side has paid the last time. */
  readonly known_partners?: readonly KnownPartner[]
  /** What was ordered in another currency than that of the account, where the bank tells it and nothing of the money is used. */
  readonly instructed?: { readonly currency: string; readonly amount_minor: bigint } | null
}

export type Match = {
  readonly target_id: string
  readonly amount_minor: bigint
  /** Where that is not the one of the payment. */
  readonly currency?: string
  readonly score: number
  readonly reasons: readonly (MatchReason | OrderReason | RefundReason)[]
  /** What the terms of the document let be taken off, and was. */
  readonly discount_minor?: bigint
  /** Ids of the other targets that the same money pays. */
  readonly together_with?: readonly string[]
  /** Of an advance that is paid back with its tax: what books it, but for the bank. */
  readonly voucher_lines?: readonly CandidateVoucherLine[]
}

export type Matcher = {
  /** The best few targets of a payment, the best first. In steps, as a text may be long, and many targets equal. */
  readonly match: (payment: MatchablePayment, discountOf?: DiscountOf) => Generator<void, Match[]>
  /** Ids of the targets whose terms decide what is proposed. */
  readonly mayBeDiscounted: (payment: MatchablePayment) => string[]
  /** Targets in another currency than the payment, which its amount says nothing of. */
  readonly matchAcross: (payment: MatchablePayment, currency: string, isWorth: IsWorth) => Generator<void, Match[]>
}

const MOST_CANDIDATES = 5
/** Without a reference or number: of the amount, and of how many targets. */
const MOST_DISCOUNT_PER_CENT = 10n
const MOST_DISCOUNTED = 20

/**
 * Proposes targets of payments: by payment reference, else by the number in the text, else by name with amount, sum or discount.
 *
 * @param credit of the same partners, as amounts above zero, which may be set off
 * @param most so many are proposed of a payment: who looks at them reads a few, and an order wants to know of each
 */
export function createMatcher(
  targets: readonly OpenTarget[],
  credit: readonly OpenTarget[] = [],
  most = MOST_CANDIDATES,
): Matcher {
  const index = indexTargets(targets)
  const credits = indexCredit(credit)
  const looks = new WeakMap<MatchablePayment, Look>()
  const lookOnce = (payment: MatchablePayment) => {
    const look = looks.get(payment) ?? lookAt(payment, index)
    looks.set(payment, look)
    return look
  }
  return {
    *match(payment, discountOf = () => 0n) {
      const look = lookOnce(payment)
      const near = yield* proposalsNear(look, index, discountOf)
      const found = withSetOff(withSum(near, look, index, discountOf), look.clues, index, credits)
      return bestOf(yield* withDoubts(found, look.clues), most).map(matchOf)
    },
    mayBeDiscounted: (payment) => {
      const { paidLess, paidLessTogether } = lookOnce(payment)
      return [...paidLess, ...paidLessTogether].map(({ id }) => id)
    },
    *matchAcross(payment, currency, isWorth) {
      return bestOf(yield* proposalsAcross(lookOnce(payment).clues, currency, index, isWorth), most).map(matchOf)
    },
  }
}

/** What is looked at for a payment. */
type Look = {
  readonly clues: Clues
  readonly near: readonly OpenTarget[]
  /** Of which nothing is paid yet, and this payment pays less than all. */
  readonly paidLess: readonly OpenTarget[]
  /** Several that it names, of which it pays less than all together. */
  readonly paidLessTogether: readonly OpenTarget[]
}

function lookAt(payment: MatchablePayment, index: TargetIndex): Look {
  const clues = cluesOf(payment, index)
  const near = targetsNear(clues, index)
  const isLess = ({ amount_minor, open_amount_minor }: OpenTarget) =>
    payment.amount_minor < open_amount_minor && open_amount_minor === amount_minor
  const paidLess = near.filter(isLess)
  // An exact amount says more than one that a discount explains.
  if (near.some(({ open_amount_minor }) => open_amount_minor === payment.amount_minor))
    return { clues, near, paidLess, paidLessTogether: [] }
  const lacksLittle = ({ amount_minor }: OpenTarget) =>
    payment.amount_minor * 100n >= amount_minor * (100n - MOST_DISCOUNT_PER_CENT)
  const owed = owedByPayers(clues, index).flatMap(({ newest }) =>
    newest.filter((one) => isLess(one) && lacksLittle(one)),
  )
  const paidLessTogether = paidTogetherFor(payment.amount_minor, near)
  return { clues, near, paidLess: [...new Set([...paidLess, ...owed.slice(0, MOST_DISCOUNTED)])], paidLessTogether }
}

/** Those of a few that a discount may make cheaper, where all of them cost a little more than was paid. */
function paidTogetherFor(amount_minor: bigint, near: readonly OpenTarget[]): OpenTarget[] {
  const sum = near.reduce((total, { open_amount_minor }) => total + open_amount_minor, 0n)
  const isLittle = sum > amount_minor && amount_minor * 100n >= sum * (100n - MOST_DISCOUNT_PER_CENT)
  if (near.length < 2 || near.length > MOST_DISCOUNTED || !isLittle) return []
  return near.filter((target) => target.open_amount_minor === target.amount_minor)
}

function cluesOf(
  { currency, amount_minor, references, text, name, known_partners: known = [], day, value_day }: MatchablePayment,
  index: TargetIndex,
): Clues {
  const words = name === null ? null : looseNameWordsOf(name)
  const numbers = numbersIn(text)
  let [payers, inText]: [readonly string[] | null, ReadonlySet<string> | null] = [null, null]
  return {
    currency,
    amount_minor,
    references: new Set(references.map(compact)),
    numbers,
    said: saidNumbers(text, numbers),
    months: () => textOfMonths(text, { day, value_day }),
    words,
    known,
    payers: () => {
      payers ??= [...new Set([...namesOfKnown(known, index), ...(words === null ? [] : index.names.similarTo(words))])]
      return payers
    },
    inText: () => {
      inText ??= new Set(words === null ? index.names.within(looseNameWordsOf(text)) : [])
      return inText
    },
  }
}

function* proposalsNear(
  { clues, near, paidLess }: Look,
  index: TargetIndex,
  discountOf: DiscountOf,
): Generator<void, Proposal[]> {
  const proposals: Proposal[] = []
  for (const target of new Set([...near, ...paidLess.filter((one) => discountOf(one) > 0n)])) {
    yield
    proposals.push(proposalFor(clues, target, index, discountOf))
  }
  return proposals.filter(({ score }) => score > 0)
}

/** Those that are paid together are never torn apart. */
function bestOf(proposals: readonly Proposal[], most: number): Proposal[] {
  const sorted = [...proposals].sort(
    (a, b) => b.score - a.score || b.closeness - a.closeness || (a.target.id < b.target.id ? -1 : 1),
  )
  return sorted.filter(({ together_with }, place) => place < most || together_with.length > 0)
}

function matchOf({ target, amount_minor, score, reasons, discount_minor, together_with }: Proposal): Match {
  return { target_id: target.id, amount_minor, score, reasons, discount_minor, together_with }
}
