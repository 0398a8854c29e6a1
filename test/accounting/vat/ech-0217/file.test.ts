import { expect } from 'chai'
import fc from 'fast-check'
import type { VatDeclaration } from '../../../../shared/accounting/vat/ech-0217/declaration.ts'
import { writeDeclaration } from '../../../../shared/accounting/vat/ech-0217/write-declaration.ts'
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
