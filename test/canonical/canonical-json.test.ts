import canonicalize from 'canonicalize'
import { expect } from 'chai'
import fc from 'fast-check'
import { canonicalJson } from '../../shared/canonical/canonical-json.ts'
import { canonicalJsonInSteps } from '../../shared/canonical/canonical-json-in-steps.ts'

describe('canonical JSON (RFC 8785)', () => {
  it('sorts by UTF-16 units and writes numbers as ECMAScript does', () => {
    const value = {
      '\u20ac': 'Euro',
      '\r': 'CR',
      '\ufb33': 'Dalet',
      '1': 'One',
      '\u{1f600}': 'Smile',
      '\u0080': 'Ctrl',
      '\u00f6': 'o',
    }
    expect(canonicalJson(value)).to.equal(
      '{"\\r":"CR","1":"One","\u0080":"Ctrl","\u00f6":"o","\u20ac":"Euro","\u{1f600}":"Smile","\ufb33":"Dalet"}',
    )
    expect(
      canonicalJson({ numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27], literals: [null, true, false] }),
    ).to.equal('{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}')
  })
  it('is the same when it is made in steps', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
        const steps = canonicalJsonInSteps(JSON.parse(JSON.stringify(value)))
        let step = steps.next()
        while (!step.done) step = steps.next()
        expect(step.value).to.equal(canonicalJson(JSON.parse(JSON.stringify(value))))
      }),
    )
    expect([...canonicalJsonInSteps(Array.from({ length: 1_000 }, () => 1))]).to.have.length(15)
  })
  it('writes an integer beyond 2^53 in full', () => {
    expect(canonicalJson({ amount: 9_007_199_254_740_993n })).to.equal('{"amount":9007199254740993}')
  })
  it('refuses what has no canonical form', () => {
    for (const value of ['\ud800', Number.NaN, Number.POSITIVE_INFINITY]) expect(() => canonicalJson(value)).to.throw()
  })
  it('equals an independent implementation', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const isWellFormed = JSON.stringify(value).isWellFormed() && !/\\ud[89a-f]/i.test(JSON.stringify(value))
        fc.pre(isWellFormed)
        expect(canonicalJson(value as never)).to.equal(canonicalize(value))
      }),
      { seed: 8785, numRuns: 300 },
    )
  })
})
