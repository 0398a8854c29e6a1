import { expect } from 'chai'
import { watchPresence } from '../../../api/http/presence.ts'

describe('the presence of keys', () => {
  it('is noticed by others, ends soon after the last request, and no key is another for itself', () => {
    let now = 1_000
    const { seen, hasOthers } = watchPresence(() => now)
    expect(hasOthers('a')).to.equal(false)
    seen('a')
    expect([hasOthers('a'), hasOthers('b')]).to.deep.equal([false, true])
    now += 200
    seen('b')
    for (let count = 0; count < 3; count += 1) seen('a')
    expect([hasOthers('a'), hasOthers('b'), hasOthers('c')]).to.deep.equal([true, true, true])
    now += 249
    expect([hasOthers('a'), hasOthers('b')]).to.deep.equal([true, true])
    now += 1
    expect([hasOthers('a'), hasOthers('b')]).to.deep.equal([false, false])
  })
})
