import { expect } from 'chai'
import fc from 'fast-check'
import type { MatchablePayment } from '../../../shared/camt053/matching/match.ts'
import { REASONS, scoreOf } from '../../../shared/camt053/matching/match-reasons.ts'
import type { OpenTarget } from '../../../shared/camt053/matching/open-target.ts'
import { matcherOf } from '../../support/matching/matcher.ts'

const target = (id: string, more: Partial<OpenTarget> = {}): OpenTarget => ({
  id,
  currency: 'CHF',
  document_date: '2026-03-01',
  amount_minor: 10_810n,
  open_amount_minor: 10_810n,
  payment_reference: null,
  document_number: null,
  partner_name: 'Gartenbau Keller GmbH',
  partner_reference: null,
  ...more,
})
const KELLER = [{ name: 'Gartenbau Keller GmbH', reference: null }]
const payment = (more: Partial<MatchablePayment> = {}): MatchablePayment => ({
  id: 'p',
  currency: 'CHF',
  amount_minor: 10_810n,
  references: [],
  text: '',
  name: 'Ursula Zbinden',
  known_partners: KELLER,
  ...more,
})
const found = (targets: readonly OpenTarget[], said: MatchablePayment) =>
  matcherOf(targets)
    .match(said)
    .map(({ target_id, score, reasons }) => [target_id, score, ...reasons])

describe('the account of the other side that paid the last time', () => {
  it('says whose document an amount pays, whatever the payer is called', () => {
    const targets = [target('own'), target('other', { partner_name: 'Anders AG' })]
    expect(found(targets, payment())).to.deep.equal([['own', 62, 'amount', 'iban']])
    expect(found(targets, payment({ known_partners: [] }))).to.deep.equal([])
    const own = payment({ name: 'Keller Gartenbau' })
    expect(found(targets, own)).to.deep.equal([['own', 64, 'amount', 'name', 'iban']])
    expect(found(targets, { ...own, known_partners: [] })).to.deep.equal([['own', 60, 'amount', 'name']])
  })

  it('alone proposes nothing, and never makes sure what has no reference', () => {
    expect(found([target('own')], payment({ amount_minor: 5_000n }))).to.deep.equal([])
    const others = REASONS.filter((reason) => reason !== 'reference' && reason !== 'iban')
    fc.assert(
      fc.property(fc.subarray(others), (reasons) => {
        expect(scoreOf([...reasons, 'iban']))
          .to.be.below(90)
          .and.to.be.at.least(scoreOf(reasons))
      }),
    )
    expect(scoreOf(['iban'])).to.equal(0)
  })

  it('finds sums, and knows a partner by its reference after it has another name', () => {
    const two = [
      target('a', { amount_minor: 6_000n, open_amount_minor: 6_000n }),
      target('b', { amount_minor: 4_810n, open_amount_minor: 4_810n }),
    ]
    expect(found(two, payment())).to.deep.equal([
      ['a', 57, 'sum', 'iban'],
      ['b', 57, 'sum', 'iban'],
    ])
    const renamed = target('own', { partner_name: 'Blumen Zbinden', partner_reference: 'K-7' })
    const before = [{ name: 'Gartenbau Keller GmbH', reference: 'K-7' }]
    expect(found([renamed], payment({ name: null, known_partners: before }))).to.deep.equal([
      ['own', 62, 'amount', 'iban'],
    ])
    const namesake = target('own', { partner_reference: 'K-8' })
    expect(found([namesake], payment({ name: null, known_partners: before }))).to.deep.equal([])
  })

  it('tells two partners of one name apart: each owes its own sum, and the account says whose is paid', () => {
    const owed = (id: string, amount: bigint, partner_reference: string | null) =>
      target(id, { amount_minor: amount, open_amount_minor: amount, partner_reference, document_number: `R-${id}00` })
    const [a, b] = [owed('a', 6_000n, 'K-7'), owed('b', 4_000n, 'K-7')]
    const [c, d] = [owed('c', 7_000n, 'K-8'), owed('d', 3_000n, 'K-8')]
    const said = payment({ amount_minor: 10_000n, name: 'Gartenbau Keller', known_partners: [] })
    // Of two partners together, nobody pays 60.00 and 30.00.
    expect(found([a, d], { ...said, amount_minor: 9_000n })).to.deep.equal([])
    expect(found([a, b, c, d], said)).to.deep.equal([
      ['a', 40, 'sum', 'other_sums', 'name'],
      ['b', 40, 'sum', 'other_sums', 'name'],
    ])
    const known_partners = [{ name: 'Gartenbau Keller GmbH', reference: 'K-8' }]
    expect(found([a, b, c, d], { ...said, known_partners })).to.deep.equal([
      ['c', 57, 'sum', 'name', 'iban'],
      ['d', 57, 'sum', 'name', 'iban'],
    ])
    // The rest of what is named is of its partner: 60.00, and not 30.00 of the other one, but what has no reference.
    const [named, free] = [{ ...said, text: 'R-a00', amount_minor: 9_000n }, owed('e', 3_000n, null)]
    expect(found([a, d], named)).to.deep.equal([['a', 75, 'number_in_text', 'name']])
    expect(found([a, d, free], named).map(([id]) => id)).to.deep.equal(['a', 'e'])
  })

  it('keeps a reference sure that a part is paid for by somebody of another name', () => {
    const own = target('own', { payment_reference: 'RF18539007547034' })
    const part = { amount_minor: 5_000n, references: ['RF18539007547034'] }
    expect(found([own], payment(part))).to.deep.equal([['own', 90, 'reference', 'iban']])
    expect(found([own], payment({ ...part, known_partners: [] }))).to.deep.equal([['own', 88, 'reference']])
  })
})
