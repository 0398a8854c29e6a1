import { expect } from 'chai'
import { labelOf, titleOf } from '../../../../api/print/pages/labels.ts'
import { targetOf } from '../../../../api/print/pages/links.ts'

/** Every object of JavaScript has these, and somebody may send them. */
const NAMES = ['constructor', 'toString', 'hasOwnProperty', '__proto__']

describe('names that every object has', () => {
  it('are members of an answer like others', () => {
    for (const name of NAMES) {
      expect(titleOf(name, 'de')).to.equal(titleOf(name, 'en'))
      expect(labelOf(name, 'de')).to.equal(`<span lang="en">${titleOf(name, 'en')}</span>`)
    }
    expect(titleOf('constructor', 'de')).to.equal('Constructor')
  })

  it('are no prefix of an id', () => {
    expect(targetOf('name', `constructor_${'0'.repeat(26)}`, { root: '../' })).to.equal(null)
    expect(targetOf('name', `fact_${'0'.repeat(26)}`, { root: '../' })).to.equal(`source-facts/fact_${'0'.repeat(26)}`)
  })
})
