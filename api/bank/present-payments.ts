import type { PaymentState } from '../../shared/contract/bank/payments.ts'
import { publicId } from '../../shared/process/ids.ts'
import type { PaymentRow } from '../../shared/store/bank/payments.ts'
import type { CandidateRow } from '../../shared/store/bank/settlement-candidates.ts'
import type { HandoffRow } from '../../shared/store/settlement/allocation-handoffs.ts'
import type { AllocationRow } from '../../shared/store/settlement/allocations.ts'
import type { SettlementRow } from '../../shared/store/settlement/settlements.ts'
import { presentIntent } from '../facts/present-source-fact.ts'
import { presentMoney } from '../http/present-money.ts'

export function presentPayment(payment: PaymentRow) {
  const { currency, amount_minor, open_amount_minor, returned_by } = payment
  const state: PaymentState = returned_by
    ? 'returned'
    : open_amount_minor === amount_minor
      ? 'open'
      : open_amount_minor > 0n
        ? 'partially_allocated'
        : 'allocated'
  return {
    object: 'payment',
    id: publicId('payment', payment.payment_id),
    end_customer_id: payment.end_customer_id,
    import_id: publicId('camt053_import', payment.import_id),
    entry_id: publicId('camt053_entry', payment.entry_id),
    account: payment.account,
    booking_date: payment.booking_date,
    value_date: payment.value_date,
    amount: presentMoney(amount_minor, currency),
    open_amount: presentMoney(open_amount_minor, currency),
    customer_credit: presentMoney(payment.credit_minor, currency),
    state,
    debtor_name: payment.debtor_name,
    debtor_account: payment.debtor_account,
    end_to_end_id: payment.end_to_end_id,
    payment_references: payment.payment_references,
    remittance_text: payment.remittance_text,
    returned_by_entry_id: returned_by && publicId('camt053_entry', returned_by),
    created_at: payment.created_at,
  }
}

export function presentCandidate(candidate: CandidateRow) {
  const { target_type, target_id, payment_id } = candidate
  return {
    object: 'settlement_candidate',
    id: publicId('settlement_candidate', candidate.candidate_id),
    candidate_hash: candidate.candidate_hash,
    end_customer_id: candidate.end_customer_id,
    import_id: publicId('camt053_import', candidate.import_id),
    entry_id: publicId('camt053_entry', candidate.entry_id),
    payment_id: payment_id && publicId('payment', payment_id),
    target_type,
    target_document_id: target_type === 'document' ? publicId('document', target_id) : null,
    target_supplier_payable_id: target_type === 'supplier_payable' ? publicId('supplier_payable', target_id) : null,
    proposed_amount: presentMoney(candidate.amount_minor, candidate.currency),
    score: candidate.score,
    reasons: candidate.reasons,
    state: candidate.state,
    created_at: candidate.created_at,
  }
}

/** Contract, "Allocation handoff response". */
export function presentHandoff(handoff: HandoffRow) {
  const { allocation_id, request } = handoff
  return {
    accounting_finality: 'none',
    actor_id: handoff.actor_id,
    actor_type: 'api_key',
    allocation_id: {
      object: 'payment_allocation',
      id: allocation_id && publicId('payment_allocation', allocation_id),
    },
    allocation_request_payload: handoff.allocation_request_payload,
    allocation_request_payload_hash: handoff.allocation_request_payload_hash,
    candidate_hash: handoff.candidate_hash,
    candidate_id: publicId('settlement_candidate', handoff.candidate_id),
    end_customer_id: handoff.end_customer_id,
    id: publicId('allocation_handoff', handoff.handoff_id),
    idempotency_key: handoff.idempotency_key,
    import_id: publicId('camt053_import', handoff.import_id),
    payment_id: publicId('payment', handoff.payment_id),
    target_document_id: publicId('document', handoff.target_document_id),
    proposed_amount: request.proposed_amount,
    open_ar_snapshot: request.open_ar_snapshot,
    reviewer_justification: request.reviewer_justification,
    target_override_reason: request.target_override_reason ?? null,
    created_at: handoff.created_at,
  }
}

/** Contract, "Payment allocation (response)". */
export function presentAllocation(allocation: AllocationRow) {
  const { currency, journal_entry_id, reversal_journal_entry_id } = allocation
  return {
    object: 'payment_allocation',
    id: publicId('payment_allocation', allocation.allocation_id),
    amount: presentMoney(allocation.amount_minor, currency),
    customer_credit_balance: presentMoney(allocation.payment_open_minor, currency),
    end_customer_id: allocation.end_customer_id,
    journal_entry_id: journal_entry_id && publicId('journal_entry', journal_entry_id),
    reversal_journal_entry_id: reversal_journal_entry_id && publicId('journal_entry', reversal_journal_entry_id),
    lines: allocation.lines.map((line) => ({
      amount: presentMoney(BigInt(line.amount_minor), currency),
      document_id: publicId('document', line.document_id),
      open_amount_before: presentMoney(BigInt(line.open_amount_before_minor), currency),
    })),
    payment_id: publicId('payment', allocation.payment_id),
    posting_date: allocation.posting_date,
    state: allocation.state,
    created_at: allocation.created_at,
    intents: allocation.intents.map(presentIntent),
  }
}

export function presentSettlement(settlement: SettlementRow) {
  const { currency, evidence_entry_id, evidence_currency, journal_entry_id, reversal_journal_entry_id } = settlement
  return {
    object: 'supplier_payable_settlement',
    id: publicId('supplier_payable_settlement', settlement.settlement_id),
    end_customer_id: settlement.end_customer_id,
    supplier_payable_id: publicId('supplier_payable', settlement.supplier_payable_id),
    state: settlement.state,
    settlement_date: settlement.settlement_date,
    amount: presentMoney(settlement.amount_minor, currency),
    open_amount_before: presentMoney(settlement.open_amount_before_minor, currency),
    bank_reference: settlement.bank_reference,
    evidence_sha256: settlement.evidence_sha256,
    evidence_entry_id: evidence_entry_id && publicId('camt053_entry', evidence_entry_id),
    evidence_used: evidence_currency === null ? null : presentMoney(settlement.evidence_used_minor, evidence_currency),
    reviewer_justification: settlement.reviewer_justification,
    journal_entry_id: journal_entry_id && publicId('journal_entry', journal_entry_id),
    reversal_journal_entry_id: reversal_journal_entry_id && publicId('journal_entry', reversal_journal_entry_id),
    intents: settlement.intents.map(presentIntent),
    created_at: settlement.created_at,
  }
}
