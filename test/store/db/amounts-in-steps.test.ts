import { expect } from 'chai'
import { amountsAsText, amountsFromText, amountsInSteps } from '../../../shared/store/db/json.ts'

describe('amounts that are kept as text', () => {
  it('are read in steps, one for each element of a list, as they are read at once', () => {
    const lines = Array.from({ length: 200 }, (_, index) => ({
      amount_minor: 9_007_199_254_740_993n + BigInt(index),
      uses: [{ amount_minor: -1n, other_date: null }],
      text: `${index}`,
    }))
    const value = { lines, net_minor: 0n, text: 'x_minor', none_minor: null, empty: [] }
    const kept = JSON.parse(JSON.stringify(amountsAsText(value)))
    const steps = amountsInSteps<typeof value>(kept)
    let count = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) count += 1
    expect(step.value).to.deep.equal(value)
    expect(step.value).to.deep.equal(amountsFromText<typeof value>(kept))
    expect(count).to.equal(400)
  })
})
