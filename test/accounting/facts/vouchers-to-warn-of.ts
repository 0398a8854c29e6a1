import type { RuleContext } from '../../../shared/accounting/documents/rule-context.ts'
import { contextOf } from '../open-items/decide-voucher.ts'
import { named, opened, receivable } from '../open-items/voucher-items.ts'
import { settings } from './blocker-cases/blocker-case.ts'
import { amount, invoiceContext, line, registration, voucherContext, voucherLine } from './rule-contexts.ts'

export function paidTogether(...ids: string[]): RuleContext {
  const partner = { name: 'Andere AG', reference: 'K-2' }
  const { open_items } = contextOf({ d: receivable(100), e: receivable(100, 100, { partner }) })
  const lines = ids.map((id) => voucherLine('1100', -100, named('document_id', id, 'payment')))
  return voucherContext({ lines: [voucherLine('1020', 100 * ids.length), ...lines] }, { open_items })
}

/** The payment of an order for all of an item. */
export function paidFrom(account_code: string, more: Parameters<typeof receivable>[2]): RuleContext {
  const { open_items } = contextOf({ d: receivable(100, 100, more) })
  const lines = [voucherLine(account_code, 100), voucherLine('1100', -100, named('document_id', 'd', 'payment'))]
  return voucherContext({ lines }, { open_items })
}

/** Half of each item of 1081.00 with tax, without a line of that. */
export function writtenOff(
  purpose: 'write_off' | 'payment' | 'set_off',
  against: readonly [string, number][],
  { role = 'posting.bad_debt', items = ['d'] } = {},
): RuleContext {
  const supply = {
    supply_date: '2026-01-01',
    supply_period: null,
    is_gross: false,
    activity_id: null,
    net_rate_bp: null,
  }
  const tax = { tax_code: 'VS81', gross_minor: 108_100n, tax_minor: 8_100n, supplies: [supply] }
  const { open_items } = contextOf(
    Object.fromEntries(
      items.map((id) => [id, receivable(108_100, 108_100, { reducible: [tax], open_item_id: id, moved_item_id: id })]),
    ),
  )
  const others = against.map(([account_code, minor]) => voucherLine(account_code, minor))
  const paid = items.map((id) => voucherLine('1100', -54_050, named('document_id', id, purpose)))
  const lines = [...others, ...paid]
  const given = voucherContext({ lines }, { open_items })
  const mapping = { mapping_key: role, account_code: '3800', valid_from: '2020-01-01', valid_to: null }
  const mappings = [...given.settings.mappings, mapping]
  return { ...given, settings: { ...given.settings, mappings } }
}

/** Items of one partner; another fact has taken RE-6 over. */
export function takenOver(entry_type: 'opening' | 'standard', ...numbers: string[]): RuleContext {
  const names = ['Kundin GmbH', 'KUNDIN, G.m.b.H.']
  const lines = numbers.map((document_number, index) =>
    voucherLine('1100', 100, opened('receivable', names[index] ?? '', { document_number })),
  )
  const taken_over = new Map([['receivable CHF 100 RE-6\0name kundin', 'EB-1']])
  return voucherContext({ entry_type, lines: [...lines, voucherLine('9100', -100 * lines.length)] }, { taken_over })
}

export function revalued(open: number): RuleContext {
  const day = { posting_date: '2025-12-31', amount_minor: 100n, base_minor: 90n }
  const item = receivable(100, open, { currency: 'EUR', book_base_minor: BigInt(open), days: [day] })
  const { open_items } = contextOf({ d: item })
  const lines = [voucherLine('1100', 5, named('document_id', 'd', 'revaluation')), voucherLine('1020', -5)]
  return voucherContext({ lines }, { open_items })
}

/** An item of that day with tax that is not declared yet; the net tax rate method has held since 2026. */
export function takenOverOf(document_date: string, declared: boolean): RuleContext {
  const money = (amount_minor: number) => ({ amount_minor, currency: 'CHF' })
  const tax_line = { tax_code: 'V81', net_amount: money(100), tax_amount: money(8), activity_id: null, declared }
  const item = opened('receivable', 'Kundin GmbH', { document_date, tax_lines: [tax_line] })
  const lines = [voucherLine('1100', 108, item), voucherLine('9100', -108)]
  const { settings } = voucherContext()
  const vat_registrations = [registration('effective'), registration('net_tax_rate', '2026-01-01')]
  const received = vat_registrations.map((one) => ({ ...one, consideration: 'received' as const }))
  return voucherContext({ entry_type: 'opening', lines }, { settings: { ...settings, vat_registrations: received } })
}

function withoutRole(code: string, given: RuleContext): RuleContext {
  const mappings = given.settings.mappings.filter(({ account_code }) => account_code !== code)
  return { ...given, settings: { ...given.settings, mappings } }
}

const HALF_LOST = Object.entries({ '1020': 50_000, '6580': 4_050 })

/** Given, and the codes and pointers that are expected. */
const LOSSES: readonly (readonly [string, RuleContext, readonly string[]])[] = [
  ['a payment of a document with tax', writtenOff('payment', [['1020', 54_050]]), []],
  [
    'a loss of it without its tax',
    writtenOff('write_off', [['3800', 54_050]]),
    ['write_off_without_tax /payload/lines/1/open_item'],
  ],
  [
    'the same that is called a payment',
    writtenOff('payment', [['3800', 54_050]]),
    ['write_off_without_tax /payload/lines/1/open_item'],
  ],
  [
    'a reduction that is called a payment',
    writtenOff('payment', [['3800', 54_050]], { role: 'posting.revenue.reduction' }),
    ['write_off_without_tax /payload/lines/1/open_item'],
  ],
  [
    'a loss of a part beside the money',
    writtenOff('payment', [
      ['1020', 50_000],
      ['3800', 4_050],
    ]),
    ['write_off_without_tax /payload/lines/2/open_item'],
  ],
  [
    'a payment beside an account that may be one of losses, where none is known to be',
    withoutRole('6580', writtenOff('payment', HALF_LOST, { role: 'posting.revenue.reduction' })),
    ['bad_debt_without_account /payload/lines/1'],
  ],
  ['the same where another account is one of losses', withoutRole('6580', writtenOff('payment', HALF_LOST)), []],
  [
    'money that is called a loss',
    writtenOff('write_off', [['1020', 54_050]]),
    ['purpose_unlikely /payload/lines/1/open_item'],
  ],
  [
    'money that is called a set-off',
    writtenOff('set_off', [['1020', 54_050]]),
    ['purpose_unlikely /payload/lines/1/open_item'],
  ],
]

/** Of a customer, after a return was filed. */
export function creditWithoutCause(): RuleContext {
  const lines = [line('V81', -10_000, -810)]
  return invoiceContext({ gross: amount(-10_810), tax_lines: lines }, settings({ vat_filed_through: '2025-12-31' }))
}

const CHANGED = settings({
  vat_registrations: [
    registration('effective'),
    { ...registration('effective', '2026-03-01'), consideration: 'received' },
  ],
})
const INVOICED = { document_date: '2026-02-28', supply_date: '2026-02-28' }

/** Booked in March, from when on consideration is received. */
const ACROSS_CHANGE: readonly (readonly [string, RuleContext, readonly string[]])[] = [
  [
    'an invoice of the day before consideration is received',
    invoiceContext(INVOICED, CHANGED),
    ['invoice_before_change_of_consideration /payload/document_date'],
  ],
  ['the same of the first day of that', invoiceContext({ ...INVOICED, document_date: '2026-03-01' }, CHANGED), []],
  ['the same without a tax code', invoiceContext({ ...INVOICED, tax_lines: [line('NONE', 10_810, 0)] }, CHANGED), []],
  [
    'a voucher that opens such an invoice',
    voucherContext(
      {
        lines: [
          voucherLine('1100', 10_810, opened('receivable', 'Kundin GmbH', { document_date: '2026-02-28' })),
          voucherLine('3400', -10_000),
          voucherLine('2200', -810, { tax_code: 'V81', tax_base: amount(-10_000) }),
        ],
      },
      CHANGED,
    ),
    ['invoice_before_change_of_consideration /payload/lines'],
  ],
]

export const MORE_CASES = [...LOSSES, ...ACROSS_CHANGE]
