import { planReturn } from '../../../shared/accounting/bank-returns/plan-return.ts'
import { matchReturnedInSteps } from '../../../shared/camt053/returns/match-returned.ts'
import type { CanonicalValue } from '../../../shared/canonical/canonical-json.ts'
import { hashOf } from '../../../shared/canonical/hash.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import { inTurns, pausesBetweenTurns } from '../../../shared/process/in-turns.ts'
import type { NewCandidate } from '../../../shared/store/bank/candidates/replace-candidates.ts'
import { findReturningEntries, type ReturningEntry } from '../../../shared/store/bank-returns/open-returns.ts'
import { findPayablesOfVouchers } from '../../../shared/store/bank-returns/payables-paid-by-vouchers.ts'
import {
  findReturnableSubjects,
  type ReturnableSubject,
} from '../../../shared/store/bank-returns/returnable-subjects.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { refundsOfVouchers } from './refunds-of-vouchers.ts'

/** Proposes what money that the bank gives back, or takes back, had paid. */
export async function proposeReturns(tx: Tx, end_customer_id: string): Promise<NewCandidate[]> {
  const candidates: NewCandidate[] = []
  const pause = pausesBetweenTurns()
  for await (const page of findReturningEntries(tx, end_customer_id)) {
    const subjects = await findReturnableSubjects(tx, end_customer_id, page)
    const payables = await findPayablesOfVouchers(tx, end_customer_id, page)
    for (const back of page) {
      const returns = await candidatesFor(end_customer_id, back, subjects.get(back.entry_id) ?? [])
      const refunds = refundsOfVouchers(end_customer_id, back, payables.get(back.entry_id) ?? [])
      const proposed = returns.length > 0 ? returns : refunds
      // Two parts of one bank entry may say the same; each is accepted after the other.
      const byHash = new Map(proposed.map((candidate) => [candidate.candidate_hash, candidate]))
      candidates.push(...byHash.values())
      await pause()
    }
  }
  return candidates
}

async function candidatesFor(
  end_customer_id: string,
  back: ReturningEntry,
  subjects: readonly ReturnableSubject[],
): Promise<NewCandidate[]> {
  const matches = await inTurns(matchReturnedInSteps(back, subjects))
  return matches.flatMap(({ part, subject, reasons, score, together_with = [] }) => {
    const plan = planReturn(subject, { ...part, credit_debit: back.credit_debit })
    // Nobody could accept it: what of several items got a part, no voucher of the service knows.
    if (!plan || !(plan.is_whole || subject.is_plain)) return []
    const content = {
      entry_id: back.entry_id,
      payment_id: subject.payment_id,
      target_type: 'return' as const,
      target_id: subject.subject_id,
      returned_of: subject.returned_of,
      amount_minor: String(part.amount_minor),
      charges_minor: String(plan.charges_minor),
      currency: back.currency,
      score,
      reasons,
      ...(together_with.length > 0 && { together_with: together_with.map(({ subject_id }) => subject_id).sort() }),
    }
    const candidate_hash = hashOf({ end_customer_id, ...content } as CanonicalValue)
    const others = { together_with: [], ...content, rule_version: null, discount_minor: '0' }
    return [{ candidate_id: newUuid(), import_id: back.import_id, ...others, candidate_hash }]
  })
}
