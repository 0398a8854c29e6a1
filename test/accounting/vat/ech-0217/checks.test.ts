import { expect } from 'chai'
import { checkDeclaration, DECLARATION_CHECKS } from '../../../../shared/accounting/vat/ech-0217/checks.ts'
import type { VatDeclaration } from '../../../../shared/accounting/vat/ech-0217/declaration.ts'
import { vatReturnOf } from '../../../../shared/accounting/vat/return/vat-return.ts'
import { totalOfCode, WORKED_EXAMPLE } from '../return/totals.ts'
import { declarationOf } from './declarations.ts'

const failed = (declaration: VatDeclaration) =>
  checkDeclaration(declaration).flatMap(({ code, findings }) => findings.map(() => code))
const NET_RATE = { method: 'net_tax_rate' } as const
const broken = vatReturnOf(WORKED_EXAMPLE, { method: 'effective', activities: [], last_day: '2026-03-31' })
const withActivity = (activity_id: string) =>
  vatReturnOf([], {
    method: 'net_tax_rate',
    activities: [{ activity_id, rate_bp: 620n, text: '' }],
    last_day: '2026-06-30',
  })

/** Each with a declaration that it finds wrong, and one beside it that it does not. */
const CASES: [code: string, what: string, wrong: VatDeclaration, right: VatDeclaration][] = [
  ['MWST-0001', 'no UID', declarationOf('2026-Q1', [], { uid: null }), declarationOf('2026-Q1', [])],
  [
    'MWST-0001',
    'a name that is too long',
    declarationOf('2026-Q1', [], { organisation_name: 'x'.repeat(256) }),
    declarationOf('2026-Q1', [], { organisation_name: 'x'.repeat(255) }),
  ],
  [
    'MWST-0001',
    'no name',
    declarationOf('2026-Q1', [], { organisation_name: null }),
    declarationOf('2026-Q1', [], { organisation_name: ' a ' }),
  ],
  [
    'MWST-0001',
    'an activity without its five characters',
    declarationOf('2026-H1', [], { ...NET_RATE, vat_return: withActivity('1') }),
    declarationOf('2024-H1', [], { ...NET_RATE, vat_return: withActivity('1') }),
  ],
  [
    'MWST-0001',
    'a correction of input tax at net rates before 2025',
    declarationOf('2024-H2', [totalOfCode('K415', 0n, 500n)], NET_RATE),
    declarationOf('2025-H1', [totalOfCode('K415', 0n, 500n)], NET_RATE),
  ],
  [
    'MWST-0002',
    'a period of both forms of the net tax rate method',
    declarationOf('2025-H1', [], { ...NET_RATE, from: '2024-12-01' }),
    declarationOf('2025-H1', [], NET_RATE),
  ],
  ['MWST-0003', 'a half-year of the effective method', declarationOf('2026-H1', []), declarationOf('2026', [])],
  [
    'MWST-0003',
    'a quarter of the net tax rate',
    declarationOf('2026-Q1', [], NET_RATE),
    declarationOf('2026', [], NET_RATE),
  ],
  [
    'MWST-0003',
    'another period than the registered one',
    declarationOf('2026-03', [], { filing_period: 'quarter' }),
    declarationOf('2026-03', [], { filing_period: 'month' }),
  ],
  [
    'MWST-0005',
    'turnover that is missing',
    declarationOf('2026-Q1', [], {
      vat_return: { ...broken, lines: broken.lines.filter(({ figure }) => figure !== '313') },
    }),
    declarationOf('2026-Q1', WORKED_EXAMPLE),
  ],
  [
    'MWST-0009',
    'a UID',
    declarationOf('2026-Q1', [], { uid: 'CHE-123.456.789' }),
    declarationOf('2026-Q1', [], { uid: 'CHE-123.456.788' }),
  ],
  [
    'records_have_a_line',
    'input tax under the net tax rate',
    declarationOf('2026-H1', [totalOfCode('M81', 100n, 8n)], NET_RATE),
    declarationOf('2026-H1', [totalOfCode('B81', 100n, 8n)], NET_RATE),
  ],
  [
    'one_registration',
    'a change',
    declarationOf('2026-Q1', [], { changes_within: true }),
    declarationOf('2026-Q1', []),
  ],
  [
    'swiss_francs',
    'books in EUR',
    declarationOf('2026-Q1', [], { base_currency: 'EUR' }),
    declarationOf('2026-Q1', []),
  ],
]

describe('the checks before a VAT return is given out as a file', () => {
  for (const [code, what, wrong, right] of CASES)
    it(`${code}: ${what}`, () => {
      expect(failed(wrong)).to.deep.equal([code])
      expect(failed(right)).to.deep.equal([])
    })

  it('have a case for every one of them, and say what to do', () => {
    expect(new Set(CASES.map(([code]) => code))).to.deep.equal(new Set(DECLARATION_CHECKS.map(({ code }) => code)))
    for (const [, , wrong] of CASES)
      for (const { findings } of checkDeclaration(wrong))
        for (const { message, remedy } of findings) expect([message.at(-1), remedy.at(-1)]).to.deep.equal(['.', '.'])
  })

  it('the year of a reconciliation cannot be asked for in parts: its facts are sent again as corrections', () => {
    const remedies = (submission: VatDeclaration['submission']) =>
      checkDeclaration(declarationOf('2025', [], { ...NET_RATE, from: '2024-07-01', to: '2025-06-30', submission }))
        .filter(({ code }) => code === 'MWST-0002')
        .flatMap(({ findings }) => findings.map(({ remedy }) => remedy))
    expect(remedies('annual_reconciliation')).to.deep.equal([
      'Reverse the facts with vat_period annual_reconciliation, and send them again with vat_period correction: each then counts in the return of its own period.',
    ])
    expect(remedies('first')).to.deep.equal(['Ask for the periods before and after this day.'])
  })
})
