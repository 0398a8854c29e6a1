import { amountInWords } from '../../shared/accounting/amounts/decimal.ts'
import { planReturn, type ReturnPlan } from '../../shared/accounting/bank-returns/plan-return.ts'
import { findReturned } from '../../shared/camt053/returns/find-returned.ts'
import type { BankReturnRequest } from '../../shared/contract/bank-returns/bank-returns.ts'
import { ApiError, validationFailed } from '../../shared/contract/platform/errors.ts'
import type { CandidateRow } from '../../shared/store/bank/settlement-candidates.ts'
import { findReturningEntry, type ReturningEntry } from '../../shared/store/bank-returns/open-returns.ts'
import { findReturnableSubjects, type ReturnableSubject } from '../../shared/store/bank-returns/returnable-subjects.ts'
import type { Tx } from '../../shared/store/db/database.ts'

export type ProposedReturn = {
  readonly back: ReturningEntry
  readonly subject: ReturnableSubject
  readonly plan: ReturnPlan
  readonly amount_minor: bigint
}

/** What a candidate of the type return proposes, looked at once more: everything that it names is locked. */
export async function findProposedReturn(
  tx: Tx,
  { charges }: Pick<BankReturnRequest, 'charges'>,
  candidate: CandidateRow,
): Promise<ProposedReturn> {
  const { end_customer_id, entry_id, target_id, amount_minor } = candidate
  const back = await findReturningEntry(tx, end_customer_id, entry_id)
  const part = back?.parts.find((one) => one.amount_minor === amount_minor)
  if (!back || !part) throw stale()
  const subjects = await findReturnableSubjects(tx, end_customer_id, back)
  const match = findReturned(part, subjects).find(({ subject }) => subject.subject_id === target_id)
  if (!match) throw stale()
  const { subject } = match
  const said = charges ? saidCharges(back, amount_minor, charges) : part
  const plan = planReturn(subject, { ...said, credit_debit: back.credit_debit })
  if (!plan) throw stale()
  if (charges && plan.charges_minor !== BigInt(charges.amount_minor)) throw beyond(subject, back)
  return { back, subject, plan, amount_minor }
}

/** What somebody says that the bank has kept counts in place of what it says itself. */
function saidCharges(back: ReturningEntry, amount_minor: bigint, said: NonNullable<BankReturnRequest['charges']>) {
  if (said.currency !== back.currency) {
    const message = `The bank entry is in ${back.currency}.`
    throw validationFailed([{ pointer: '/charges/currency', code: 'currency_mismatch', message }])
  }
  return { amount_minor, charges_minor: BigInt(said.amount_minor), instructed_minor: null }
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
