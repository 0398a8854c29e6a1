import { expect } from 'chai'
import { areSimilarNames, tokensOf } from '../../shared/camt053/matching/compare-texts.ts'

describe('texts of payments', () => {
  const NAMES: [a: string, b: string, similar: boolean][] = [
    ['Zürcher Möbel AG', 'ZURCHER MOBEL', true],
    ['Möbel Zürcher', 'Zürcher Möbel AG', true],
    ['Meier', 'Hans und Anna Meier', true],
    ['Berner Möbelhaus GmbH', 'Zürcher Möbel AG', false],
    ['AG', 'Muster AG', false],
    ['L AG', 'L AG', true],
    ['L AG', 'Q AG', false],
    ['L AG', 'L. Muster AG', false],
    ['', 'Muster AG', false],
  ]
  for (const [a, b, similar] of NAMES) {
    it(`"${a}" and "${b}" are ${similar ? 'similar' : 'different'} names`, () => {
      expect([areSimilarNames(a, b), areSimilarNames(b, a)]).to.deep.equal([similar, similar])
    })
  }

  it('numbers stand in a text whole, behind a slash, and without the word before them', () => {
    expect(tokensOf('Zahlung RE-2026/77, danke; Rg.1234 x')).to.deep.equal([
      'ZAHLUNG',
      'RE-2026/77',
      'RE-2026',
      '2026/77',
      'DANKE',
      'RG.1234',
      '1234',
    ])
  })
})
