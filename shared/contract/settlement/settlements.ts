import {
  date,
  endCustomerId,
  intent,
  money,
  moneyAnswer,
  page,
  sha256,
  statedText,
  text,
  timestamp,
  warning,
} from '../primitives.ts'
import { exactly, type FromSchema, listOf, orNull } from '../schema.ts'
import { vatPeriodOfRequest } from '../vat/vat-periods.ts'
import { deductions, deductionsAnswer } from './deductions.ts'
import { accountOfMoney, accountOfMoneyAnswer } from './money-account.ts'

const SETTLEMENT_STATES = ['draft', 'posted', 'reversed'] as const
export type SettlementState = (typeof SETTLEMENT_STATES)[number]

/** Contract, "Supplier payable settlement request". */
export const settlementRequest = {
  title: 'SupplierPayableSettlementRequest',
  type: 'object',
  required: ['end_customer_id', 'settlement_date', 'amount', 'reviewer_justification'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    settlement_date: { ...date, description: 'Posting date' },
    amount: { ...money, description: 'In the currency of the payable; negative for a credit note that is refunded' },
    paid: {
      ...money,
      description:
        'What the money moved for the amount, where it is in another currency than the payable, without bank charges',
    },
    deductions,
    overpayment: {
      enum: ['advance'],
      description:
        'What becomes of an amount beyond what is open: it opens an advance to the supplier, which pays for a later document or comes back. Default: it is refused',
    },
    account_code: accountOfMoney,
    bank_reference: text,
    evidence_sha256: {
      ...sha256,
      description: 'Of the reviewed evidence; for a booking of the bank its canonical_entry_hash',
    },
    reviewer_justification: statedText,
    vat_period: vatPeriodOfRequest.vat_period,
  },
} as const
export type SettlementRequest = FromSchema<typeof settlementRequest>

export const supplierPayableSettlement = exactly(
  'SupplierPayableSettlement',
  {
    object: { const: 'supplier_payable_settlement' },
    id: { type: 'string' },
    end_customer_id: endCustomerId,
    supplier_payable_id: { type: 'string' },
    state: { enum: SETTLEMENT_STATES },
    settlement_date: date,
    amount: moneyAnswer,
    open_amount_before: moneyAnswer,
    paid: { ...orNull(moneyAnswer), description: 'Where the money is in another currency' },
    deductions: deductionsAnswer,
    advance: orNull(
      exactly('SettlementAdvance', {
        amount: moneyAnswer,
        supplier_payable_id: { type: ['string', 'null'], description: 'The advance, once it is booked' },
      }),
    ),
    account_code: accountOfMoneyAnswer,
    bank_reference: { type: ['string', 'null'] },
    evidence_sha256: { type: ['string', 'null'] },
    evidence_entry_id: { type: ['string', 'null'], description: 'The booking of the bank that is the evidence' },
    evidence_used: orNull(moneyAnswer),
    reviewer_justification: { type: 'string' },
    warnings: {
      type: 'array',
      items: warning,
      description:
        'That its payable was opened after its day, that its evidence names something else, or that it leaves the discount of an order open',
    },
    journal_entry_id: { type: ['string', 'null'] },
    reversal_journal_entry_id: { type: ['string', 'null'] },
    intents: { type: 'array', items: intent },
    created_at: timestamp,
  },
  ['warnings'],
)

export const supplierPayableSettlementList = listOf('supplier_payable_settlement_list', supplierPayableSettlement)

export const settlementQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, ...page },
} as const
export type SettlementQuery = FromSchema<typeof settlementQuery>
