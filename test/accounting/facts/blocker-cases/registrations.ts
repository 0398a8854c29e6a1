import { opened } from '../../open-items/voucher-items.ts'
import {
  amount,
  expenseContext,
  invoiceContext,
  line,
  registration,
  voucherContext,
  voucherLine,
} from '../rule-contexts.ts'
import { type BlockerCase, settings } from './blocker-case.ts'

const NOT_REGISTERED = settings({ vat_registrations: [registration('not_registered')] })
const NET = settings({ vat_registrations: [registration('net_tax_rate')] })
const ADVICE = settings({
  vat_registrations: [
    { ...registration('net_tax_rate'), activities: [{ activity_id: '85591', rate_bp: 620, text: 'Beratung' }] },
  ],
})
const SINCE_FEBRUARY = settings({
  vat_registrations: [registration('net_tax_rate'), { ...registration('effective'), valid_from: '2026-02-01' }],
})
const rates = (rate_bp: number, of_trade: number, valid_from?: string) => ({
  ...registration('net_tax_rate', valid_from),
  activities: [
    { activity_id: '85591', rate_bp, text: 'Beratung', accounts: ['3400'] },
    { activity_id: '47001', rate_bp: of_trade, text: 'Handel' },
  ],
})
const SINCE_JULY = settings({ vat_registrations: [rates(620, 210), rates(530, 210, '2025-07-01')] })
const sold = (from: string, to: string, more: object = {}) =>
  invoiceContext({ tax_lines: [{ ...line('V81', 10_000, 810), supply_period: { from, to }, ...more }] }, SINCE_JULY)
const OVER_JULY = { supply_period: { from: '2025-01-01', to: '2025-07-31' } }
const takenBack = (code: string) =>
  invoiceContext(
    { gross: amount(-10_810), tax_lines: [{ ...line(code, -10_000, -810), ...OVER_JULY, activity_id: '85591' }] },
    SINCE_JULY,
  )
const creditTakenOver = () => {
  const [net_amount, tax_amount] = [-10_000, -810].map((amount_minor) => ({ amount_minor, currency: 'CHF' }))
  const tax_line = { tax_code: 'V81', net_amount, tax_amount, activity_id: '85591', ...OVER_JULY }
  const item = opened('receivable', 'Kundin GmbH', { document_date: '2025-12-31', tax_lines: [tax_line] })
  const lines = [voucherLine('1100', -10_810, item), voucherLine('9100', 10_810)]
  return voucherContext({ entry_type: 'opening', lines }, SINCE_JULY)
}
const REDUCTION = { gross: amount(-10_810), tax_lines: [line('VS81', -10_000, -810)] }
const said = { has_accepted_debt: true }
const untaxed = { tax_lines: [line('NONE', 10_810, 0)] }
const over = (from: string, to: string) => ({
  tax_lines: [{ ...line('I81', 10_000, 810), supply_period: { from, to } }],
})
const byVoucher = (tax_code: string, books: object, supply: object = {}) => {
  const isCredit = /^[VBZ]/.test(tax_code)
  const tax = isCredit ? -810 : 810
  const tax_base =
    /\d$/.test(tax_code) && !tax_code.startsWith('Z') && !tax_code.startsWith('K')
      ? amount(tax > 0 ? 10_000 : -10_000)
      : null
  const lines = [voucherLine('1520', tax, { tax_code, tax_base, ...supply }), voucherLine('6500', -tax)]
  return voucherContext({ lines }, books)
}

const answered = (is_registered: boolean | null, document: object = {}) =>
  expenseContext(
    { partner_uid: 'CHE-116.281.710', ...document },
    { supplier_uids: new Map([['CHE116281710', { is_registered }]]) },
  )

/** What the registration of the day of supply allows. */
export const REGISTRATIONS: readonly BlockerCase[] = [
  ['tax on an own invoice, not registered', invoiceContext({}, NOT_REGISTERED), ['tax_shown_unregistered']],
  ['the same with the word of its sender', invoiceContext(said, NOT_REGISTERED), []],
  ['an own invoice without tax, not registered', invoiceContext(untaxed, NOT_REGISTERED), []],
  [
    'a credit note for tax that was shown, not registered',
    invoiceContext({ gross: amount(-10_810), tax_lines: [line('V81', -10_000, -810)] }, NOT_REGISTERED),
    ['tax_shown_unregistered'],
  ],
  ['tax on an own invoice under the net tax rate', invoiceContext({}, NET), []],
  ['tax of a supplier, not registered', expenseContext({}, NOT_REGISTERED), []],
  ['a supplier that was found to be registered', answered(true), []],
  ['a supplier that nobody has looked up', answered(null), []],
  ['a supplier that is not registered', answered(false), ['supplier_not_registered']],
  ['the same with a UID that has the suffix', answered(false, { partner_uid: 'CHE-116.281.710 TVA' }), []],
  ['the same with a decision', answered(false, { has_input_tax_decision: true }), []],
  ['the same without input tax', answered(false, untaxed), []],
  ['input tax of a voucher', byVoucher('I81', {}), []],
  ['input tax of a voucher under the net tax rate', byVoucher('I81', NET), ['tax_code_not_registered']],
  ['import tax of a voucher under the net tax rate', byVoucher('E100M', NET), ['tax_code_not_registered']],
  ['a correction of input tax under the net tax rate', byVoucher('K415', NET), []],
  ['a relief of input tax under the net tax rate', byVoucher('K410', NET), ['tax_code_not_registered']],
  [
    'a reduction under another method than its supply',
    invoiceContext({ ...REDUCTION, supply_date: '2026-01-15' }, SINCE_FEBRUARY),
    ['tax_of_other_method'],
  ],
  [
    'the same for the last return of that method',
    invoiceContext({ ...REDUCTION, supply_date: '2026-01-15', vat_period: 'correction' }, SINCE_FEBRUARY),
    [],
  ],
  ['output tax of a voucher under the net tax rate', byVoucher('V81', NET), ['tax_code_not_registered']],
  ['turnover of a voucher under the net tax rate', byVoucher('V81', NET, { tax_base: null }), []],
  [
    'turnover of a voucher under the net tax rate, of an unknown activity',
    byVoucher('V81', ADVICE, { tax_base: null, activity_id: '11111' }),
    ['vat_activity_missing'],
  ],
  ['output tax of a voucher, not registered', byVoucher('V81', NOT_REGISTERED), ['tax_code_not_registered']],
  ['input tax of a voucher, not registered', byVoucher('M81', NOT_REGISTERED), ['tax_code_not_registered']],
  ['turnover of a voucher, not registered', byVoucher('V0X', NOT_REGISTERED), ['tax_code_not_registered']],
  ['acquisition tax of a voucher, not registered', byVoucher('B81', NOT_REGISTERED), ['tax_code_not_registered']],
  ['a service from abroad of a voucher, not registered', byVoucher('B81', NOT_REGISTERED, { tax_base: null }), []],
  ['no tax in a voucher, not registered', byVoucher('NONE', NOT_REGISTERED), []],
  [
    'a voucher for a supply before the registration changed',
    byVoucher('I81', SINCE_FEBRUARY, { supply_date: '2026-01-31' }),
    ['tax_code_not_registered'],
  ],
  ['a voucher for a supply after it', byVoucher('I81', SINCE_FEBRUARY, { supply_date: '2026-02-01' }), []],
  [
    'a supply over a change of registration',
    expenseContext(over('2026-01-15', '2026-02-15'), SINCE_FEBRUARY),
    ['tax_code_not_registered'],
  ],
  ['turnover over a change of its net tax rate', sold('2025-01-01', '2025-07-31'), ['net_tax_rate_changed']],
  ['turnover until the day before it', sold('2025-01-01', '2025-06-30'), []],
  ['turnover from its day on', sold('2025-07-01', '2025-07-31'), []],
  [
    'turnover over a change of the rate of another activity',
    sold('2025-01-01', '2025-07-31', { activity_id: '47001' }),
    [],
  ],
  [
    'turnover of a voucher over a change of its net tax rate',
    byVoucher('V81', SINCE_JULY, {
      tax_base: null,
      activity_id: '85591',
      supply_period: { from: '2025-01-01', to: '2025-07-31' },
    }),
    ['net_tax_rate_changed'],
  ],
  ['a credit note for turnover over a change of its net tax rate', takenBack('V81'), []],
  ['the same with the code of reductions', takenBack('VS81'), []],
  ['the same that is taken over', creditTakenOver(), []],
  ['a supply before it', expenseContext(over('2026-01-15', '2026-01-31'), SINCE_FEBRUARY), []],
]
