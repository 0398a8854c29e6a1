import { expect } from 'chai'
import type { MatchablePayment } from '../../../shared/camt053/matching/match.ts'
import { createVatFilingMatcher, type OpenVatFiling } from '../../../shared/camt053/matching/match-vat-filings.ts'

const FILING: OpenVatFiling = {
  id: 'f1',
  period: '2026-Q1',
  is_reconciliation: false,
  currency: 'CHF',
  open_amount_minor: 60_104n,
}
const DEBIT: MatchablePayment = {
  id: 'e1',
  currency: 'CHF',
  amount_minor: 60_104n,
  references: [],
  text: '',
  name: 'Eidgenössische Steuerverwaltung ESTV',
}

type Case = [name: string, debit: Partial<MatchablePayment>, score: number | null]

const CASES: Case[] = [
  ['the amount and the tax administration', {}, 60],
  ['in short', { name: 'Eidg. Steuerverwaltung, 3003 Bern' }, 60],
  ['in French', { name: 'ADMINISTRATION FÉDÉRALE DES CONTRIBUTIONS AFC' }, 60],
  ['in Italian', { name: 'Amministrazione federale delle contribuzioni' }, 60],
  ['in short, in French and Italian', { name: 'AFC 3003 Berne' }, 60],
  ['in short, in the text', { name: null, text: 'e-banking AFC TVA 2026-Q1' }, 85],
  ['in English', { name: 'Federal Tax Administration FTA' }, 60],
  ['in the text of a debit that names nobody', { name: null, text: 'E-Banking ESTV Bern' }, 60],
  ['the period too', { text: 'MWST 2026-Q1' }, 85],
  ['the period, and nobody', { name: null, text: 'MWST 2026-Q1' }, 80],
  ['the period as people write it', { text: 'MWST-Abrechnung 1. Quartal 2026' }, 85],
  ['the period in French, and nobody', { name: null, text: 'TVA 1er trimestre 2026' }, 80],
  ['another period as people write it', { text: 'IVA 2° trimestre 2026' }, 60],
  ['another period', { text: 'MWST 2026-Q2' }, 60],
  ['the amount, and nobody', { name: null }, 40],
  ['the tax office of a canton', { name: 'Kantonale Steuerverwaltung Bern' }, null],
  ['the tax office of Geneva, which is AFC too', { name: 'Administration fiscale cantonale AFC' }, null],
  ['the tax office of Geneva, in short', { name: 'AFC Genève' }, null],
  ['somebody else, for that quarter', { name: 'Vermieter AG', text: 'Miete 2026-Q1' }, null],
  ['a Rappen less', { amount_minor: 60_103n, text: 'MWST 2026-Q1' }, null],
  ['a Rappen more', { amount_minor: 60_105n, text: 'MWST 2026-Q1' }, null],
  ['another currency', { currency: 'EUR' }, null],
]

describe('proposals of filed VAT returns', () => {
  for (const [name, debit, score] of CASES) {
    it(`${name}: ${score ?? 'none'}`, () => {
      const found = createVatFilingMatcher([FILING])({ ...DEBIT, ...debit })
      expect(found.map((match) => [match.target_id, match.score, match.amount_minor])).to.deep.equal(
        score === null ? [] : [['f1', score, 60_104n]],
      )
    })
  }

  it('the return whose period is named comes first', () => {
    const other = { ...FILING, id: 'f0', period: '2025-Q4' }
    const found = createVatFilingMatcher([other, FILING])({ ...DEBIT, text: 'MWST 2026-Q1' })
    expect(found.map(({ target_id, score }) => [target_id, score])).to.deep.equal([
      ['f1', 85],
      ['f0', 60],
    ])
  })

  const [correction, back, year] = [
    { ...FILING, id: 'f2', open_amount_minor: 5_000n },
    { ...FILING, id: 'f3', open_amount_minor: 1_004n },
    { ...FILING, id: 'f4', period: '2025', is_reconciliation: true, open_amount_minor: 700n },
  ]
  const sums = (filings: OpenVatFiling[], opposite: OpenVatFiling[], debit: Partial<MatchablePayment>) =>
    createVatFilingMatcher(
      filings,
      opposite,
    )({ ...DEBIT, ...debit }).map(({ target_id, amount_minor, score, reasons, together_with }) => [
      target_id,
      amount_minor,
      score,
      reasons,
      together_with,
    ])

  it('a return and its correction are paid together: 601.04 and 50.00 are 651.04', () => {
    const text = 'MWST 2026-Q1'
    expect(sums([FILING, correction], [], { amount_minor: 65_104n, text })).to.deep.equal([
      ['f1', 60_104n, 82, ['number_in_text', 'sum', 'name'], ['f2']],
      ['f2', 5_000n, 82, ['number_in_text', 'sum', 'name'], ['f1']],
    ])
    expect(
      sums([FILING, correction], [], { amount_minor: 65_104n, name: null }).map(([, , score]) => score),
    ).to.deep.equal([45, 45])
    expect(sums([FILING, correction], [], { amount_minor: 65_104n, name: 'Vermieter AG', text })).to.deep.equal([])
    expect(sums([FILING, correction], [], { amount_minor: 65_105n })).to.deep.equal([])
    expect(sums([FILING, { ...correction, period: '2026-Q2' }], [], { amount_minor: 65_104n })).to.deep.equal([])
  })

  it('a correction that gives back is taken off: 601.04 less 10.04 are 591.00', () => {
    expect(sums([FILING], [back], { amount_minor: 59_100n })).to.deep.equal([
      ['f1', 60_104n, 52, ['set_off', 'name'], ['f3']],
    ])
    expect(sums([back], [FILING], { amount_minor: 59_100n })).to.deep.equal([])
  })

  it('the reconciliation of a year is paid with the return of a period: 601.04, 50.00 and 7.00 are 658.04', () => {
    const found = sums([FILING, correction, year], [], { amount_minor: 65_804n })
    expect(found).to.deep.equal([
      ['f1', 60_104n, 55, ['sum', 'name'], ['f2', 'f4']],
      ['f2', 5_000n, 55, ['sum', 'name'], ['f1', 'f4']],
      ['f4', 700n, 55, ['sum', 'name'], ['f1', 'f2']],
    ])
    const other = { ...FILING, id: 'f5', period: '2026-Q2' }
    expect(
      sums([FILING, other, year], [], { amount_minor: 60_804n }).map(([id, , score]) => [id, score]),
    ).to.deep.equal([
      ['f1', 40],
      ['f4', 40],
    ])
  })

  it('the reconciliations of two years are one sum, which is no doubt of itself: 7.00 and 3.00 are 10.00', () => {
    const before = { ...year, id: 'f6', period: '2024', open_amount_minor: 300n }
    expect(sums([year, before], [], { amount_minor: 1_000n })).to.deep.equal([
      ['f4', 700n, 55, ['sum', 'name'], ['f6']],
      ['f6', 300n, 55, ['sum', 'name'], ['f4']],
    ])
  })
})
