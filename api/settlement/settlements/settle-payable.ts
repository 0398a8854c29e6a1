import { shareOf } from '../../../shared/accounting/amounts/share-of.ts'
import { closedMinor, paidOnTop } from '../../../shared/accounting/settlement/deductions/deduction-table.ts'
import { validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { SettlementRequest } from '../../../shared/contract/settlement/settlements.ts'
import { nowAsTimestamp } from '../../../shared/process/clock.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import { type LockedBankEntry, lockEvidence } from '../../../shared/store/bank/uses/locked-bank-entries.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { type LockedPayable, lockPayable } from '../../../shared/store/open-items/locked-open-items.ts'
import { findContradictedOrders } from '../../../shared/store/orders/contradicted-orders.ts'
import { appendEvents, plainEvent } from '../../../shared/store/platform/events.ts'
import { insertSettlement } from '../../../shared/store/settlement/change-settlements.ts'
import { findDoubtedSettlement } from '../../../shared/store/settlement/doubted-settlements.ts'
import type { SettlementTerms } from '../../../shared/store/settlement/settlements.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { findSubjectOfCustomer } from '../../http/subject.ts'
import { findNamedByDeductions } from '../deductions/accounts-of-deductions.ts'
import { checkDeductions } from '../deductions/deduction-rules.ts'
import { presentAfter } from '../present-after.ts'
import { requestIntent, vatPeriodAsked } from '../request-intent.ts'
import { requireLikelyPaid } from '../require-likely-paid.ts'
import { requireMoneyAccount } from '../require-money-account.ts'
import { requireNotOrdered } from '../require-not-ordered.ts'
import { withReservations } from '../reservations.ts'
import { requireRoomOnDays } from '../room/require-room-on-days.ts'
import { requireUntaxedAdvances } from '../room/require-untaxed-advances.ts'
import { presentSettlement } from './present-settlement.ts'
import { advanceMinor, checkAmount, checkEvidence, checkPaid } from './settlement-rules.ts'
import { bankBaseOf, usedOf } from './use-of-evidence.ts'

/**
 * Settles a payable, wholly or in part, on reviewed evidence. The amounts are taken out of payable and evidence at once,
 * under their locks; the worker books the settlement then.
 */
export async function settlePayable(tx: Tx, deps: ApiDeps, request: MutatingRequest<SettlementRequest>) {
  const { body, caller, end_customer_id, params, request_id } = request
  const payable = await findSubjectOfCustomer('supplier_payable', params.supplier_payable_id, (id) =>
    lockPayable(tx, end_customer_id, id),
  )
  const { evidence_sha256 = null, bank_reference = null, account_code } = body
  if (account_code !== undefined) {
    const currency = body.paid?.currency ?? payable.currency
    await requireMoneyAccount(tx, end_customer_id, account_code, { currency, day: body.settlement_date })
  }
  const evidence = evidence_sha256 === null ? null : await lockEvidence(tx, end_customer_id, evidence_sha256)
  await requireSettlement(tx, end_customer_id, body, payable, evidence)
  const amounts = amountsOf(body, payable, evidence)
  await requireRoomFor(tx, end_customer_id, body, { ...amounts, payable, evidence })
  const settlement_id = newUuid()
  await insertSettlement(tx, {
    end_customer_id,
    settlement_id,
    supplier_payable_id: payable.supplier_payable_id,
    settlement_date: body.settlement_date,
    currency: payable.currency,
    ...amounts,
    open_amount_before_minor: payable.open_amount_minor,
    bank_reference,
    evidence_sha256,
    evidence_entry_id: evidence?.entry_id ?? null,
    bank_account: evidence?.account ?? null,
    reviewer_justification: body.reviewer_justification,
    terms: termsOf(body, advanceMinor(body, payable)),
    actor_id: caller.key_id,
    request_id,
    created_at: nowAsTimestamp(),
  })
  const subject = { end_customer_id, subject_id: settlement_id }
  await requestIntent(tx, deps, request, 'settlement_posting', subject, vatPeriodAsked(body))
  if (evidence) await tellContradictions(tx, end_customer_id, payable.supplier_payable_id, settlement_id)
  return presentAfter(tx, deps, (db) => findDoubtedSettlement(db, settlement_id, [end_customer_id]), presentSettlement)
}

/** What it closes of the payable, and what it uses of the evidence. */
function amountsOf(body: SettlementRequest, payable: LockedPayable, evidence: LockedBankEntry | null) {
  const { amount, deductions, paid } = body
  const settled_minor = BigInt(amount.amount_minor)
  const amount_minor = closedMinor('payable', settled_minor - advanceMinor(body, payable), deductions)
  const money_minor = BigInt(paid?.amount_minor ?? settled_minor) + paidOnTop('payable', deductions)
  return {
    amount_minor,
    base_amount_minor: shareOf(payable.base_open_amount_minor, amount_minor, payable.open_amount_minor),
    evidence_used_minor: evidence ? usedOf(evidence, money_minor, paid ?? payable) : 0n,
    bank_base_minor: evidence && !paid ? bankBaseOf(evidence, money_minor, payable) : null,
  }
}

type SettledAmounts = ReturnType<typeof amountsOf> & {
  readonly payable: LockedPayable
  readonly evidence: LockedBankEntry | null
}

function requireRoomFor(
  tx: Tx,
  end_customer_id: string,
  { settlement_date: day }: SettlementRequest,
  { payable, evidence, amount_minor, evidence_used_minor }: SettledAmounts,
): Promise<void> {
  const { supplier_payable_id: open_item_id, currency } = payable
  const name = ['supplier_payable', open_item_id] as const
  const items = [{ open_item_id, name, currency, taken_minor: amount_minor }]
  const uses = evidence ? [{ ...evidence, payment_id: null, used_minor: evidence_used_minor }] : []
  return requireRoomOnDays(tx, end_customer_id, { day, pointer: '/settlement_date', items, uses })
}

/** A debit pays what the bank has rejected, or what was withdrawn. */
async function tellContradictions(tx: Tx, end_customer_id: string, payable_id: string, settlement_id: string) {
  const orders = await findContradictedOrders(tx, end_customer_id, payable_id, settlement_id)
  if (orders.length === 0) return
  const subjectOf = (subject_id: string) => ({ end_customer_id, subject_type: 'payment_order', subject_id }) as const
  await appendEvents(
    tx,
    orders.map((id) => plainEvent(subjectOf(id), 'payment_order.contradicted')),
  )
}

/** @throws ApiError validation_failed with everything that is wrong with the amounts */
async function requireSettlement(
  tx: Tx,
  end_customer_id: string,
  body: SettlementRequest,
  payable: LockedPayable,
  evidence: LockedBankEntry | null,
): Promise<void> {
  const { deductions } = body
  const item = { ...payable, id: payable.supplier_payable_id }
  const named = await findNamedByDeductions(tx, end_customer_id, body.settlement_date, [{ id: item.id, deductions }])
  const place = {
    side: 'payable',
    pointer: '',
    money_currency: body.paid?.currency ?? evidence?.currency ?? payable.currency,
  } as const
  const details = await withReservations(tx, end_customer_id, [item.id], (reserved) => [
    ...checkDeductions(deductions, item, place, named),
    ...checkAmount(body, payable, reserved),
    ...checkPaid(body, payable),
    ...checkEvidence(body, payable, evidence),
  ])
  if (details.length > 0) throw validationFailed(details)
  const { kind, supplier_payable_id: open_item_id } = payable
  const taken_minor = BigInt(body.amount.amount_minor)
  await requireUntaxedAdvances(tx, end_customer_id, 'payable', [
    { open_item_id, kind, taken_minor, pointer: '/amount' },
  ])
  await requireLikelyPaid(tx, end_customer_id, body.settlement_date, [{ ...body, pointer: '' }])
  await requireNotOrdered(tx, end_customer_id, body, payable, evidence)
}

function termsOf({ account_code, deductions, paid }: SettlementRequest, advance_minor: bigint): SettlementTerms | null {
  const terms = {
    ...(account_code !== undefined && { account_code }),
    ...(deductions && { deductions }),
    ...(paid && { paid }),
    ...(advance_minor > 0n && { advance_minor: Number(advance_minor) }),
  }
  return Object.keys(terms).length === 0 ? null : terms
}
