import { expect } from 'chai'
import { slicesOfIntents } from '../../../workers/settlement/slices-of-intents.ts'

describe('slices of intents', () => {
  const sliced = (...names: readonly string[]) => {
    const intents = names.map((_, index) => ({ subject_id: `subject ${index}` }))
    const named = new Map(names.map((some, index) => [`subject ${index}`, new Set(some)]))
    return slicesOfIntents(intents, named).map((slice) => slice.map(({ subject_id }) => Number(subject_id.slice(8))))
  }

  it('intents that have nothing in common are one slice, so their entries are written by one statement', () => {
    expect(sliced('a', 'b', 'cd', 'e')).to.deep.equal([[0, 1, 2, 3]])
    expect(sliced()).to.deep.equal([])
  })

  it('an intent that names something of the slice begins the next one, and the order stays', () => {
    expect(sliced('a', 'b', 'ac', 'b', 'c', 'd')).to.deep.equal([
      [0, 1],
      [2, 3],
      [4, 5],
    ])
  })
})
