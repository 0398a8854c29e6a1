import { expect } from 'chai'
import { comparableName, comparableNumber } from '../../../shared/accounting/documents/comparable-text.ts'

describe('texts that are compared without their spelling', () => {
  const same: readonly (readonly string[])[] = [
    ['A', 'A AG', 'a ag', 'A, AG', 'A A.G.'],
    ['Müller GmbH', 'MUELLER', 'Mueller  GmbH', 'muller gmbh'],
    ['Société Générale SA', 'Societe Generale', 'SOCIETE GENERALE S.A.'],
    ['Garage du Lac Sàrl', 'garage du lac'],
    ['Meier & Söhne', 'Meier+Soehne', 'Meier Söhne KLG', 'Meier und Söhne', 'Meier u. Söhne'],
    ['Dubois & Fils SA', 'Dubois et Fils'],
  ]
  for (const names of same) {
    it(names.join(' = '), () => {
      expect(new Set(names.map(comparableName)).size).to.equal(1)
    })
  }
  it('different names stay different, and a name that is a legal form stays a name', () => {
    const names = ['Meier', 'Maier', 'Meier Bau', 'U. Meier', 'Meier U.', 'AG', 'SA']
    expect(new Set(names.map(comparableName)).size).to.equal(names.length)
  })
  it('numbers without blanks, dashes and case', () => {
    expect(new Set(['R-1', 'r1', 'R 1', 'R/1'].map(comparableNumber)).size).to.equal(1)
    expect(comparableNumber('R-10')).to.not.equal(comparableNumber('R-1'))
    expect(comparableNumber('---')).to.equal('---')
  })
})
