import { amountInWords } from '../../shared/accounting/amounts/decimal.ts'
import { planReturn, type ReturnPlan } from '../../shared/accounting/bank-returns/plan-return.ts'
import { matchReturnedInSteps } from '../../shared/camt053/returns/match-returned.ts'
import type { ReturnedMoney } from '../../shared/camt053/returns/returned-money.ts'
import type { BankReturnRequest } from '../../shared/contract/bank-returns/bank-returns.ts'
import { ApiError, validationFailed } from '../../shared/contract/platform/errors.ts'
import { inTurns } from '../../shared/process/in-turns.ts'
import type { CandidateRow } from '../../shared/store/bank/candidates/settlement-candidates.ts'
import { findReturningEntry, type ReturningEntry } from '../../shared/store/bank-returns/open-returns.ts'
import { findReturnableSubjects, type ReturnableSubject } from '../../shared/store/bank-returns/returnable-subjects.ts'
import type { Tx } from '../../shared/store/db/database.ts'

export type ProposedReturn = {
  readonly back: ReturningEntry
  readonly subject: ReturnableSubject
  readonly plan: ReturnPlan
  readonly amount_minor: bigint
  readonly part_number: number
}

/** What a candidate of the type return proposes, looked at once more, with all that is booked together with it: everything that it names is locked. */
export async function findProposedReturns(
  tx: Tx,
  body: Pick<BankReturnRequest, 'charges'>,
  candidate: CandidateRow,
): Promise<readonly ProposedReturn[]> {
  const { end_customer_id, entry_id, together_with } = candidate
  const back = await findReturningEntry(tx, end_customer_id, entry_id)
  if (!back) throw stale()
  const subjects = (await findReturnableSubjects(tx, end_customer_id, [back])).get(entry_id) ?? []
  const matches = await inTurns(matchReturnedInSteps(back, subjects))
  const match = matchOf(back, matches, candidate)
  const others = (match?.together_with ?? []).map(({ subject_id }) => subject_id)
  if (!match || others.sort().join() !== [...together_with].sort().join()) throw stale()
  if (others.length === 0) return [proposedReturn(back, match, body)]
  if (body.charges) throw chargesOfSeveral()
  const together = matches.filter(({ subject }) => others.includes(subject.subject_id))
  return [match, ...together].map((one) => proposedReturn(back, one, body))
}

type FoundReturn = {
  readonly subject: ReturnableSubject
  readonly part: ReturnedMoney
  readonly together_with?: readonly ReturnableSubject[]
}

function proposedReturn(
  back: ReturningEntry,
  { subject, part }: FoundReturn,
  { charges }: Pick<BankReturnRequest, 'charges'>,
): ProposedReturn {
  const { amount_minor } = part
  const said = charges ? saidCharges(back, amount_minor, charges) : part
  const plan = planReturn(subject, { ...said, credit_debit: back.credit_debit })
  if (charges && plan?.charges_minor !== BigInt(charges.amount_minor)) throw beyond(subject, back)
  if (!plan) throw stale()
  return { back, subject, plan, amount_minor, part_number: part.part_number }
}

/** Of parts with one amount the one that names the target as the candidate does: it may be only one of them. */
function matchOf<One extends FoundReturn & { readonly score: number }>(
  { credit_debit }: ReturningEntry,
  matches: readonly One[],
  { target_id, amount_minor, charges_minor, score }: CandidateRow,
) {
  const found = matches
    .filter(({ subject, part }) => subject.subject_id === target_id && part.amount_minor === amount_minor)
    .map((match) => ({ ...match, plan: planReturn(match.subject, { ...match.part, credit_debit }) }))
  const isProposed = (one: (typeof found)[number]) => one.plan?.charges_minor === charges_minor
  return found.find((one) => isProposed(one) && one.score === score) ?? found.find(isProposed) ?? found[0]
}

function saidCharges(back: ReturningEntry, amount_minor: bigint, said: NonNullable<BankReturnRequest['charges']>) {
  if (said.currency !== back.currency) {
    const message = `The bank entry is in ${back.currency}.`
    throw validationFailed([{ pointer: '/charges/currency', code: 'currency_mismatch', message }])
  }
  return { amount_minor, charges_minor: BigInt(said.amount_minor), instructed_minor: null }
}

function chargesOfSeveral(): ApiError {
  const message = 'The candidate brings several payments back as a whole: nothing is left for charges.'
  return validationFailed([{ pointer: '/charges', code: 'not_allowed', message }])
}

function beyond({ left_minor }: ReturnableSubject, { currency }: ReturningEntry): ApiError {
  const message = `The amount and these charges do not fit: ${amountInWords(left_minor, currency)} can come back.`
  return validationFailed([{ pointer: '/charges', code: 'out_of_range', message }])
}

function stale(): ApiError {
  const message =
    'What the candidate proposes has changed: the bank entry or what it had paid is booked otherwise now. Read the candidates again.'
  return new ApiError('state_conflict', message, [{ pointer: '/candidate_id', code: 'stale_version', message }])
}
