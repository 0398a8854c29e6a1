import { amountInWords } from '../../../shared/accounting/amounts/decimal.ts'
import { EVIDENCE_NAMES_OTHER } from '../../../shared/accounting/facts/rules/evidence-names-other.ts'
import { isDiscountLeft } from '../../../shared/accounting/orders/early-payment.ts'
import { publicId } from '../../../shared/process/ids.ts'
import type { DoubtedSettlement } from '../../../shared/store/settlement/doubted-settlements.ts'
import { type SettlementRow, settledMinor } from '../../../shared/store/settlement/settlements.ts'
import { presentMoney } from '../../http/present-money.ts'
import { presentDeductions } from '../deductions/present-deductions.ts'
import { presentIntent } from '../present-intent.ts'
import { warnOfEqualLine } from '../room/warn-of-equal-line.ts'
import { warnOfUsedBefore } from '../room/warn-of-used-before.ts'

/** A settlement of a supplier payable. */
export function presentSettlement(settlement: DoubtedSettlement) {
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
    warnings: [
      ...warnOfUsedBefore('settlement', settlement.settlement_date, [
        { opened_on: settlement.opened_on, pointer: '/settlement_date' },
      ]),
      ...warnOfEvidence(settlement),
      ...warnOfEqualLine(settlement.equal_line, '/evidence_sha256'),
      ...warnOfDiscount(settlement),
    ],
    journal_entry_id: journal_entry_id && publicId('journal_entry', journal_entry_id),
    reversal_journal_entry_id: reversal_journal_entry_id && publicId('journal_entry', reversal_journal_entry_id),
    intents: settlement.intents.map(presentIntent),
    created_at: settlement.created_at,
  }
}

function warnOfEvidence({ evidence_entry_id, evidence_doubt }: DoubtedSettlement) {
  if (evidence_doubt === null || evidence_entry_id === null) return []
  const { code, remedy } = EVIDENCE_NAMES_OTHER
  const message = `Bank entry ${publicId('camt053_entry', evidence_entry_id)} ${evidence_doubt.words}.`
  return [{ code, message, pointer: '/evidence_sha256', remedy }]
}

/** The money of an order pays less than is open, as that has taken the discount off; or somebody has done so without an order. */
function warnOfDiscount(settlement: DoubtedSettlement) {
  const { discount_left_minor: ordered_minor, currency } = settlement
  const left_minor = ordered_minor ?? leftByTerms(settlement)
  if (left_minor === null) return []
  const off = amountInWords(left_minor, currency)
  const deduction = JSON.stringify({ type: 'discount', amount: presentMoney(left_minor, currency) })
  const who = ordered_minor === null ? 'The terms allowed' : 'The order has taken'
  const message = `${who} ${off} off as a discount, and the settlement does not take it: they stay open.`
  const remedy = `Reverse the settlement, and send it again with "deductions": [${deduction}].`
  return [{ code: 'discount_not_booked', message, pointer: '/deductions', remedy }]
}

/** With the other payments of its payable it closes all but the discount that the terms allowed on the day of the last one. */
function leftByTerms({ state, payable }: DoubtedSettlement): bigint | null {
  if (state === 'reversed') return null
  const open_amount_minor = BigInt(payable.open_amount_minor)
  const document = { ...payable, open_amount_minor, amount_minor: BigInt(payable.amount_minor) }
  return isDiscountLeft(payable.paid_on, document) ? open_amount_minor : null
}

function presentAdvance({ settlement_id, state, currency, terms }: SettlementRow) {
  if (terms?.advance_minor === undefined) return null
  const isOpened = state === 'posted'
  return {
    amount: presentMoney(BigInt(terms.advance_minor), currency),
    supplier_payable_id: isOpened ? publicId('supplier_payable', settlement_id) : null,
  }
}
