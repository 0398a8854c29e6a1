import { amount, expenseContext, line, SETTINGS } from '../rule-contexts.ts'
import { type BlockerCase, closed, eur, euroAt, inactive, settings, without } from './blocker-case.ts'

export const EXPENSE_DOCUMENTS: readonly BlockerCase[] = [
  ['nothing is wrong', expenseContext(), []],
  ['no receipt', expenseContext({ has_receipt: false }), ['receipt_missing']],
  ['no receipt, none required', expenseContext({ has_receipt: false, receipt_required: false }), []],
  ['no receipt, an approved exception', expenseContext({ has_receipt: false, has_receipt_exception: true }), []],
  ['no supplier', expenseContext({ partner_name: null }), ['supplier_missing']],
  ['a UID with a wrong check digit', expenseContext({ partner_uid: 'CHE-116.281.711' }), ['supplier_uid_invalid']],
  ['no UID', expenseContext({ partner_uid: null }), []],
  ['no amount', expenseContext({ gross: null }), ['amount_missing']],
  ['nothing to pay', expenseContext({ gross: amount(0), tax_lines: [] }), ['amount_zero']],
  ['a credit note', expenseContext({ gross: amount(-10_810), tax_lines: [line('I81', -10_000, -810)] }), []],
  ['another currency in the payload', expenseContext({ currency: 'EUR' }), ['currency_mismatch']],
  [
    'another currency on a tax line',
    expenseContext({ tax_lines: [line('I81', 10_000, 810, null, 'EUR')] }),
    ['currency_mismatch'],
  ],
  ['no currency in the payload', expenseContext({ currency: null }), []],
  ['no rate', expenseContext(eur), ['exchange_rate_missing']],
  ['a rate', expenseContext(eur, { rates: new Map([['EUR', 95_000_000n]]) }), []],
  [
    'no chart',
    expenseContext({}, settings({ chart_versions: [], chart_accounts: [], mappings: [] })),
    ['account_chart_missing'],
  ],
  [
    'a chart that comes later',
    expenseContext({}, settings({ chart_versions: ['2026-03-16'] })),
    ['account_chart_missing'],
  ],
  [
    'a chart of that very day',
    expenseContext(
      { business_date: '2026-03-15' },
      settings({
        chart_versions: ['2026-03-15'],
        chart_accounts: SETTINGS.chart_accounts.map((account) => ({ ...account, valid_from: '2026-03-15' })),
      }),
    ),
    [],
  ],
  [
    'no payable account',
    expenseContext({}, settings({ mappings: without('posting.accounts_payable') })),
    ['account_mapping_missing'],
  ],
  [
    'no tax account, but no tax either',
    expenseContext({ tax_lines: [] }, settings({ mappings: without('posting.input_tax.operating') })),
    [],
  ],
  [
    'a mapping that has ended',
    expenseContext(
      {},
      settings({
        mappings: SETTINGS.mappings.map((mapping) =>
          mapping.mapping_key === 'posting.accounts_payable' ? { ...mapping, valid_to: '2026-03-14' } : mapping,
        ),
      }),
    ),
    ['account_mapping_missing'],
  ],
  ['an inactive account', expenseContext({}, settings({ chart_accounts: inactive('1171') })), ['account_inactive']],
  [
    'an inactive account that is not needed',
    expenseContext({ tax_lines: [] }, settings({ chart_accounts: inactive('1171') })),
    [],
  ],
  [
    'an account that the newest chart does not list',
    expenseContext({}, settings({ chart_versions: ['2020-01-01', '2026-01-01'] })),
    ['account_inactive', 'account_inactive', 'account_inactive'],
  ],
  [
    'an account that is mapped, but in no chart',
    expenseContext({}, settings({ chart_accounts: SETTINGS.chart_accounts.filter((a) => a.account_code !== '1171') })),
    ['account_inactive'],
  ],
  [
    'before 1990',
    expenseContext(
      { business_date: '1989-12-31' },
      settings({
        chart_versions: ['1980-01-01'],
        chart_accounts: SETTINGS.chart_accounts.map((account) => ({ ...account, valid_from: '1980-01-01' })),
        mappings: SETTINGS.mappings.map((mapping) => ({ ...mapping, valid_from: '1980-01-01' })),
      }),
    ),
    ['fiscal_year_missing'],
  ],
  ['more than a year ahead', expenseContext({ business_date: '2027-11-22' }), ['fiscal_year_missing']],
  ['a year ahead', expenseContext({ business_date: '2027-11-21' }), []],
  ['a closed year', expenseContext({}, settings({ fiscal_years: closed })), ['fiscal_year_closed']],
  ['tax in a filed period', expenseContext({}, settings({ vat_filed_through: '2026-03-31' })), ['vat_period_missing']],
  [
    'an error that names no filed day',
    expenseContext({ vat_period: 'correction' }, settings({ vat_filed_through: '2025-12-31' })),
    ['vat_period_missing'],
  ],
  ['a locked day', expenseContext({}, settings({ locked_through: '2026-03-15' })), ['period_locked']],
  ['the day behind the lock', expenseContext({}, settings({ locked_through: '2026-03-14' })), []],
  ['dated tomorrow', expenseContext({ document_date: '2026-11-22' }), ['document_date_in_future']],
  ['dated today', expenseContext({ document_date: '2026-11-21' }), []],
  ['an unknown tax code', expenseContext({ tax_lines: [line('X99', 10_810, 0)] }), ['tax_code_unknown']],
  ['a tax code of sales', expenseContext({ tax_lines: [line('V81', 10_000, 810)] }), ['tax_code_unknown']],
  [
    'the rate of before 2024',
    expenseContext({ tax_lines: [line('I77', 10_000, 770)], gross: amount(10_770) }),
    ['tax_rate_not_valid_on_date'],
  ],
  [
    'the rate of before 2024, supplied in 2023',
    expenseContext({ tax_lines: [line('I77', 10_000, 770)], gross: amount(10_770), supply_date: '2023-12-31' }),
    [],
  ],
  ['lines that are not the gross amount', expenseContext({ gross: amount(10_811) }), ['tax_amount_mismatch']],
  ['acquisition tax is not in the gross amount', expenseContext({ tax_lines: [line('B81', 10_810, 876)] }), []],
  ['acquisition tax may be left to us', expenseContext({ tax_lines: [line('B81', 10_810, 0)] }), []],
  ['import tax with a base', expenseContext({ tax_lines: [line('E100M', 10_000, 810)] }), ['tax_amount_mismatch']],
  ['import tax in full', expenseContext({ tax_lines: [line('E100M', 0, 10_810)] }), []],
  ['the reference is posted', expenseContext({}, { posted_with_same_reference: 'fact-1' }), ['already_posted']],
  ['the document is known', expenseContext({}, { duplicate_of: 'EXP-9' }), ['duplicate_document']],
  ['a wrong IBAN', expenseContext({ partner_iban: 'CH9300762011623852958' }), ['iban_invalid']],
  ['a wrong reference', expenseContext({ payment_reference: '210000000003139471430009016' }), ['reference_invalid']],
  ['a right QR reference', expenseContext({ payment_reference: '21 00000 00003 13947 14300 09017' }), []],
  ['a right creditor reference', expenseContext({ payment_reference: 'RF18 5390 0754 7034' }), []],
  [
    'so little that nothing is left of it',
    expenseContext({ ...eur, gross: amount(1, 'EUR') }, euroAt(1n)),
    ['amount_zero'],
  ],
  [
    'several at once, in the order of the table',
    expenseContext(
      { has_receipt: false, partner_name: null, gross: amount(0), document_date: '2027-01-01', tax_lines: [] },
      { duplicate_of: 'x', ...settings({ locked_through: '2026-12-31' }) },
    ),
    [
      'receipt_missing',
      'supplier_missing',
      'amount_zero',
      'period_locked',
      'document_date_in_future',
      'duplicate_document',
    ],
  ],
]
