import { shareOf } from '../../../shared/accounting/settlement/allocation-posting.ts'
import { ApiError, type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { SettlementRequest } from '../../../shared/contract/settlement/settlements.ts'
import { nowAsTimestamp } from '../../../shared/process/clock.ts'
import { newUuid, uuidOf } from '../../../shared/process/ids.ts'
import { type EvidenceEntry, lockEvidence } from '../../../shared/store/bank/bank-entries.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { type LockedPayable, lockPayable } from '../../../shared/store/open-items/locked-open-items.ts'
import { insertSettlement } from '../../../shared/store/settlement/change-settlements.ts'
import { findSettlement, type SettlementRow } from '../../../shared/store/settlement/settlements.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { requestIntent } from '../request-reversal.ts'
import { presentSettlement } from './present-settlement.ts'

/**
 * Settles a payable, wholly or in part, on reviewed evidence. What it uses of payable and evidence is taken at once,
 * under their locks; the worker books it then.
 */
export async function settlePayable(tx: Tx, deps: ApiDeps, request: MutatingRequest<SettlementRequest>) {
  const { body, caller, end_customer_id, params, request_id } = request
  const payable_id = uuidOf('supplier_payable', params.supplier_payable_id ?? '')
  const payable = payable_id && (await lockPayable(tx, end_customer_id, payable_id))
  if (!payable) throw new ApiError('not_found', 'There is no such supplier payable for this end customer.')
  const { evidence_sha256 = null, bank_reference = null } = body
  const evidence = evidence_sha256 === null ? null : await lockEvidence(tx, end_customer_id, evidence_sha256)
  const amount_minor = BigInt(body.amount.amount_minor)
  const details = [...amountMistakes(body, payable), ...evidenceMistakes(amount_minor, payable, evidence)]
  if (details.length > 0) throw validationFailed(details)
  const settlement_id = newUuid()
  await insertSettlement(tx, {
    end_customer_id,
    settlement_id,
    supplier_payable_id: payable.supplier_payable_id,
    settlement_date: body.settlement_date,
    currency: payable.currency,
    amount_minor,
    base_amount_minor: shareOf(payable.base_open_amount_minor, amount_minor, payable.open_amount_minor),
    open_amount_before_minor: payable.open_amount_minor,
    bank_reference,
    evidence_sha256,
    evidence_entry_id: evidence?.entry_id ?? null,
    evidence_used_minor: evidence ? usedOf(evidence, amount_minor, payable) : 0n,
    bank_base_minor: evidence ? bankBaseOf(evidence, amount_minor, payable) : null,
    bank_account: evidence?.account ?? null,
    reviewer_justification: body.reviewer_justification,
    actor_id: caller.key_id,
    request_id,
    created_at: nowAsTimestamp(),
  })
  await requestIntent(tx, deps, request, 'settlement_posting', { end_customer_id, subject_id: settlement_id })
  const find = async (db: Parameters<typeof findSettlement>[0]) =>
    (await findSettlement(db, settlement_id, [end_customer_id])) as SettlementRow
  const current = async () => {
    const now = await find(deps.pool)
    return now.intents.every(({ state }) => state !== 'pending') ? presentSettlement(now) : null
  }
  return { body: presentSettlement(await find(tx)), current }
}

function amountMistakes({ amount }: SettlementRequest, payable: LockedPayable): ErrorDetail[] {
  const { open_amount_minor: open, currency } = payable
  const wanted = BigInt(amount.amount_minor)
  if (amount.currency !== currency) {
    const message = `The payable is in ${currency}; settle it in that currency.`
    return [{ pointer: '/amount/currency', code: 'currency_mismatch', message }]
  }
  if (payable.is_being_reversed) {
    const message = 'The reversal of this payable is under way.'
    return [{ pointer: '/amount', code: 'being_reversed', message }]
  }
  const isWithin = wanted > 0n ? wanted <= open : wanted < 0n && open < 0n && wanted >= open
  if (isWithin) return []
  const message =
    wanted === 0n
      ? 'The amount must not be zero.'
      : `The open amount is ${open} (minor units); settle no more than that.`
  return [{ pointer: '/amount/amount_minor', code: wanted === 0n ? 'out_of_range' : 'exceeds_open_amount', message }]
}

/** Money went out for an invoice and came in for a credit note; a booking of the bank proves no more than its amount. */
function evidenceMistakes(wanted: bigint, payable: LockedPayable, evidence: EvidenceEntry | null): ErrorDetail[] {
  if (!evidence) return []
  const pointer = '/evidence_sha256'
  const direction = wanted > 0n ? 'DBIT' : 'CRDT'
  if (!evidence.is_booked) {
    return [
      { pointer, code: 'evidence_not_booked', message: 'The booking of the bank is pending or informational only.' },
    ]
  }
  if (evidence.credit_debit !== direction || evidence.is_reversal) {
    const message = `The booking of the bank is no ${direction === 'DBIT' ? 'debit' : 'credit'} that pays this.`
    return [{ pointer, code: 'evidence_wrong_direction', message }]
  }
  if (evidence.currency !== payable.currency && evidence.currency !== payable.base_currency) {
    const message = `The booking of the bank is in ${evidence.currency}, the payable in ${payable.currency}.`
    return [{ pointer, code: 'evidence_currency_mismatch', message }]
  }
  const left = evidence.amount_minor - evidence.used_minor
  if (usedOf(evidence, wanted, payable) <= left && left > 0n) return []
  const message = `Of the booking of the bank ${left} ${evidence.currency} is not used yet (minor units).`
  return [{ pointer, code: 'evidence_exhausted', message }]
}

/** In one currency the amount of the settlement; where the bank moved base currency, all that is left of the booking. */
function usedOf(evidence: EvidenceEntry, wanted: bigint, { currency }: LockedPayable): bigint {
  if (evidence.currency === currency) return wanted < 0n ? -wanted : wanted
  return evidence.amount_minor - evidence.used_minor
}

/** What the bank took in base currency, where it says so itself; else the rate of the day decides. */
function bankBaseOf(evidence: EvidenceEntry, wanted: bigint, payable: LockedPayable): bigint | null {
  if (evidence.currency !== payable.base_currency || payable.currency === payable.base_currency) return null
  const used = usedOf(evidence, wanted, payable)
  return wanted < 0n ? -used : used
}
