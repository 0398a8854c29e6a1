import { expect } from 'chai'
import { sendAmountsAsText } from '../send-amounts.ts'

sendAmountsAsText()

describe('amounts', () => {
  it('are right', () => expect(10_810n).to.equal(10_810n))
  it('are wrong', () => expect(10_810n).to.equal(10_000n))
  it('have another type', () => expect(10_810n).to.equal('CHF 108.10'))
})
