import type { VoucherLine } from '../../../shared/accounting/documents/accounting-document.ts'
import type { RuleContext } from '../../../shared/accounting/documents/rule-context.ts'
import type { ItemState } from '../../../shared/accounting/documents/voucher-item.ts'
import type { VatMethod } from '../../../shared/contract/vat/registrations.ts'
import { contextOf } from '../open-items/decide-voucher.ts'
import { named, receivable } from '../open-items/voucher-items.ts'
import { amount, invoiceContext, line, registration, voucherContext, voucherLine } from './rule-contexts.ts'

/** Of a customer, whose tax is declared; it pays an invoice. */
function advanceUsed(more: readonly VoucherLine[] = [], state: Partial<ItemState> = {}): RuleContext {
  const advance = receivable(-100, -100, { account_code: '2030', is_taxed_advance: true, moved_item_id: 'a', ...state })
  const { open_items } = contextOf({ a: advance, d: receivable(100) })
  const lines = [
    voucherLine('2030', 100, named('document_id', 'a', 'set_off')),
    voucherLine('1100', -100, named('document_id', 'd', 'set_off')),
    ...more,
  ]
  const known = { status: 'active', account_type: 'liability' } as const
  const accounts = new Map([...voucherContext().accounts, ['2030', known] as const])
  return voucherContext({ lines }, { open_items, accounts })
}

/** A final invoice, of which half was paid before. */
function advanceTakenOff(): RuleContext {
  const tax_lines = [line('V81', 10_000, 810), line('V81', -5_000, -405, 'advance')]
  const given = invoiceContext({ gross: amount(5_405), tax_lines })
  const mapping = { mapping_key: 'posting.revenue.category.advance', account_code: '2030' }
  const mappings = [...given.settings.mappings, { ...mapping, valid_from: '2020-01-01', valid_to: null }]
  const account = { account_code: '2030', valid_from: '2020-01-01', status: 'active' } as const
  const chart_accounts = [...given.settings.chart_accounts, account]
  return { ...given, settings: { ...given.settings, mappings, chart_accounts } }
}

/** The same, where half was paid before a change of method, or may have been. */
function takenOffAcross(...methods: readonly [VatMethod, VatMethod]): RuleContext {
  const given = advanceTakenOff()
  const vat_registrations = methods.map((method, index) => registration(method, index ? '2026-01-01' : '0001-01-01'))
  return { ...given, settings: { ...given.settings, vat_registrations } }
}

const ACROSS = ['advance_taken_off /payload/tax_lines/1', 'advance_of_other_method /payload/tax_lines/1'] as const

/** Other money of the customer, as it is open. */
const beside = (...open: readonly number[]) => ({
  beside: open.map((minor, index) => ({
    open_item_id: `other ${index}`,
    id: `doc_${index}`,
    open_minor: BigInt(minor),
  })),
})
const TAX_BACK = [voucherLine('2200', 8, { tax_code: 'VS81', tax_base: amount(100) }), voucherLine('1020', -8)]
const TWICE = ['advance_taken_off_twice /payload/lines/0/open_item'] as const

/** Advances whose tax is declared, and the warnings that are expected. */
export const ADVANCE_CASES = [
  ['an advance that is used without its tax', advanceUsed(), ['advance_tax_kept /payload/lines/0/open_item']],
  [
    'an advance that is used beside input tax of a commission, which is not its own',
    advanceUsed([voucherLine('1171', 8, { tax_code: 'I81', tax_base: amount(100) }), voucherLine('1020', -8)]),
    ['input_tax_without_receipt /evidence_links', 'advance_tax_kept /payload/lines/0/open_item'],
  ],
  ['an advance that is used with its tax', advanceUsed(TAX_BACK), []],
  ['one that a final invoice has taken off', advanceUsed(TAX_BACK, beside(100)), TWICE],
  ['the same without tax, which is not to be taken back', advanceUsed([], beside(100)), TWICE],
  ['one beside another one that a final invoice has taken off', advanceUsed(TAX_BACK, beside(100, -100)), []],
  ['a line that takes an advance off', advanceTakenOff(), ['advance_taken_off /payload/tax_lines/1']],
  ['such a line after a change to net tax rates', takenOffAcross('effective', 'net_tax_rate'), ACROSS],
  ['such a line after a change to the effective method', takenOffAcross('net_tax_rate', 'effective'), ACROSS],
  [
    'such a line of somebody who was not registered',
    takenOffAcross('not_registered', 'effective'),
    ['advance_taken_off /payload/tax_lines/1'],
  ],
] as const
