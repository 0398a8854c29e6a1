import { referenceOfItem } from '../../shared/accounting/documents/payment-references.ts'
import {
  createMatcher,
  MATCH_RULE_VERSION,
  type Match,
  type MatchablePayment,
} from '../../shared/camt053/matching/match.ts'
import { createVatFilingMatcher, type OpenVatFiling } from '../../shared/camt053/matching/match-vat-filings.ts'
import type { CanonicalValue } from '../../shared/canonical/canonical-json.ts'
import { hashOf } from '../../shared/canonical/hash.ts'
import type { TargetType } from '../../shared/contract/bank/payments.ts'
import type { OpenItemSide } from '../../shared/contract/open-items/open-items.ts'
import { newUuid } from '../../shared/process/ids.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import {
  findOpenDebits,
  findOpenPayments,
  findOpenTargets,
  MOVEMENTS,
  type OpenBankMovement,
  type OpenItemTarget,
} from '../../shared/store/bank/open-movements.ts'
import { type NewCandidate, replaceCandidates } from '../../shared/store/bank/settlement-candidates.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { lockEndCustomer } from '../../shared/store/setup/end-customers.ts'
import { findOpenVatFilings } from '../../shared/store/vat/open-filings.ts'
import type { Job, WorkerDeps } from '../job.ts'

/** Proposes open items and filed VAT returns for each open payment and debit of the bank that may belong to them. */
export async function matchSettlements(
  { pool }: WorkerDeps,
  jobs: readonly Job<Jobs['settlement.match']>[],
): Promise<void> {
  const firstImports = new Set(jobs.flatMap(({ data }) => (data.is_first_import ? data.end_customer_id : [])))
  for (const end_customer_id of new Set(jobs.map(({ data }) => data.end_customer_id))) {
    // Whoever takes the ledger later sees the bank entries, and asks for proposals itself.
    if (firstImports.has(end_customer_id)) await pool.transaction((tx) => lockLedgers(tx, [end_customer_id]))
    await pool.transaction(async (tx) => {
      await lockEndCustomer(tx, end_customer_id)
      const candidates = [
        ...(await candidatesForItems(tx, end_customer_id, 'document', findOpenPayments)),
        ...(await candidatesForItems(tx, end_customer_id, 'supplier_payable', findOpenDebits)),
        ...(await candidatesForVatFilings(tx, end_customer_id)),
      ]
      await replaceCandidates(tx, end_customer_id, candidates)
    })
  }
}

async function candidatesForItems(
  tx: Tx,
  end_customer_id: string,
  target_type: OpenItemSide,
  find: typeof findOpenPayments,
): Promise<NewCandidate[]> {
  const targets = await findOpenTargets(tx, end_customer_id, target_type)
  if (targets.length === 0) return []
  const named = target_type === 'document' ? targets.map(withOwnReference) : targets
  return candidatesFor(tx, end_customer_id, target_type, find, createMatcher(named))
}

/** QR-bills of invoices that name no reference have one that says which line has opened the item. */
function withOwnReference({ entry_number, line_number, ...target }: OpenItemTarget) {
  return { ...target, payment_reference: target.payment_reference ?? referenceOfItem(entry_number, line_number) }
}

/** What is owed of filed returns is paid by debits; what is to come back, by payments. */
async function candidatesForVatFilings(tx: Tx, end_customer_id: string): Promise<NewCandidate[]> {
  const { owed, refunds } = await findOpenVatFilings(tx, end_customer_id)
  const from = (filings: readonly OpenVatFiling[], find: typeof findOpenPayments) =>
    filings.length === 0 ? [] : candidatesFor(tx, end_customer_id, 'vat_filing', find, createVatFilingMatcher(filings))
  return [...(await from(owed, findOpenDebits)), ...(await from(refunds, findOpenPayments))]
}

/** Movements come some at a time, so that a long bank statement needs no more memory than a short one. */
async function candidatesFor(
  tx: Tx,
  end_customer_id: string,
  target_type: TargetType,
  find: typeof findOpenPayments,
  matchTargets: (movement: MatchablePayment) => readonly Match[],
): Promise<NewCandidate[]> {
  const candidates: NewCandidate[] = []
  for (let after: string | null = null; ; ) {
    const movements: readonly OpenBankMovement[] = await find(tx, end_customer_id, after)
    for (const movement of movements) {
      for (const match of matchTargets(movement))
        candidates.push(candidateOf(end_customer_id, target_type, movement, match))
    }
    if (movements.length < MOVEMENTS) return candidates
    after = movements.at(-1)?.id ?? null
  }
}

/** The hash covers all that a reviewer decides on, so another proposal is another candidate. */
function candidateOf(
  end_customer_id: string,
  target_type: TargetType,
  movement: OpenBankMovement,
  match: Match,
): NewCandidate {
  const { entry_id, import_id, currency } = movement
  const content = {
    entry_id,
    payment_id: movement.id === entry_id ? null : movement.id,
    target_type,
    target_id: match.target_id,
    amount_minor: String(match.amount_minor),
    currency,
    score: match.score,
    reasons: match.reasons,
  }
  const candidate_hash = hashOf({ rule_version: MATCH_RULE_VERSION, end_customer_id, ...content } as CanonicalValue)
  return { candidate_id: newUuid(), import_id, ...content, candidate_hash }
}
