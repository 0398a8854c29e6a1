import { expect } from 'chai'
import { ApiError, inSentences, validationFailed } from '../../../shared/contract/platform/errors.ts'

const details = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    return { pointer: `/checks/${index}`, code: 'books_not_in_order' as const, message: `Figure ${index} is wrong.` }
  })

describe('a refusal with very many details', () => {
  it('has the first hundred of them, whoever refuses', () => {
    const refused = new ApiError('state_conflict', 'x', details(3_000))
    expect(refused.details).to.deep.equal(details(100))
    const invalid = validationFailed(details(101))
    expect(invalid.details).to.deep.equal(details(100))
    expect(invalid.message).to.equal('/checks/0: Figure 0 is wrong. There are 101 such fields; see details.')
  })

  it('has ten of them in its message, and the number of the others', () => {
    expect(inSentences(details(2))).to.equal('Figure 0 is wrong. Figure 1 is wrong.')
    expect(inSentences(details(10))).to.match(/ Figure 9 is wrong\.$/)
    expect(inSentences(details(3_000))).to.match(/ Figure 9 is wrong\. There are 2990 more\.$/)
  })
})
