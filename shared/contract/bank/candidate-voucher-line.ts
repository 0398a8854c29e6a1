import { moneyAnswer } from '../primitives.ts'
import { exactly, type FromSchema } from '../schema.ts'

/** A line as a voucher has it, so that it is sent as it is; it says what it needs. */
export const candidateVoucherLine = exactly(
  'CandidateVoucherLine',
  {
    account_code: { type: 'string' },
    debit: moneyAnswer,
    credit: moneyAnswer,
    tax_code: { type: 'string' },
    tax_base: moneyAnswer,
    supply_date: { type: 'string', format: 'date' },
    activity_id: { type: 'string' },
    open_item: exactly(
      'CandidateVoucherItem',
      { document_id: { type: 'string' }, supplier_payable_id: { type: 'string' }, purpose: { const: 'refund' } },
      ['document_id', 'supplier_payable_id'],
    ),
  },
  ['debit', 'credit', 'tax_code', 'tax_base', 'supply_date', 'activity_id', 'open_item'],
)
export type CandidateVoucherLine = FromSchema<typeof candidateVoucherLine>
