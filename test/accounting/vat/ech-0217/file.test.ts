import { expect } from 'chai'
import fc from 'fast-check'
import { taxOnNet } from '../../../../shared/accounting/amounts/rounding.ts'
import type { VatDeclaration } from '../../../../shared/accounting/vat/ech-0217/declaration.ts'
import { writeDeclaration } from '../../../../shared/accounting/vat/ech-0217/write-declaration.ts'
import { vatReturnOf } from '../../../../shared/accounting/vat/return/vat-return.ts'
import { totalOfCode, WORKED_EXAMPLE } from '../return/totals.ts'
import { declarationOf } from './declarations.ts'
import { schemaErrors } from './validate.ts'

const NET_RATE_TOTALS = [
  totalOfCode('V81', 1_081_000n, 0n, { activity_id: '10001' }),
  totalOfCode('V26', 102_600n, 0n, { activity_id: '10002' }),
  totalOfCode('VS81', 10_810n, 0n, { activity_id: '10001' }),
  totalOfCode('V0D', 50_000n, 0n),
  totalOfCode('B81', 20_000n, 1_620n),
  totalOfCode('K415', 0n, 250n),
  totalOfCode('Z900', 7_000n, 0n),
]
const NET_RATE: Partial<VatDeclaration> = { method: 'net_tax_rate', consideration: 'received' }

/** The elements below the general information, without their namespace: `name=text`. */
function contentOf(xml: string): string[] {
  const below = xml.slice(xml.indexOf('<eCH-0217:turnoverComputation>'))
  return [...below.matchAll(/<eCH-0217:(\w+)>([^<]*)<\//g)].map(([, name, text]) => `${name}=${text}`)
}

/** The tax of each element of a rate, as the portal computes it, and what the file says. */
function expectItsTax(declaration: VatDeclaration): void {
  const found = { owed: 0n, payable: 0n }
  let rate = 0n
  for (const one of contentOf(writeDeclaration(declaration))) {
    const [name = '', amount = '0'] = one.split('=')
    const minor = BigInt(amount.replace('.', ''))
    if (name === 'taxRate') rate = minor
    if (name === 'turnover') found.owed += taxOnNet(minor, rate)
    if (name === 'payableTax') found.payable = minor
  }
  expect(found.payable).to.equal(found.owed)
}

describe('the eCH-0217 file', () => {
  it('has the worked example, valid and always with the same bytes', async () => {
    const declaration = declarationOf('2026-Q1', WORKED_EXAMPLE)
    const xml = writeDeclaration(declaration)
    expect(await schemaErrors(xml)).to.deep.equal([])
    expect(writeDeclaration(declarationOf('2026-Q1', WORKED_EXAMPLE.toReversed()))).to.equal(xml)
    expect(xml.split('\n').slice(0, 7)).to.deep.equal([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<eCH-0217:VATDeclaration xmlns:eCH-0058="http://www.ech.ch/xmlns/eCH-0058/5" xmlns:eCH-0108="http://www.ech.ch/xmlns/eCH-0108/7" xmlns:eCH-0217="http://www.ech.ch/xmlns/eCH-0217/2">',
      '  <eCH-0217:generalInformation>',
      '    <eCH-0217:uid>CHE116281710</eCH-0217:uid>',
      '    <eCH-0217:organisationName>Schreinerei Meier &amp; Söhne &lt;GmbH&gt;</eCH-0217:organisationName>',
      '    <eCH-0217:generationTime>2026-04-12T08:15:00.000Z</eCH-0217:generationTime>',
      '    <eCH-0217:reportingPeriodFrom>2026-01-01</eCH-0217:reportingPeriodFrom>',
    ])
    expect(xml).to.include('<eCH-0058:productVersion>1.22.33-be</eCH-0058:productVersion>')
    expect(contentOf(xml)).to.deep.equal([
      'totalConsideration=15000.00',
      'suppliesToForeignCountries=3000.00',
      'reductionOfConsideration=200.00',
      'grossOrNet=1',
      'taxRate=8.10',
      'turnover=9800.00',
      'taxRate=2.60',
      'turnover=2000.00',
      'taxRate=8.10',
      'turnover=1000.00',
      'inputTaxMaterialAndServices=162.00',
      'inputTaxInvestments=162.00',
      'subsequentInputTaxDeduction=5.00',
      'inputTaxCorrections=3.24',
      'payableTax=601.04',
    ])
  })

  it('has turnover by activity under the net tax rate method since 2025', async () => {
    const xml = writeDeclaration(declarationOf('2026-H1', NET_RATE_TOTALS, NET_RATE))
    expect(await schemaErrors(xml)).to.deep.equal([])
    expect(xml).to.include('<eCH-0217:simpleTaxRateMethod>').and.to.include('formOfReporting>2<')
    expect(contentOf(xml)).to.deep.equal([
      'totalConsideration=12336.00',
      'reductionOfConsideration=108.10',
      'amountVariousDeduction=500.00',
      'descriptionVariousDeduction=Diverse Abzüge',
      'activityID=10001',
      'taxRate=6.20',
      'turnover=10701.90',
      'activityID=10002',
      'taxRate=1.30',
      'turnover=1026.00',
      'taxRate=8.10',
      'turnover=200.00',
      'inputTaxCorrections=2.50',
      'payableTax=695.56',
      'subsidies=70.00',
    ])
  })

  it('has turnover by rate in periods before', async () => {
    const totals = NET_RATE_TOTALS.filter(({ tax_code }) => tax_code !== 'K415')
    const xml = writeDeclaration(declarationOf('2024-H2', totals, NET_RATE))
    expect(await schemaErrors(xml)).to.deep.equal([])
    expect(xml).to.include('<eCH-0217:netTaxRateMethod>').and.not.to.include('activityID')
  })

  it('has a credit as a negative amount, and equal rates of two laws as one', async () => {
    const on = { on: '2017-06-01' }
    const totals = [
      totalOfCode('V38', 10_000n, 380n),
      totalOfCode('V38', 5_000n, 190n, on),
      totalOfCode('M81', 100_000n, 8_100n),
    ]
    const xml = writeDeclaration(declarationOf('2026-Q1', totals))
    expect(await schemaErrors(xml)).to.deep.equal([])
    expect(contentOf(xml)).to.include('turnover=150.00').and.to.include('payableTax=-75.30')
  })

  it('owes what its elements make, also where lines of one rate are one element', () => {
    const [now, before] = [{ on: '2023-06-01' }, { on: '2017-06-01' }]
    const two = [
      totalOfCode('V25', 20n, 1n, now),
      totalOfCode('V25', 20n, 1n, before),
      totalOfCode('B25', 20n, 1n, now),
    ]
    const { lines, payable_minor } = declarationOf('2023-Q4', two).vat_return
    // 0.20 at 2.5 % is half a Rappen: 0.01 alone, and so is 0.40 together. Acquisition tax is an element of its own.
    const taxed = lines.flatMap(({ figure, base_minor, tax_minor }) =>
      base_minor === 20n ? [[figure, tax_minor]] : [],
    )
    expect(taxed).to.deep.include.members([
      ['311', 1n],
      ['312', 0n],
      ['382', 1n],
    ])
    expect(payable_minor).to.equal(2n)
    const base = fc.bigInt({ min: -9_999n, max: 9_999n })
    const [first, second] = ['10001', '10002'].map((activity_id) => ({ activity_id, rate_bp: 620n, text: activity_id }))
    fc.assert(
      fc.property(fc.array(base, { minLength: 4, maxLength: 4 }), ([a = 0n, b = 0n, c = 0n, d = 0n]) => {
        const totals = [
          totalOfCode('V25', a, 0n, now),
          totalOfCode('V25', b, 0n, before),
          totalOfCode('VS38', c, 0n, before),
          totalOfCode('V38', d, 0n, { on: '2024-06-01' }),
        ]
        expectItsTax(declarationOf('2023-Q4', totals))
        const alike = [first, second].flatMap((activity) => (activity ? [activity] : []))
        const ofActivities = alike.map((one, index) => ({
          ...totalOfCode('V81', index === 0 ? a : b, 0n),
          ...one,
        }))
        for (const period of ['2024-H2', '2026-H1']) {
          const returnOf = {
            method: 'net_tax_rate',
            activities: alike,
            last_day: `${period.slice(0, 4)}-12-31`,
          } as const
          const vat_return = vatReturnOf(ofActivities, returnOf)
          expectItsTax(declarationOf(period, [], { ...NET_RATE, vat_return }))
        }
      }),
    )
  })

  it('is valid with nothing in it, with corrections and whatever the name is', async () => {
    const empty = writeDeclaration(declarationOf('2026-Q1', []))
    expect(await schemaErrors(empty)).to.deep.equal([])
    const names = ['\u0000a\u0007', '  a \n b\t', ']]> & <b>', '\ud800x', 'Zürich ❄ 😀', '\u0085\u2028z\uffff']
    const files = names.map((organisation_name) =>
      writeDeclaration(declarationOf('2026-Q1', [], { organisation_name, submission: 'correction' })),
    )
    expect(await schemaErrors(...files)).to.deep.equal([])
  })

  it('is valid for any amounts', async () => {
    const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
    const records = fc.array(
      fc
        .tuple(
          fc.constantFrom('V81', 'VS26', 'V77', 'V0X', 'V0A', 'V0D', 'Z910', 'K410', 'K420', 'E100I', 'B26'),
          amount,
        )
        .map(([code, base]) =>
          totalOfCode(code, base, base / 10n, { on: code === 'V77' ? '2023-05-01' : '2026-02-01' }),
        ),
    )
    const files = fc
      .sample(records, { numRuns: 100, seed: 217 })
      .map((totals) => writeDeclaration(declarationOf('2026-Q1', totals)))
    expect(await schemaErrors(...files)).to.deep.equal([])
  })

  it('would be found wrong by the schema', async () => {
    const xml = writeDeclaration(declarationOf('2026-Q1', WORKED_EXAMPLE))
    expect(await schemaErrors(xml.replace('CHE116281710', 'CHE01628171'))).not.to.deep.equal([])
    expect(await schemaErrors(xml.replace(/.*grossOrNet.*\n/, ''))).not.to.deep.equal([])
  })
})
