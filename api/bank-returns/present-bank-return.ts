import type { BankReturnState } from '../../shared/contract/bank-returns/bank-returns.ts'
import type { FactState } from '../../shared/contract/facts/source-facts.ts'
import { publicId } from '../../shared/process/ids.ts'
import type { BankReturnRow } from '../../shared/store/bank-returns/bank-returns.ts'
import { presentMoney } from '../http/present-money.ts'

/** Money that came back, with what it undoes. */
export function presentBankReturn(back: BankReturnRow) {
  const { returned_of, subject_id, supplier_payable_id, source_fact_id, currency, amount_minor, returned_minor } = back
  // What lacks of money in another currency than the item is its rate.
  const charges_minor = back.is_exchanged ? 0n : returned_minor - amount_minor
  return {
    object: 'bank_return' as const,
    id: publicId('bank_return', back.return_id),
    end_customer_id: back.end_customer_id,
    candidate_id: publicId('settlement_candidate', back.candidate_id),
    entry_id: publicId('camt053_entry', back.entry_id),
    original_entry_id: publicId('camt053_entry', back.original_entry_id),
    allocation_id: returned_of === 'allocation' ? publicId('payment_allocation', subject_id) : null,
    settlement_id: returned_of === 'settlement' ? publicId('supplier_payable_settlement', subject_id) : null,
    supplier_payable_id: supplier_payable_id && publicId('supplier_payable', supplier_payable_id),
    booked_by: source_fact_id === null ? ('reversal' as const) : ('voucher' as const),
    source_fact_id: source_fact_id && publicId('source_fact', source_fact_id),
    amount: presentMoney(amount_minor, currency),
    returned_amount: presentMoney(returned_minor, currency),
    charges: presentMoney(charges_minor < 0n ? -charges_minor : charges_minor, currency),
    together_with: back.together_with.map((id) => publicId('bank_return', id)),
    state: stateOf(back),
    created_at: back.created_at,
  }
}

const OF_VOUCHER: Readonly<Record<FactState, BankReturnState>> = {
  received: 'pending',
  blocked: 'pending',
  posted: 'booked',
  reversed: 'reversed',
  withdrawn: 'reversed',
  superseded: 'reversed',
}

export function stateOf({ fact_state, undone_at, is_reversed }: BankReturnRow): BankReturnState {
  if (fact_state !== null) return OF_VOUCHER[fact_state]
  if (undone_at !== null) return 'reversed'
  return is_reversed ? 'booked' : 'pending'
}
