import { expect } from 'chai'
import fc from 'fast-check'
import type { TaxTotal } from '../../../../shared/accounting/vat/return/tax-total.ts'
import { vatReturnOf } from '../../../../shared/accounting/vat/return/vat-return.ts'
import { isRateValid, TAX_CODES } from '../../../../shared/accounting/vat/tax-codes.ts'
import { totalOfCode } from './totals.ts'

const ACTIVITIES = [
  { activity_id: '10001', rate_bp: 620n, text: 'Consulting' },
  { activity_id: '10002', rate_bp: 130n, text: 'Trade' },
]
const METHODS = {
  effective: { method: 'effective', activities: [], last_day: '2026-03-31' },
  net_tax_rate: { method: 'net_tax_rate', activities: ACTIVITIES, last_day: '2026-06-30' },
} as const

/** A day on which the rate was law; the last one. */
const dayOf = (tax_code: string) =>
  ['2026-02-01', '2023-12-01', '2017-12-01'].find((day) => isRateValid(TAX_CODES.get(tax_code) as never, day)) ?? ''
/** The line that a code fills beside 200, of the effective method. */
// biome-ignore format: a table reads better in rows
const LINES: Readonly<Record<string, string>> = {
  V80: '301', V77: '302', V81: '303', V25: '312', V26: '313', V37: '342', V38: '343',
  VS80: '301', VS77: '302', VS81: '303', VS25: '312', VS26: '313', VS37: '342', VS38: '343',
  B80: '381', B77: '382', B81: '383', B25: '382', B26: '383',
  M80: '400', M77: '400', M81: '400', M25: '400', M26: '400', M37: '400', M38: '400', E100M: '400',
  I80: '405', I77: '405', I81: '405', I25: '405', I26: '405', I37: '405', I38: '405', E100I: '405',
  V0X: '220', V0A: '221', V0M: '225', V0E: '230', V0D: '280', Z900: '900', Z910: '910',
  K410: '410', K415: '415', K420: '420',
}

const amounts = fc.bigInt({ min: -10_000_000n, max: 10_000_000n })
const isSale = ({ direction }: TaxTotal) => direction.startsWith('output')
const totals = (codes: readonly string[], hasActivities: boolean) =>
  fc.array(
    fc
      .tuple(fc.constantFrom(...codes), amounts, fc.bigInt({ min: -2n, max: 2n }), fc.constantFrom('10001', '10002'))
      .map(([code, base, off, activity_id]) => {
        const on = dayOf(code)
        const total = totalOfCode(code, base, 0n, { on })
        const tax_minor = total.rate_bp === 0n ? 0n : (base * total.rate_bp) / 10_000n + off
        const ofActivity = hasActivities && isSale(total)
        return { ...totalOfCode(code, base, 0n, { on, activity_id: ofActivity ? activity_id : null }), tax_minor }
      }),
    { maxLength: 30 },
  )

describe('a quarter with every tax code', () => {
  const codes = [...TAX_CODES.keys()].filter((code) => code !== 'NONE')

  it('has a line for each of them', () => {
    for (const code of codes.filter((name) => LINES[name])) {
      const total = totalOfCode(code, 10_000n, 777n, { on: dayOf(code) })
      const { lines, without_place } = vatReturnOf([total], METHODS.effective)
      const filled = lines.filter(({ figure, sources }) => figure === LINES[code] && sources[0]?.tax_code === code)
      expect(without_place, code).to.deep.equal([])
      expect(filled, code).to.have.length(1)
    }
    expect(codes.filter((code) => !LINES[code] && !code.startsWith('VO'))).to.deep.equal([])
  })

  it('adds all of them up', () => {
    const all = codes.map((code) => totalOfCode(code, 10_000n, 100n, { on: dayOf(code) }))
    const { lines, without_place } = vatReturnOf(all, METHODS.effective)
    const base = (figure: string) => lines.find((line) => line.figure === figure)?.base_minor ?? 0n
    expect(without_place).to.deep.equal([])
    const sales = codes.filter((code) => /^VO?\d\d$/.test(code)).length
    expect(base('200')).to.equal(BigInt(sales + 5) * 10_000n)
    expect(base('299')).to.equal(BigInt(sales - 7) * 10_000n)
    expect([base('900'), base('910')]).to.deep.equal([10_000n, 10_000n])
  })

  for (const [name, of] of Object.entries(METHODS))
    it(`${name}: totals are the sums of their lines, whatever was recorded`, () => {
      const possible = codes.filter((code) => name === 'effective' || /^(V|B|Z|K415)/.test(code))
      fc.assert(
        fc.property(totals(possible, name === 'net_tax_rate'), (records) => {
          const { lines, payable_minor, without_place } = vatReturnOf(records, of)
          const base = (figure: string) => lines.find((line) => line.figure === figure)?.base_minor ?? 0n
          const tax = (figure: string) => lines.find((line) => line.figure === figure)?.tax_minor ?? 0n
          const owed = lines.filter(({ figure }) => figure === null || /^3[0-8]/.test(figure))
          const supplies = owed.filter(({ figure }) => !figure?.startsWith('38'))
          const sum = (field: 'base_minor' | 'tax_minor', some: typeof lines) =>
            some.reduce((total, line) => total + (line[field] ?? 0n), 0n)
          expect(without_place).to.deep.equal([])
          expect(base('299')).to.equal(base('200') - base('289'))
          // MWST-0005 of the portal.
          expect(base('299')).to.equal(sum('base_minor', supplies))
          expect(tax('399')).to.equal(sum('tax_minor', owed))
          expect(tax('479')).to.equal(tax('400') + tax('405') + tax('410') - tax('415') - tax('420'))
          expect(payable_minor).to.equal(tax('399') - tax('479'))
          expect(tax('500') - tax('510')).to.equal(payable_minor)
        }),
      )
    })
})

describe('the return under the effective method', () => {
  it('has no line for turnover at net rates, nor for what reduces it', () => {
    const of_net = ['V81', 'VS81'].map((code) => ({
      ...totalOfCode(code, 10_810n, 0n, { activity_id: '10001' }),
      form_figure: code === 'V81' ? null : '235',
    }))
    const { lines, without_place } = vatReturnOf(of_net, METHODS.effective)
    expect(without_place).to.deep.equal(of_net)
    expect(lines.find(({ figure }) => figure === '303')?.base_minor).to.equal(0n)
  })
})

describe('the return under the net tax rate method', () => {
  const of = METHODS.net_tax_rate

  it('taxes gross turnover by activity, less what was reduced, and acquisition tax at the rates of the law', () => {
    const { lines, payable_minor } = vatReturnOf(
      [
        totalOfCode('V81', 1_081_000n, 0n, { activity_id: '10001' }),
        totalOfCode('V26', 102_600n, 0n, { activity_id: '10002' }),
        totalOfCode('VS81', 10_810n, 0n, { activity_id: '10001' }),
        totalOfCode('V0X', 50_000n, 0n),
        totalOfCode('B81', 20_000n, 1_620n),
        totalOfCode('K415', 0n, 250n),
      ],
      of,
    )
    const activity = (id: string) => lines.find(({ activity_id }) => activity_id === id)
    expect(activity('10001')).to.include({ base_minor: 1_070_190n, tax_minor: 66_352n, booked_minor: 0n })
    expect(activity('10002')).to.include({ base_minor: 102_600n, tax_minor: 1_334n })
    expect(lines.find(({ figure }) => figure === '200')?.base_minor).to.equal(1_233_600n)
    expect(payable_minor).to.equal(66_352n + 1_334n + 1_620n + 250n)
  })

  it('names turnover without an activity, and input tax, which it does not deduct', () => {
    const wrong = [totalOfCode('V81', 100n, 0n), totalOfCode('M81', 300n, 24n), totalOfCode('K420', 0n, 5n)]
    expect(vatReturnOf([...wrong, totalOfCode('NONE', 5n, 0n)], of).without_place).to.deep.equal(wrong)
  })

  it('has a line for turnover of before: of another rate of an activity, and of another activity', () => {
    const before = { ...totalOfCode('VS81', 10_810n, 0n, { activity_id: '10001' }), rate_bp: 610n }
    const totals = [
      totalOfCode('V81', 108_100n, 0n, { activity_id: '10001' }),
      before,
      totalOfCode('V81', 10_000n, 0n, { activity_id: '99999' }),
    ]
    const { lines, without_place, payable_minor } = vatReturnOf(totals, of)
    expect(without_place).to.deep.equal([])
    const ofActivities = lines.filter(({ activity_id }) => activity_id !== null)
    expect(ofActivities.map((line) => [line.activity_id, line.rate_bp, line.base_minor, line.tax_minor])).to.deep.equal(
      [
        ['10001', 620n, 108_100n, 6_702n],
        ['10002', 130n, 0n, 0n],
        ['10001', 610n, -10_810n, -659n],
        ['99999', 500n, 10_000n, 500n],
      ],
    )
    expect(payable_minor).to.equal(6_702n - 659n + 500n)
  })
})
