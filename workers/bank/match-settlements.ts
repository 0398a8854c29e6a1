import { referenceOfItem } from '../../shared/accounting/documents/payment-references.ts'
import type { Match } from '../../shared/camt053/matching/match.ts'
import { MATCH_RULE_VERSION } from '../../shared/camt053/matching/match-reasons.ts'
import { createVatFilingMatcher, type OpenVatFiling } from '../../shared/camt053/matching/match-vat-filings.ts'
import type { CanonicalValue } from '../../shared/canonical/canonical-json.ts'
import { hashOf } from '../../shared/canonical/hash.ts'
import type { TargetType } from '../../shared/contract/bank/payments.ts'
import { newUuid } from '../../shared/process/ids.ts'
import { eachInSteps, inTurns } from '../../shared/process/in-turns.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import { findCreditToSetOff } from '../../shared/store/bank/candidates/credit-targets.ts'
import { findOpenTargets, type OpenItemTarget } from '../../shared/store/bank/candidates/open-targets.ts'
import { type NewCandidate, replaceCandidates } from '../../shared/store/bank/candidates/replace-candidates.ts'
import {
  findOpenDebits,
  findOpenPayments,
  findUntouchedCredits,
  MOVEMENTS,
  type OpenBankMovement,
} from '../../shared/store/bank/open-movements.ts'
import { createPartnersOf } from '../../shared/store/bank-rules/known-partners.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { lockEndCustomer } from '../../shared/store/setup/end-customers.ts'
import { findOpenVatFilings } from '../../shared/store/vat/open-filings.ts'
import { eachCustomer } from '../each-customer.ts'
import type { Job, JobResult, WorkerDeps } from '../job.ts'
import { takeDetailsOfFreedEntries } from './notifications/take-details-of-freed-entries.ts'
import { creditMatcher } from './proposals/match-credits.ts'
import { type MatchMovements, openItemMatcher } from './proposals/match-open-items.ts'
import { payableMatcher } from './proposals/match-payables.ts'
import { proposeReturns } from './proposals/propose-returns.ts'
import { withoutBookedByHand } from './proposals/without-booked-by-hand.ts'
import { bookByRules } from './rules/book-by-rules.ts'
import { proposeByRules } from './rules/propose-by-rules.ts'

/** Proposes open items and filed VAT returns for each open payment and debit of the bank that may belong to them. */
export function matchSettlements(
  deps: WorkerDeps,
  jobs: readonly Job<Jobs['settlement.match']>[],
): Promise<JobResult[]> {
  const { pool, rightOfWay } = deps
  return eachCustomer(deps, jobs, async (end_customer_id, its) => {
    const isFirstImport = its.some(({ data }) => data.is_first_import)
    // Whoever takes the ledger later sees the bank entries, and asks for proposals itself.
    if (isFirstImport) await pool.transaction((tx) => lockLedgers(tx, [end_customer_id]))
    await takeDetailsOfFreedEntries(deps, end_customer_id)
    const partnersOf = createPartnersOf(end_customer_id)
    const automatic = await pool.transaction(async (tx) => {
      await lockEndCustomer(tx, end_customer_id)
      const candidates = await withoutBookedByHand(tx, end_customer_id, [
        ...(await candidatesForDocuments(tx, end_customer_id)),
        ...(await candidatesForPayables(tx, end_customer_id)),
        ...(await candidatesForCredit(tx, end_customer_id)),
        ...(await candidatesForVatFilings(tx, end_customer_id)),
        ...(await proposeReturns(tx, end_customer_id)),
      ])
      const ruled = await proposeByRules(tx, end_customer_id, candidates, partnersOf)
      await replaceCandidates(
        tx,
        end_customer_id,
        [...candidates, ...ruled.candidates],
        rightOfWay.pauses('settlement.match'),
      )
      return ruled.automatic
    })
    await bookByRules(deps, end_customer_id, automatic, partnersOf)
  })
}

async function candidatesForDocuments(tx: Tx, end_customer_id: string): Promise<NewCandidate[]> {
  const targets = await findOpenTargets(tx, end_customer_id, 'document')
  if (targets.length === 0) return []
  const credit = await findCreditToSetOff(tx, end_customer_id, 'document')
  const matchItems = openItemMatcher(tx, end_customer_id, targets.map(withOwnReference), credit, 'document')
  return candidatesFor(tx, end_customer_id, 'document', findOpenPayments, matchItems)
}

async function candidatesForPayables(tx: Tx, end_customer_id: string): Promise<NewCandidate[]> {
  const targets = await findOpenTargets(tx, end_customer_id, 'supplier_payable')
  if (targets.length === 0) return []
  const matchPayables = await payableMatcher(tx, end_customer_id, targets)
  return candidatesFor(tx, end_customer_id, 'supplier_payable', findOpenDebits, matchPayables)
}

/** Debits may pay back what customers have too much; credits, what suppliers owe. */
async function candidatesForCredit(tx: Tx, end_customer_id: string): Promise<NewCandidate[]> {
  const candidates: NewCandidate[] = []
  for (const [type, find] of [
    ['document', findOpenDebits],
    ['payment', findOpenDebits],
    ['supplier_payable', findUntouchedCredits],
  ] as const) {
    const matchCredit = await creditMatcher(tx, end_customer_id, type)
    if (matchCredit) candidates.push(...(await candidatesFor(tx, end_customer_id, type, find, matchCredit)))
  }
  return candidates
}

/** QR-bills of invoices that name no reference have one that says which line has opened the item. */
function withOwnReference({ entry_number, line_number, ...target }: OpenItemTarget) {
  return { ...target, payment_reference: target.payment_reference ?? referenceOfItem(entry_number, line_number) }
}

/** What is owed of filed returns is paid by debits; what is to come back, by payments. */
async function candidatesForVatFilings(tx: Tx, end_customer_id: string): Promise<NewCandidate[]> {
  const { owed, refunds } = await findOpenVatFilings(tx, end_customer_id)
  const from = (
    filings: readonly OpenVatFiling[],
    opposite: readonly OpenVatFiling[],
    find: typeof findOpenPayments,
  ) => {
    const matchFilings = createVatFilingMatcher(filings, opposite)
    const matchAll = (movements: readonly OpenBankMovement[]) => movements.map(matchFilings)
    return filings.length === 0 ? [] : candidatesFor(tx, end_customer_id, 'vat_filing', find, matchAll)
  }
  return [...(await from(owed, refunds, findOpenDebits)), ...(await from(refunds, owed, findOpenPayments))]
}

/** Movements come some at a time, so that a long bank statement needs no more memory than a short one. */
async function candidatesFor<Movement extends OpenBankMovement>(
  tx: Tx,
  end_customer_id: string,
  target_type: TargetType,
  find: (tx: Tx, end_customer_id: string, after: string | null) => Promise<readonly Movement[]>,
  matchMovements: MatchMovements<Movement>,
): Promise<NewCandidate[]> {
  const candidates: NewCandidate[] = []
  for (let after: string | null = null; ; ) {
    const movements: readonly Movement[] = await find(tx, end_customer_id, after)
    const found = await matchMovements(movements)
    // Each is hashed, and one that is paid together with others names a hundred.
    const made = eachInSteps(movements.entries(), ([index, movement]) =>
      (found[index] ?? []).map((match) => candidateOf(end_customer_id, target_type, movement, match)),
    )
    for (const some of await inTurns(made)) candidates.push(...some)
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
    // A supplier's money is booked with its bank entry as evidence, whatever payment that is.
    payment_id: target_type === 'supplier_payable' || movement.id === entry_id ? null : movement.id,
    target_type,
    target_id: match.target_id,
    amount_minor: String(match.amount_minor),
    currency: match.currency ?? currency,
    score: match.score,
    reasons: match.reasons,
    discount_minor: String(match.discount_minor ?? 0n),
    together_with: match.together_with ?? [],
    // Others have the hash that they had before there were any.
    ...(match.voucher_lines && { voucher_lines: match.voucher_lines }),
  }
  const candidate_hash = hashOf({ rule_version: MATCH_RULE_VERSION, end_customer_id, ...content } as CanonicalValue)
  return { candidate_id: newUuid(), import_id, ...content, rule_version: null, candidate_hash }
}
