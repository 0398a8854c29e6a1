import { obstaclesOf } from '../../shared/accounting/bank-rules/obstacles.ts'
import { readyRule, rulesThatApply } from '../../shared/camt053/matching/match-bank-rule.ts'
import { CLAIMING_SCORE } from '../../shared/camt053/matching/other-candidates.ts'
import { ruledBankEntryOf } from '../../shared/camt053/matching/ruled-bank-entry.ts'
import type { RuleAcceptanceRequest } from '../../shared/contract/bank-rules/bank-rules.ts'
import type { DetailCode } from '../../shared/contract/platform/detail-codes.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { newUuid, publicId } from '../../shared/process/ids.ts'
import { inTurns } from '../../shared/process/in-turns.ts'
import { enqueue } from '../../shared/queue/enqueue.ts'
import { type CandidateRow, findCandidate } from '../../shared/store/bank/candidates/settlement-candidates.ts'
import { findLinesToLink } from '../../shared/store/bank/uses/lines-to-link.ts'
import { type BankRuleRow, findBankRule, holdRuleThatIsOn } from '../../shared/store/bank-rules/bank-rules.ts'
import { insertRuleBooking } from '../../shared/store/bank-rules/book-by-rule.ts'
import { findBetterCandidates } from '../../shared/store/bank-rules/claims.ts'
import { type EntryToRule, lockEntriesToRule } from '../../shared/store/bank-rules/entries-to-rule.ts'
import { findPayablesOfRule } from '../../shared/store/bank-rules/payables-of-rule.ts'
import { voucherOfEntry } from '../../shared/store/bank-rules/vouchers-of-entries.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findSourceFact, type SourceFactWithIntents } from '../../shared/store/facts/source-facts.ts'
import { readPostingSettings } from '../../shared/store/setup/posting-settings.ts'
import { linkInWords } from '../bank/links/link-in-words.ts'
import { presentSourceFact } from '../facts/present-source-fact.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { findSubjectOfCustomer } from '../http/subject.ts'

/**
 * Books a bank entry by the rule that a candidate proposes: a voucher as anybody could send it, which the worker books or
 * blocks. The rule and the bank entry are held, so of several that accept at once one does.
 */
export async function acceptCandidate(tx: Tx, deps: ApiDeps, request: MutatingRequest<RuleAcceptanceRequest>) {
  const { caller, end_customer_id, params, request_id } = request
  const candidate = await findSubjectOfCustomer('settlement_candidate', params.candidate_id, (id) =>
    findCandidate(tx, id, [end_customer_id]),
  )
  const rule = await holdProposedRule(tx, candidate)
  const [entry] = await lockEntriesToRule(tx, end_customer_id, [candidate.entry_id])
  if (!entry) throw conflict('not_found', 'There is no such statement entry any more.')
  requireFree(entry)
  await requireUnclaimed(tx, entry, end_customer_id)
  await requireNotByHand(tx, entry, end_customer_id)
  await requireProposed(candidate, rule, entry)
  const booking_id = newUuid()
  const voucher = await voucherFor(tx, rule, entry, booking_id)
  const { client_id, key_id: actor_id } = caller
  const by = { client_id, actor_id, request_id, is_automatic: false }
  const source_fact_id = await insertRuleBooking(tx, rule, entry.entry_id, booking_id, voucher, by)
  // Its candidates are superseded, also while the voucher is blocked.
  await enqueue(tx, deps.boss, 'settlement.match', [
    { data: { end_customer_id }, options: { singletonKey: end_customer_id } },
  ])
  const fact = (await findSourceFact(tx, source_fact_id, [end_customer_id])) as SourceFactWithIntents
  const current = async () => {
    const found = await findSourceFact(deps.pool, source_fact_id, [end_customer_id])
    return found && found.state !== 'received' ? presentSourceFact(found) : null
  }
  return { body: presentSourceFact(fact), current }
}

/** @throws ApiError state_conflict where the candidate is of something else, or not as the rule is now */
async function holdProposedRule(tx: Tx, candidate: CandidateRow): Promise<BankRuleRow> {
  const { end_customer_id, target_type, target_id: rule_id, rule_version: version } = candidate
  if (target_type === 'return')
    throw conflict('not_allowed', 'This candidate is of money that came back; book it at POST /v1/bank-returns.')
  if (target_type === 'vat_filing')
    throw conflict(
      'not_allowed',
      'Only a candidate of a rule is accepted; this one proposes a filed VAT return. Send a voucher with the bank entry, and a line on the account of posting.vat_settlement.',
    )
  if (target_type !== 'rule' || version === null)
    throw conflict('not_allowed', 'Only a candidate of a rule is accepted; this one proposes an open item.')
  if (!(await holdRuleThatIsOn(tx, { end_customer_id, rule_id, version })))
    throw conflict('stale_version', 'The rule is off, or has another version now. Read its candidates again.')
  return (await findBankRule(tx, rule_id, [end_customer_id])) as BankRuleRow
}

function requireFree(entry: EntryToRule): void {
  const [obstacle] = obstaclesOf(entry)
  if (!obstacle) return
  const { waiting_fact_id } = entry
  const holder = waiting_fact_id === null ? '' : ` It is ${publicId('source_fact', waiting_fact_id)}.`
  throw obstacle.code === 'details_wait'
    ? conflict('stale_version', `${obstacle.message} Accept what is proposed then.`)
    : conflict('in_use', `${obstacle.message}${holder}`)
}

/** A proposal that names its item by a reference, or says what came back, may have come since. */
async function requireUnclaimed(tx: Tx, { entry_id }: EntryToRule, end_customer_id: string): Promise<void> {
  const better = (await findBetterCandidates(tx, end_customer_id, [entry_id], CLAIMING_SCORE)).get(entry_id)
  if (!better) return
  const id = publicId('settlement_candidate', better.candidate_id)
  throw conflict('stale_version', `The candidate ${id} claims the bank entry with a score of ${better.score}.`)
}

/** Somebody may have booked by hand what the bank entry names, and would have it in the books twice. */
async function requireNotByHand(tx: Tx, { entry_id }: EntryToRule, end_customer_id: string): Promise<void> {
  const [line] = (await findLinesToLink(tx, end_customer_id, [entry_id])).get(entry_id) ?? []
  if (line) throw conflict('in_use', linkInWords(line))
}

/** Details of the bank entry may have come since, by which another rule applies, or none. */
async function requireProposed({ state }: CandidateRow, rule: BankRuleRow, entry: EntryToRule): Promise<void> {
  if ((await inTurns(rulesThatApply(ruledBankEntryOf(entry), [readyRule(rule)]))).length === 0)
    throw conflict('stale_version', 'By its details, which have come since, the rule does not apply to the bank entry.')
  if (state !== 'open') throw conflict('stale_version', 'This candidate is superseded. Read the candidates again.')
}

async function voucherFor(tx: Tx, rule: BankRuleRow, entry: EntryToRule, booking_id: string) {
  const settings = (await readPostingSettings(tx, [rule.end_customer_id])).get(rule.end_customer_id)
  if (!settings) throw conflict('unknown_account', 'This end customer has no chart of accounts.')
  const result = voucherOfEntry(rule, entry, settings, await findPayablesOfRule(tx, rule), booking_id)
  if ('voucher' in result) return result.voucher
  throw conflict('not_allowed', result.message)
}

function conflict(code: DetailCode, message: string): ApiError {
  return new ApiError('state_conflict', message, [{ pointer: '/state', code, message }])
}
