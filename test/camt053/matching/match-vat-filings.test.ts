import { expect } from 'chai'
import type { MatchablePayment } from '../../../shared/camt053/matching/match.ts'
import { createVatFilingMatcher, type OpenVatFiling } from '../../../shared/camt053/matching/match-vat-filings.ts'

const FILING: OpenVatFiling = { id: 'f1', period: '2026-Q1', currency: 'CHF', open_amount_minor: 60_104n }
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
})
