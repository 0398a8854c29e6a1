import type { RuleContext } from '../../../shared/accounting/documents/rule-context.ts'
import { contextOf } from '../open-items/decide-voucher.ts'
import { named, receivable } from '../open-items/voucher-items.ts'
import { voucherContext, voucherLine } from './rule-contexts.ts'
import { MORE_CASES, paidFrom } from './vouchers-to-warn-of.ts'

const TAXED = { tax_code: 'V81', currency: 'CHF', base_minor: '100', tax_minor: '8' }
const soldOn = (on: string) =>
  paidFrom('1020', { sale_after: { on, filing_period: 'quarter', item_minor: '108', taxes: [TAXED] } })
/** A credit note of 108.10 is set off against a document of as much, with taxes of 8.1 %. */
function credited(tax_minor: string, back_minor: string): RuleContext {
  const creditOf = (item_minor: string, minor: string) => {
    const taxes = [{ rate_bp: 810, net_rate_bp: null, activity_id: null, minor }]
    return { credit: { documented_on: '2026-03-01', currency: 'CHF', item_minor, taxes } }
  }
  const document = receivable(10_810, 10_810, creditOf('10810', tax_minor))
  const note = receivable(-10_810, -10_810, { moved_item_id: 'n', ...creditOf('-10810', back_minor) })
  const { open_items } = contextOf({ d: document, n: note })
  const lines = [
    voucherLine('1100', 10_810, named('document_id', 'n', 'set_off')),
    voucherLine('1100', -10_810, named('document_id', 'd', 'set_off')),
  ]
  return voucherContext({ lines }, { open_items })
}

/** Money of 15 March. */
const EARLY: readonly (readonly [string, RuleContext, readonly string[]])[] = [
  ['money of the quarter before the invoice', soldOn('2026-04-02'), ['paid_before_invoice /payload/lines/1/open_item']],
  ['money of the quarter of the invoice', soldOn('2026-03-31'), []],
  [
    'money that an older voucher may have booked',
    voucherContext({}, { bank_entry_doubts: [{ message: 'Bank entry cent_1 may be booked already.' }] }),
    ['bank_entry_booked_by_evidence /payload/bank_entries'],
  ],
  ['a credit note with the tax of its document', credited('810', '-810'), []],
  ['one that is a few Rappen apart', credited('810', '-815'), []],
  ['one with more at that rate', credited('400', '-810'), ['credit_note_beyond_document /payload/lines/0/open_item']],
]

export const MONEY_CASES = [...MORE_CASES, ...EARLY]
