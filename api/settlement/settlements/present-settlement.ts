import { publicId } from '../../../shared/process/ids.ts'
import { type SettlementRow, settledMinor } from '../../../shared/store/settlement/settlements.ts'
import { presentMoney } from '../../http/present-money.ts'
import { presentDeductions } from '../deductions/present-deductions.ts'
import { presentIntent } from '../present-intent.ts'
import { warnOfUsedBefore } from '../room/warn-of-used-before.ts'

/** A settlement of a supplier payable. */
export function presentSettlement(settlement: SettlementRow) {
  const { currency, evidence_entry_id, evidence_currency, journal_entry_id, reversal_journal_entry_id } = settlement
  return {
    object: 'supplier_payable_settlement',
    id: publicId('supplier_payable_settlement', settlement.settlement_id),
    end_customer_id: settlement.end_customer_id,
    supplier_payable_id: publicId('supplier_payable', settlement.supplier_payable_id),
    state: settlement.state,
    settlement_date: settlement.settlement_date,
    amount: presentMoney(settledMinor(settlement), currency),
    open_amount_before: presentMoney(settlement.open_amount_before_minor, currency),
    paid: settlement.terms?.paid ?? null,
    deductions: presentDeductions(settlement.terms?.deductions),
    advance: presentAdvance(settlement),
    account_code: settlement.terms?.account_code ?? null,
    bank_reference: settlement.bank_reference,
    evidence_sha256: settlement.evidence_sha256,
    evidence_entry_id: evidence_entry_id && publicId('camt053_entry', evidence_entry_id),
    evidence_used: evidence_currency === null ? null : presentMoney(settlement.evidence_used_minor, evidence_currency),
    reviewer_justification: settlement.reviewer_justification,
    warnings: warnOfUsedBefore('settlement', settlement.settlement_date, [
      { opened_on: settlement.opened_on, pointer: '/settlement_date' },
    ]),
    journal_entry_id: journal_entry_id && publicId('journal_entry', journal_entry_id),
    reversal_journal_entry_id: reversal_journal_entry_id && publicId('journal_entry', reversal_journal_entry_id),
    intents: settlement.intents.map(presentIntent),
    created_at: settlement.created_at,
  }
}

function presentAdvance({ settlement_id, state, currency, terms }: SettlementRow) {
  if (terms?.advance_minor === undefined) return null
  const isOpened = state === 'posted'
  return {
    amount: presentMoney(BigInt(terms.advance_minor), currency),
    supplier_payable_id: isOpened ? publicId('supplier_payable', settlement_id) : null,
  }
}
