import { expect } from 'chai'
import type { RuleContext } from '../../../shared/accounting/documents/rule-context.ts'
import { evaluateBlockers, RULES } from '../../../shared/accounting/facts/blockers.ts'
import { amount, invoiceSituation, line, SETTINGS, situation, voucherLine, voucherSituation } from './rule-contexts.ts'

const eur = { currency: 'EUR', gross: amount(10_810, 'EUR'), tax_lines: [] }
const settings = (overrides: Partial<RuleContext['settings']>) => ({ settings: { ...SETTINGS, ...overrides } })
const euroAt = (rate_e8: bigint) => ({ rates: new Map([['EUR', rate_e8]]) })
const closed = SETTINGS.fiscal_years.map((year) => ({ ...year, state: 'closed' as const }))
const inactive = (code: string) =>
  SETTINGS.chart_accounts.map((account) =>
    account.account_code === code ? { ...account, status: 'inactive' as const } : account,
  )
const without = (key: string) => SETTINGS.mappings.filter(({ mapping_key }) => mapping_key !== key)

/** Given, and the codes that are expected: first cases that trigger a rule, beside them cases that just do not. */
const CASES: [name: string, given: RuleContext, expected: string[]][] = [
  ['nothing is wrong', situation(), []],
  ['no receipt', situation({ has_receipt: false }), ['receipt_missing']],
  ['no receipt, none required', situation({ has_receipt: false, receipt_required: false }), []],
  ['no receipt, an approved exception', situation({ has_receipt: false, has_receipt_exception: true }), []],
  ['no supplier', situation({ partner_name: null }), ['supplier_missing']],
  ['a UID with a wrong check digit', situation({ partner_uid: 'CHE-116.281.711' }), ['supplier_uid_invalid']],
  ['no UID', situation({ partner_uid: null }), []],
  ['no amount', situation({ gross: null }), ['amount_missing']],
  ['nothing to pay', situation({ gross: amount(0), tax_lines: [] }), ['amount_zero']],
  ['a credit note', situation({ gross: amount(-10_810), tax_lines: [line('I81', -10_000, -810)] }), []],
  ['another currency in the payload', situation({ currency: 'EUR' }), ['currency_mismatch']],
  [
    'another currency on a tax line',
    situation({ tax_lines: [line('I81', 10_000, 810, null, 'EUR')] }),
    ['currency_mismatch'],
  ],
  ['no currency in the payload', situation({ currency: null }), []],
  ['no rate', situation(eur), ['exchange_rate_missing']],
  ['a rate', situation(eur, { rates: new Map([['EUR', 95_000_000n]]) }), []],
  [
    'no chart',
    situation({}, settings({ chart_versions: [], chart_accounts: [], mappings: [] })),
    ['account_chart_missing'],
  ],
  ['a chart that comes later', situation({}, settings({ chart_versions: ['2026-03-16'] })), ['account_chart_missing']],
  [
    'a chart of that very day',
    situation(
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
    situation({}, settings({ mappings: without('posting.accounts_payable') })),
    ['account_mapping_missing'],
  ],
  [
    'no tax account, but no tax either',
    situation({ tax_lines: [] }, settings({ mappings: without('posting.input_tax.operating') })),
    [],
  ],
  [
    'a mapping that has ended',
    situation(
      {},
      settings({
        mappings: SETTINGS.mappings.map((mapping) =>
          mapping.mapping_key === 'posting.accounts_payable' ? { ...mapping, valid_to: '2026-03-14' } : mapping,
        ),
      }),
    ),
    ['account_mapping_missing'],
  ],
  ['an inactive account', situation({}, settings({ chart_accounts: inactive('1171') })), ['account_inactive']],
  [
    'an inactive account that is not needed',
    situation({ tax_lines: [] }, settings({ chart_accounts: inactive('1171') })),
    [],
  ],
  [
    'an account that the newest chart does not list',
    situation({}, settings({ chart_versions: ['2020-01-01', '2026-01-01'] })),
    ['account_inactive', 'account_inactive', 'account_inactive'],
  ],
  [
    'before 1990',
    situation(
      { business_date: '1989-12-31' },
      settings({
        chart_versions: ['1980-01-01'],
        chart_accounts: SETTINGS.chart_accounts.map((account) => ({ ...account, valid_from: '1980-01-01' })),
        mappings: SETTINGS.mappings.map((mapping) => ({ ...mapping, valid_from: '1980-01-01' })),
      }),
    ),
    ['fiscal_year_missing'],
  ],
  ['more than a year ahead', situation({ business_date: '2027-11-22' }), ['fiscal_year_missing']],
  ['a year ahead', situation({ business_date: '2027-11-21' }), []],
  ['a closed year', situation({}, settings({ fiscal_years: closed })), ['fiscal_year_closed']],
  ['a locked day', situation({}, settings({ locked_through: '2026-03-15' })), ['period_locked']],
  ['the day behind the lock', situation({}, settings({ locked_through: '2026-03-14' })), []],
  ['dated tomorrow', situation({ document_date: '2026-11-22' }), ['document_date_in_future']],
  ['dated today', situation({ document_date: '2026-11-21' }), []],
  ['an unknown tax code', situation({ tax_lines: [line('X99', 10_810, 0)] }), ['tax_code_unknown']],
  ['a tax code of sales', situation({ tax_lines: [line('V81', 10_000, 810)] }), ['tax_code_unknown']],
  [
    'the rate of before 2024',
    situation({ tax_lines: [line('I77', 10_000, 770)], gross: amount(10_770) }),
    ['tax_rate_not_valid_on_date'],
  ],
  [
    'the rate of before 2024, supplied in 2023',
    situation({ tax_lines: [line('I77', 10_000, 770)], gross: amount(10_770), supply_date: '2023-12-31' }),
    [],
  ],
  ['lines that are not the gross amount', situation({ gross: amount(10_811) }), ['tax_amount_mismatch']],
  ['tax two Rappen off', situation({ tax_lines: [line('I81', 9_998, 812)] }), ['tax_amount_mismatch']],
  ['tax one Rappen off', situation({ tax_lines: [line('I81', 9_999, 811)] }), []],
  ['acquisition tax is not in the gross amount', situation({ tax_lines: [line('B81', 10_810, 876)] }), []],
  ['acquisition tax may be left to us', situation({ tax_lines: [line('B81', 10_810, 0)] }), []],
  ['import tax with a base', situation({ tax_lines: [line('E100M', 10_000, 810)] }), ['tax_amount_mismatch']],
  ['import tax in full', situation({ tax_lines: [line('E100M', 0, 10_810)] }), []],
  ['the reference is posted', situation({}, { posted_with_same_reference: 'fact-1' }), ['already_posted']],
  ['the document is known', situation({}, { duplicate_of: 'EXP-9' }), ['duplicate_document']],
  ['a wrong reference', situation({ payment_reference: '210000000003139471430009016' }), ['reference_invalid']],
  ['a right QR reference', situation({ payment_reference: '21 00000 00003 13947 14300 09017' }), []],
  ['a right creditor reference', situation({ payment_reference: 'RF18 5390 0754 7034' }), []],
  ['an invoice to a customer', invoiceSituation(), []],
  ['an invoice to nobody', invoiceSituation({ partner_name: null }), ['customer_missing']],
  ['a customer with a wrong UID', invoiceSituation({ partner_uid: 'CHE-1' }), ['customer_uid_invalid']],
  [
    'input tax on an invoice to a customer',
    invoiceSituation({ tax_lines: [line('I81', 10_000, 810)] }),
    ['tax_code_unknown'],
  ],
  [
    'no account for revenue',
    invoiceSituation({}, settings({ mappings: without('posting.revenue.default') })),
    ['account_mapping_missing'],
  ],
  [
    'no account for output tax, not registered',
    invoiceSituation({}, settings({ vat_method: 'not_registered', mappings: without('posting.output_tax') })),
    [],
  ],
  ['an invoice whose number is wrong', invoiceSituation({ payment_reference: 'RF00' }), ['reference_invalid']],
  ['so little that nothing is left of it', situation({ ...eur, gross: amount(1, 'EUR') }, euroAt(1n)), ['amount_zero']],
  ['a voucher', voucherSituation(), []],
  [
    'a voucher that does not balance',
    voucherSituation({ lines: [voucherLine('6500', 10_000), voucherLine('1520', -9_999)] }),
    ['voucher_not_balanced'],
  ],
  [
    'a voucher in two currencies without base amounts',
    voucherSituation(
      { lines: [voucherLine('6500', 9_500), voucherLine('1020', 0, { amount: amount(-10_000, 'EUR') })] },
      euroAt(94_000_000n),
    ),
    ['voucher_not_balanced'],
  ],
  [
    'a voucher in two currencies with base amounts',
    voucherSituation({
      lines: [
        voucherLine('6500', 9_500),
        voucherLine('1020', 0, { amount: amount(-10_000, 'EUR'), base: amount(-9_500) }),
      ],
    }),
    [],
  ],
  [
    'a voucher of one foreign currency, whatever is left over by rounding',
    voucherSituation(
      {
        lines: [3_333, 3_333, 3_334, -10_000].map((minor) => voucherLine('6500', 0, { amount: amount(minor, 'EUR') })),
      },
      euroAt(95_000_000n),
    ),
    [],
  ],
  [
    'a voucher without its rate',
    voucherSituation({ lines: [voucherLine('6500', 1), voucherLine('1020', 0, { amount: amount(-1, 'EUR') })] }),
    ['exchange_rate_missing'],
  ],
  [
    'a base amount on a line in the base currency',
    voucherSituation({ lines: [voucherLine('6500', 1, { base: amount(1) }), voucherLine('1020', -1)] }),
    ['currency_mismatch'],
  ],
  [
    'a tax base in another currency',
    voucherSituation({
      lines: [voucherLine('1171', 81, { tax_code: 'I81', tax_base: amount(1_000, 'EUR') }), voucherLine('1020', -81)],
    }),
    ['currency_mismatch'],
  ],
  [
    'an account that is in no chart',
    voucherSituation({ lines: [voucherLine('7777', 1), voucherLine('1020', -1)] }),
    ['account_unknown'],
  ],
  [
    'an inactive account on a voucher',
    voucherSituation(
      {},
      {
        accounts: new Map([
          ['6500', 'inactive'],
          ['1520', 'active'],
        ]),
      },
    ),
    ['account_inactive'],
  ],
  ['a voucher without a chart', voucherSituation({}, settings({ chart_versions: [] })), ['account_chart_missing']],
  [
    'a tax line without its base',
    voucherSituation({ lines: [voucherLine('1171', 81, { tax_code: 'I81' }), voucherLine('1020', -81)] }),
    ['tax_amount_mismatch'],
  ],
  [
    'a tax line with a wrong base',
    voucherSituation({
      lines: [voucherLine('1171', 81, { tax_code: 'I81', tax_base: amount(2_000) }), voucherLine('1020', -81)],
    }),
    ['tax_amount_mismatch'],
  ],
  [
    'a correction of input tax has no rate',
    voucherSituation({ lines: [voucherLine('1171', -324, { tax_code: 'K415' }), voucherLine('6500', 324)] }),
    [],
  ],
  [
    'a voucher with an unknown tax code',
    voucherSituation({ lines: [voucherLine('1171', 81, { tax_code: 'X' }), voucherLine('1020', -81)] }),
    ['tax_code_unknown'],
  ],
  [
    'several at once, in the order of the table',
    situation(
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

describe('blockers', () => {
  for (const [name, given, expected] of CASES) {
    it(`${name}: ${expected.join(', ') || 'none'}`, () => {
      expect(evaluateBlockers(given).map(({ code }) => code)).to.deep.equal(expected)
    })
  }

  it('there is a case for every rule', () => {
    const covered = new Set(CASES.flatMap(([, , expected]) => expected))
    expect(RULES.map(({ code }) => code).filter((code) => !covered.has(code))).to.deep.equal([])
  })

  it('each says what is wrong, where, and what to do', () => {
    for (const [, given] of CASES) {
      for (const { message, pointer, remedy } of evaluateBlockers(given)) {
        expect(message).to.match(/^[A-Z0-9].*\.$/)
        expect(pointer).to.match(/^\//)
        expect(remedy).to.match(/^[A-Z].*\.$/)
      }
    }
  })

  it('a missing mapping names its key, a wrong tax line its place', () => {
    const [missing] = evaluateBlockers(situation({}, settings({ mappings: without('posting.accounts_payable') })))
    expect(missing?.message).to.include('posting.accounts_payable')
    const lines = [line('I81', 5_000, 405), line('I81', 5_000, 455)]
    const [wrong] = evaluateBlockers(situation({ gross: amount(10_860), tax_lines: lines }))
    expect(wrong?.pointer).to.equal('/payload/tax_lines/1/tax_amount')
  })
})
