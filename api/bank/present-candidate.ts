import type { TargetType } from '../../shared/contract/bank/payments.ts'
import { type Kind, publicId } from '../../shared/process/ids.ts'
import type { CandidateRow } from '../../shared/store/bank/candidates/settlement-candidates.ts'
import { presentMoney } from '../http/present-money.ts'

const KINDS = {
  document: 'document',
  payment: 'payment',
  supplier_payable: 'supplier_payable',
  vat_filing: 'vat_filing',
  rule: 'bank_rule',
  return: 'bank_return',
} as const satisfies Record<TargetType, Kind>

/** Of a return what it undoes is named. */
function kindOf({ target_type, returned_of }: CandidateRow): Kind {
  if (target_type !== 'return') return KINDS[target_type]
  return returned_of === 'allocation' ? 'payment_allocation' : 'supplier_payable_settlement'
}

/** A proposal of the matcher. */
export function presentCandidate(candidate: CandidateRow) {
  const { target_type, target_id, payment_id, together_with, currency, discount_minor, returned_of } = candidate
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
    target_payment_id: target_type === 'payment' ? publicId('payment', target_id) : null,
    target_supplier_payable_id: target_type === 'supplier_payable' ? publicId('supplier_payable', target_id) : null,
    target_vat_filing_id: target_type === 'vat_filing' ? publicId('vat_filing', target_id) : null,
    target_bank_rule_id: target_type === 'rule' ? publicId('bank_rule', target_id) : null,
    target_bank_rule_version: candidate.rule_version,
    target_allocation_id: returned_of === 'allocation' ? publicId('payment_allocation', target_id) : null,
    target_settlement_id: returned_of === 'settlement' ? publicId('supplier_payable_settlement', target_id) : null,
    charges: presentMoney(candidate.charges_minor, currency),
    proposed_amount: presentMoney(candidate.amount_minor, currency),
    deductions: discount_minor === 0n ? [] : [{ type: 'discount', amount: presentMoney(discount_minor, currency) }],
    voucher_lines: candidate.voucher_lines,
    together_with: together_with.map((id) => publicId(kindOf(candidate), id)),
    score: candidate.score,
    reasons: candidate.reasons,
    state: candidate.state,
    created_at: candidate.created_at,
  }
}
