import type { RuleContext } from '../../../shared/accounting/documents/rule-context.ts'
import { voucherContext } from './rule-contexts.ts'
import { MORE_CASES, paidFrom } from './vouchers-to-warn-of.ts'

const TAXED = { tax_code: 'V81', currency: 'CHF', base_minor: '100', tax_minor: '8' }
const soldOn = (on: string) =>
  paidFrom('1020', { sale_after: { on, filing_period: 'quarter', item_minor: '108', taxes: [TAXED] } })
/** Money of 15 March. */
const EARLY: readonly (readonly [string, RuleContext, readonly string[]])[] = [
  ['money of the quarter before the invoice', soldOn('2026-04-02'), ['paid_before_invoice /payload/lines/1/open_item']],
  ['money of the quarter of the invoice', soldOn('2026-03-31'), []],
  [
    'money that an older voucher may have booked',
    voucherContext({}, { bank_entry_doubts: [{ message: 'Bank entry cent_1 may be booked already.' }] }),
    ['bank_entry_booked_by_evidence /payload/bank_entries'],
  ],
]

export const MONEY_CASES = [...MORE_CASES, ...EARLY]
