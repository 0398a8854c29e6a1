import canonicalize from 'canonicalize'
import { expect } from 'chai'
import fc from 'fast-check'
import { toBaseCurrency } from '../../shared/accounting/amounts/currency.ts'
import { addDays, addYears, isDate, startOfMonth } from '../../shared/accounting/amounts/dates.ts'
import { divideHalfAwayFromZero, taxOnNet } from '../../shared/accounting/amounts/rounding.ts'
import { isPaymentReference } from '../../shared/accounting/documents/payment-references.ts'
import { isUid } from '../../shared/accounting/documents/uid.ts'
import { isOpenDay, reversalDate } from '../../shared/accounting/journal/reversal-date.ts'
import { defaultMappings } from '../../shared/accounting/setup/default-mappings.ts'
import { canHaveFiscalYear, fiscalYearsToAdd } from '../../shared/accounting/setup/fiscal-years.ts'
import { balanceSheetAt } from '../../shared/accounting/statements/balance-sheet.ts'
import { incomeStatementOf } from '../../shared/accounting/statements/income-statement.ts'
import { orRowOf } from '../../shared/accounting/statements/or-rows/of-account.ts'
import { statementBuckets } from '../../shared/accounting/statements/periods.ts'
import type { LedgerAccount } from '../../shared/accounting/statements/statement.ts'
import { formFigure, isRateValid, TAX_CODES } from '../../shared/accounting/vat/tax-codes.ts'
import { canonicalJson } from '../../shared/canonical/canonical-json.ts'
import type { FiscalYearState } from '../../shared/contract/setup/settings.ts'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import { SETTINGS } from './facts/rule-contexts.ts'

/** Runs a table of `[input, expected]` through a function. */
function table<I extends readonly unknown[], O>(
  name: string,
  run: (...input: I) => O,
  rows: readonly [...I, O][],
): void {
  describe(name, () => {
    for (const cells of rows) {
      const [expected, input] = [cells.at(-1) as O, cells.slice(0, -1) as unknown as I]
      it(`${input.map(String).join(', ')}: ${expected}`, () => expect(run(...input)).to.deep.equal(expected))
    }
  })
}

table('tax on a net amount', (net: number, rate_bp: number) => Number(taxOnNet(BigInt(net), BigInt(rate_bp))), [
  [10_000, 810, 810],
  [5_000, 260, 130],
  [3_333, 810, 270],
  [47_500, 810, 3_848],
  [10_000, 770, 770],
  [50, 260, 1],
  [-10_000, 810, -810],
  [1, 810, 0],
  [6, 810, 0],
  [7, 810, 1],
  [18_750, 770, 1_444],
  [87_500, 770, 6_738],
])

table('today in Switzerland', (instant: string) => todayInSwitzerland(new Date(instant)), [
  ['2026-06-30T21:59:59Z', '2026-06-30'],
  ['2026-06-30T22:00:00Z', '2026-07-01'],
  ['2026-12-31T22:59:59Z', '2026-12-31'],
  ['2026-12-31T23:00:00Z', '2027-01-01'],
])

table('rounding half away from zero', (a: number, b: number) => Number(divideHalfAwayFromZero(BigInt(a), BigInt(b))), [
  [5, 10, 1],
  [-5, 10, -1],
  [4, 10, 0],
  [-4, 10, 0],
  [15, 10, 2],
  [0, 7, 0],
])

table(
  'conversion into francs',
  (minor: number, currency: string, rate: number) =>
    Number(toBaseCurrency(BigInt(minor), currency, 'CHF', BigInt(rate))),
  [
    [50_000, 'EUR', 95_000_000, 47_500],
    [-50_000, 'EUR', 95_000_000, -47_500],
    [10_000, 'JPY', 570_000, 5_700],
    [1_000, 'KWD', 290_000_000, 290],
  ],
)

table('UID', isUid, [
  ['CHE-116.281.710', true],
  ['CHE-100.155.212', true],
  ['CHE-107.787.577', true],
  ['CHE-109.322.551', true],
  ['CHE-123.456.788', true],
  ['CHE-123.456.789', false],
  ['CHE-116.281.711', false],
  ['CHE-116.281.170', false],
  ['CHE-100.000.160', false],
  ['CHE-116.281.710 MWST', true],
  ['che 116.281.710 tva', true],
  ['CHE116281710IVA', true],
  ['CHE-116.281.710 TPV', true],
  ['CHE-116.281.710 VAT', false],
  ['CH-116.281.710 MWST', false],
  ['116281', false],
])

table('payment references', isPaymentReference, [
  ['210000000003139471430009017', true],
  ['21 00000 00003 13947 14300 09017', true],
  ['000000000000000000000000011', true],
  ['202611210000000000000047115', true],
  ['210000000003139471430009016', false],
  ['000000000000000000000000000', false],
  ['21000000000313947143000901', false],
  ['RF18539007547034', true],
  ['rf18 5390 0754 7034', true],
  ['RF714711', true],
  ['RF16INV20260001', true],
  ['RF85R2026ABC', true],
  ['RF17539007547034', false],
  ['RF00539007547034', false],
  ['RF18', false],
])

table('dates', isDate, [
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2024-02-29', true],
  ['2000-02-29', true],
  ['1900-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['0000-01-01', false],
  ['2026-1-1', false],
])
table('days later', addDays, [
  ['2026-12-31', 1, '2027-01-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-01-01', 365, '2027-01-01'],
])
table('years later', addYears, [
  ['2024-02-29', 1, '2025-02-28'],
  ['2026-07-01', -1, '2025-07-01'],
])
table('months later', startOfMonth, [
  ['2026-11-15', 0, '2026-11-01'],
  ['2026-11-15', 3, '2027-02-01'],
  ['2026-01-31', -1, '2025-12-01'],
])

const rateOf = (code: string, date: string) => isRateValid(TAX_CODES.get(code) as never, date)
table('tax rates by day of supply', rateOf, [
  ['I81', '2024-01-01', true],
  ['I81', '2023-12-31', false],
  ['I77', '2023-12-31', true],
  ['I77', '2024-01-01', false],
  ['I77', '2017-12-31', false],
  ['M25', '2011-01-01', true],
  ['M25', '2023-12-31', true],
  ['M26', '2023-12-31', false],
  ['I38', '2017-12-31', true],
  ['I38', '2020-06-01', false],
  ['I38', '2024-01-01', true],
  ['NONE', '1990-01-01', true],
  ['E100M', '1990-01-01', true],
])
table('lines of the VAT return', (code: string, date: string) => formFigure(TAX_CODES.get(code) as never, date), [
  ['M81', '2026-01-01', '400'],
  ['I26', '2026-01-01', '405'],
  ['B81', '2026-01-01', '383'],
  ['B77', '2020-01-01', '382'],
  ['E100I', '2026-01-01', '405'],
  ['NONE', '2026-01-01', null],
])

const years = (spans: [string, string][], date: string, today: string) =>
  fiscalYearsToAdd(
    spans.map(([start_date, end_date]) => ({ fiscal_year_id: 'x', start_date, end_date, state: 'open' as const })),
    date,
    today,
  ).map(({ fiscal_year_id, start_date, end_date }) => `${fiscal_year_id} ${start_date} ${end_date}`)
table('fiscal years grow by themselves', years, [
  [[], '2026-03-15', '2026-11-21', ['FY2026 2026-01-01 2026-12-31']],
  [[['2026-01-01', '2026-12-31']], '2026-12-31', '2026-11-21', []],
  [
    [['2026-01-01', '2026-12-31']],
    '2024-05-01',
    '2026-11-21',
    ['FY2024 2024-01-01 2024-12-31', 'FY2025 2025-01-01 2025-12-31'],
  ],
  [
    [['2025-07-01', '2026-06-30']],
    '2027-07-01',
    '2026-11-21',
    ['FY2027 2026-07-01 2027-06-30', 'FY2028 2027-07-01 2028-06-30'],
  ],
  [[['2025-07-01', '2026-06-30']], '2025-06-30', '2026-11-21', ['FY2025 2024-07-01 2025-06-30']],
  [[], '1989-12-31', '2026-11-21', []],
])
table('days that may have a fiscal year', canHaveFiscalYear, [
  ['1990-01-01', '2026-11-21', true],
  ['1989-12-31', '2026-11-21', false],
  ['2027-11-21', '2026-11-21', true],
  ['2027-11-22', '2026-11-21', false],
])

const buckets = (start_date: string, end_date: string, granularity: 'month' | 'quarter') =>
  statementBuckets([{ fiscal_year_id: 'FY', start_date, end_date, state: 'open' }], granularity).map(
    (bucket) => `${bucket.start_date} ${bucket.end_date}`,
  )
table('buckets are cut from the fiscal year', buckets, [
  [
    '2026-01-01',
    '2026-12-31',
    'quarter',
    ['2026-01-01 2026-03-31', '2026-04-01 2026-06-30', '2026-07-01 2026-09-30', '2026-10-01 2026-12-31'],
  ],
  ['2026-01-15', '2026-03-10', 'month', ['2026-01-15 2026-01-31', '2026-02-01 2026-02-28', '2026-03-01 2026-03-10']],
  ['2025-12-01', '2026-04-30', 'quarter', ['2025-12-01 2026-02-28', '2026-03-01 2026-04-30']],
])

const open = { ...SETTINGS.fiscal_years[0], fiscal_year_id: 'FY2026', start_date: '2026-01-01', end_date: '2026-12-31' }
const reversed = (state: FiscalYearState, locked_through: string | null, date: string) =>
  reversalDate({ ...SETTINGS, fiscal_years: [{ ...open, state }], locked_through }, date, '2026-11-21')
table('the day of a reversal', reversed, [
  ['open', null, '2026-03-15', '2026-03-15'],
  ['open', '2026-03-31', '2026-03-15', '2026-04-01'],
  ['open', '2026-03-14', '2026-03-15', '2026-03-15'],
  ['closed', null, '2026-03-15', '2027-01-01'],
  ['open', '2027-12-31', '2026-03-15', null],
])
it('an open day is in an open year and behind the lock', () => {
  expect(isOpenDay(SETTINGS, '2026-03-15', '2026-11-21')).to.equal(true)
  expect(isOpenDay({ ...SETTINGS, locked_through: '2026-03-15' }, '2026-03-15', '2026-11-21')).to.equal(false)
  expect(isOpenDay({ ...SETTINGS, fiscal_years: [{ ...open, state: 'closed' }] }, '2026-03-15', '2026-11-21')).to.equal(
    false,
  )
})

table('rows of accounts', orRowOf, [
  ['1020', 'asset', 'fluessige_mittel'],
  ['11701', 'asset', 'uebrige_kurzfristige_forderungen'],
  ['2000', 'liability', 'verbindlichkeiten_ll'],
  ['2979', 'equity', 'jahresgewinn_jahresverlust'],
  ['2980', 'equity', 'eigene_kapitalanteile'],
  ['9100', 'closing', 'abschluss_hilfskonten'],
  ['3400', 'revenue', 'nettoerloese'],
  ['3800', 'expense', 'nettoerloese'],
  ['6960', 'expense', 'finanzaufwand'],
  ['6960', 'revenue', 'finanzertrag'],
  ['7510', 'expense', 'nebenaufwand'],
  ['7510', 'revenue', 'nebenertrag'],
  ['8900', 'expense', 'direkte_steuern'],
  ['1020', 'liability', undefined],
  ['1950', 'asset', undefined],
  ['170', 'asset', undefined],
  ['BANK', 'asset', undefined],
])

describe('default mappings', () => {
  const account = (account_code: string, account_type: string, status = 'active') =>
    ({ account_code, account_type, status }) as never
  const mapped = (...accounts: never[]) =>
    Object.fromEntries(defaultMappings(accounts).map(({ mapping_key, account_code }) => [mapping_key, account_code]))
  it('take the usual code, else the lowest account of the range', () => {
    expect(mapped(account('2000', 'liability'), account('2010', 'liability'))['posting.accounts_payable']).to.equal(
      '2000',
    )
    expect(mapped(account('2010', 'liability'), account('2005', 'liability'))['posting.accounts_payable']).to.equal(
      '2005',
    )
    expect(mapped(account('6800', 'expense'), account('6200', 'expense'))['posting.expense.default']).to.equal('6200')
  })
  it('leave inactive accounts and missing roles out', () => {
    expect(mapped(account('2000', 'liability', 'inactive'))).to.deep.equal({})
    expect(mapped(account('1171', 'asset'))).to.deep.equal({
      'posting.input_tax.material': '1171',
      'posting.input_tax.operating': '1171',
    })
  })
})

describe('canonical JSON (RFC 8785)', () => {
  it('sorts by UTF-16 units and writes numbers as ECMAScript does', () => {
    const value = {
      '\u20ac': 'Euro',
      '\r': 'CR',
      '\ufb33': 'Dalet',
      '1': 'One',
      '\u{1f600}': 'Smile',
      '\u0080': 'Ctrl',
      '\u00f6': 'o',
    }
    expect(canonicalJson(value)).to.equal(
      '{"\\r":"CR","1":"One","\u0080":"Ctrl","\u00f6":"o","\u20ac":"Euro","\u{1f600}":"Smile","\ufb33":"Dalet"}',
    )
    expect(
      canonicalJson({ numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27], literals: [null, true, false] }),
    ).to.equal('{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}')
  })
  it('refuses what has no canonical form', () => {
    for (const value of ['\ud800', Number.NaN, Number.POSITIVE_INFINITY]) expect(() => canonicalJson(value)).to.throw()
  })
  it('equals an independent implementation', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const isWellFormed = JSON.stringify(value).isWellFormed() && !/\\ud[89a-f]/i.test(JSON.stringify(value))
        fc.pre(isWellFormed)
        expect(canonicalJson(value as never)).to.equal(canonicalize(value))
      }),
      { seed: 8785, numRuns: 300 },
    )
  })
})

describe('balance sheet', () => {
  const account = (
    account_code: string,
    account_type: LedgerAccount['account_type'],
    ...activity: number[]
  ): LedgerAccount => ({
    account_code,
    account_name: account_code,
    account_type,
    mapped_row: null,
    mapped_function_row: null,
    activity: activity.map(BigInt),
    closing: [],
    opening: [],
    debit: [],
    credit: [],
  })
  const buckets = ['FY2024', 'FY2025', 'FY2026'].map((fiscal_year_id) => ({
    fiscal_year_id,
    start_date: '',
    end_date: '',
  }))
  const row = (accounts: LedgerAccount[], key: string) =>
    Number(balanceSheetAt(accounts, buckets, 2).get(key)?.amount_minor)
  const unclosed = [
    account('1020', 'asset', 2_000_000, 1_500_000, 700_000),
    account('2970', 'equity', -2_000_000, 0, 0),
    account('3400', 'revenue', 0, -1_500_000, -700_000),
  ]

  it('carries forward what earlier years earned, closed or not', () => {
    expect([row(unclosed, 'jahresgewinn_jahresverlust'), row(unclosed, 'gewinnvortrag_verlustvortrag')]).to.deep.equal([
      700_000, 3_500_000,
    ])
    const appropriated = [
      ...unclosed,
      account('2979', 'equity', 0, 0, 1_500_000),
      account('2261', 'liability', 0, 0, -500_000),
      account('2950', 'equity', 0, 0, -100_000),
    ]
    const afterMeeting = [...appropriated, account('2971', 'equity', 0, 0, -900_000)]
    expect([
      row(afterMeeting, 'jahresgewinn_jahresverlust'),
      row(afterMeeting, 'gewinnvortrag_verlustvortrag'),
    ]).to.deep.equal([700_000, 2_900_000])
    expect(row(afterMeeting, 'aktiven')).to.equal(row(afterMeeting, 'passiven'))
  })

  it('the income statement is the activity of the year, income positive and expense negative', () => {
    const accounts = [...unclosed, account('6500', 'expense', 0, 0, 30_000), account('NEBEN', 'revenue', 0, 0, -500)]
    const income = incomeStatementOf(accounts, 2, 2)
    const amounts = [
      'nettoerloese',
      'uebriger_betrieblicher_aufwand',
      'nicht_zugeordnete_erfolgskonten',
      'jahresergebnis',
    ]
    expect(amounts.map((key) => Number(income.get(key)?.amount_minor))).to.deep.equal([700_000, -30_000, 500, 670_500])
    expect(row(accounts, 'jahresgewinn_jahresverlust')).to.equal(670_500)
  })

  it('shows own shares as a minus item and what fits nowhere on a row of its own', () => {
    const accounts = [account('2980', 'equity', 500, 0, 0), account('BANK', 'asset', -500, 0, 0)]
    expect([
      row(accounts, 'eigene_kapitalanteile'),
      row(accounts, 'nicht_zugeordnete_aktiven'),
      row(accounts, 'aktiven'),
    ]).to.deep.equal([-500, -500, -500])
    expect(row(accounts, 'passiven')).to.equal(-500)
  })
})
