import { expect } from 'chai'
import type { Match } from '../../../shared/camt053/matching/match.ts'
import type { OrderedMovement, OrderedTarget } from '../../../shared/camt053/matching/orders/match-ordered.ts'
import {
  createWaitingOrderMatcher,
  withWaitingOrders,
} from '../../../shared/camt053/matching/orders/match-waiting-orders.ts'

const [HOLZ, STEIN] = ['CH9300762011623852957', 'CH0204835000626882001']
const target = (id: string, amount_minor: bigint, more: Partial<OrderedTarget> = {}): OrderedTarget => ({
  id,
  currency: 'CHF',
  open_amount_minor: amount_minor,
  amount_minor,
  discount_minor: 0n,
  end_to_end_id: `HB1-${id}`,
  payment_information_id: 'HB1-B1',
  is_ordered: true,
  batch_minor: 25_000n,
  whole_batch_minor: 25_000n,
  creditor_iban: HOLZ,
  creditor_name: 'Holz GmbH',
  payment_reference: null,
  document_number: null,
  bank_account: 'CH1',
  execution_date: '2026-03-31',
  ordered_on: '2026-03-30',
  book_minor: amount_minor,
  book_currency: 'CHF',
  is_waiting: true,
  ...more,
})
const debit = (amount: bigint, more: Partial<OrderedMovement> = {}): OrderedMovement => ({
  currency: 'CHF',
  amount_minor: amount,
  booked_minor: amount,
  instructed_currency: null,
  instructed_minor: null,
  ...{ end_to_end_ids: ['NOTPROVIDED'], payment_information_ids: [] },
  references: [],
  text: '',
  account_of_other: 'CH93 0076 2011 6238 5295 7',
  bank_account: 'CH1',
  day: '2026-03-31',
  name: 'Holz GmbH',
  ...more,
})
const BATCH = [target('p1', 10_000n), target('p2', 15_000n)]
const nameless = { account_of_other: null, name: null }
const rival = (proposal: string) => `${proposal} other_ordered`
const found = (movement: OrderedMovement, targets = BATCH) =>
  createWaitingOrderMatcher(targets)(movement).map(({ target_id, score, reasons }) =>
    [target_id, score, ...reasons].join(' '),
  )

describe('debits that name nothing, and payments of orders that wait', () => {
  it('belong together by account, currency, amount, creditor and day', () => {
    expect(found(debit(10_000n))).to.deep.equal(['p1 88 ordered amount iban'])
    expect(found(debit(10_000n, { day: '2026-04-10' }))).to.deep.equal(['p1 88 ordered amount iban'])
    const others: Partial<OrderedMovement>[] = [
      { day: '2026-03-29' },
      { day: '2026-05-31' },
      { bank_account: 'CH2' },
      { account_of_other: STEIN },
      { end_to_end_ids: [`HB${'0'.repeat(26)}-1`] },
      { payment_information_ids: [`hb${'0'.repeat(26)}-b1`] },
      { amount_minor: 9_000n },
    ]
    for (const more of others) expect(found(debit(10_000n, more)), JSON.stringify(Object.keys(more))).to.deep.equal([])
    expect(found(debit(10_000n), [target('p1', 10_000n, { is_waiting: false })])).to.deep.equal([])
    expect(found(debit(10_000n, { bank_account: '4711', ordering_accounts: ['CH3', 'CH1'] }))).to.have.length(1)
  })

  it('by no other reference than that of the payment, where both have one', () => {
    const [own, other] = ['RF18539007547034', 'RF712348231']
    const targets = [target('p1', 10_000n, { payment_reference: own })]
    const alone = [target('p1', 25_000n, { payment_reference: own })]
    const by = (...references: string[]) => found(debit(10_000n, { references }), targets)
    expect(by(other)).to.deep.equal([])
    for (const said of [[own], [other, own], ['4711'], []])
      expect(by(...said)).to.deep.equal(['p1 88 ordered amount iban'])
    expect(found(debit(10_000n, { references: [other] }))).to.deep.equal(['p1 88 ordered amount iban'])
    expect(found(debit(25_000n, { references: [other] }), alone)).to.deep.equal([])
  })

  it('on another day since the order', () => {
    for (const day of ['2026-03-30', '2026-04-11', '2026-05-30', null])
      expect(found(debit(10_000n, { day }))).to.deep.equal(['p1 78 ordered amount iban other_day'])
    expect(found(debit(10_000n, { day: '2026-04-11', ...nameless }))).to.deep.equal([])
  })

  it('by the name of the creditor, or by the amount where nobody is told', () => {
    const byName = { account_of_other: null, name: 'HOLZ Schreinerei' }
    expect(found(debit(10_000n, byName))).to.deep.equal(['p1 84 ordered amount name'])
    expect(found(debit(10_000n, { ...byName, name: 'Kiosk AG' }))).to.deep.equal([])
    expect(found(debit(10_000n, nameless))).to.deep.equal(['p1 80 ordered amount'])
    // Its bank knows the creditor of a QR-IBAN by the IBAN.
    const qr = [target('p1', 10_000n, { creditor_iban: 'CH4431999123000889012' })]
    expect(found(debit(10_000n), qr)).to.deep.equal(['p1 84 ordered amount name'])
  })

  it('with another payment named: by the account of the creditor alone', () => {
    const other = { end_to_end_ids: ['4711'] }
    expect(found(debit(10_000n, other))).to.deep.equal(['p1 70 ordered amount iban'])
    expect(found(debit(10_000n, { ...other, account_of_other: null }))).to.deep.equal([])
  })

  it('none is sure among payments of one amount to one creditor', () => {
    const twins = [target('p1', 10_000n), target('p2', 10_000n)]
    expect(found(debit(10_000n), twins)).to.deep.equal([
      'p1 85 ordered amount iban other_ordered',
      'p2 85 ordered amount iban other_ordered',
    ])
  })

  it('in another currency: as ordered where the bank tells that, else about what the books have for it', () => {
    // 100.00 EUR stand in the books with 95.00 CHF.
    const euros = [target('p1', 10_000n, { currency: 'EUR', book_minor: 9_500n })]
    const told = { instructed_currency: 'EUR', instructed_minor: 10_000n }
    expect(found(debit(9_321n, told), euros)).to.deep.equal(['p1 88 ordered amount iban'])
    expect(found(debit(9_321n, { ...told, instructed_minor: 9_999n }), euros)).to.deep.equal([])
    expect(found(debit(9_321n), euros)).to.deep.equal(['p1 78 ordered iban'])
    expect(found(debit(9_321n, { account_of_other: null }), euros)).to.deep.equal(['p1 74 ordered name'])
    for (const amount of [8_550n, 10_450n]) expect(found(debit(amount), euros)).to.have.length(1)
    for (const amount of [8_549n, 10_451n]) expect(found(debit(amount), euros)).to.deep.equal([])
    // Francs from an account in euros: nobody knows the rate.
    expect(found(debit(10_700n, { currency: 'EUR' }))).to.deep.equal(
      ['p1 78 ordered iban', 'p2 78 ordered iban'].map(rival),
    )
    const batch = [...euros, target('p2', 15_000n, { currency: 'EUR', book_minor: 14_250n })]
    const both = ['p1 70 ordered_batch', 'p2 70 ordered_batch']
    expect(found(debit(23_300n, nameless), batch)).to.deep.equal(both)
    expect(found(debit(30_000n, nameless), batch)).to.deep.equal([])
  })

  it('with charges of the bank, and a part where nothing else fits', () => {
    expect(found(debit(10_500n))).to.deep.equal(['p1 76 ordered iban'])
    expect(found(debit(10_500n, { account_of_other: null }))).to.deep.equal(['p1 72 ordered name'])
    expect(found(debit(15_001n), BATCH.slice(0, 1))).to.deep.equal([])
    expect(found(debit(6_000n), BATCH.slice(0, 1))).to.deep.equal(['p1 70 ordered iban'])
    expect(found(debit(6_000n, { account_of_other: null }), BATCH.slice(0, 1))).to.deep.equal([])
  })

  it('all of a batch, as long as the rest of the debit is what waits of it', () => {
    const both = ['p1 88 ordered_batch', 'p2 88 ordered_batch']
    expect(found(debit(25_000n, nameless))).to.deep.equal(both)
    expect(found(debit(25_000n, { ...nameless, name: 'Holz GmbH' }))).to.deep.equal(both)
    expect(found(debit(25_000n))).to.deep.equal(both)
    expect(found(debit(25_000n, { account_of_other: STEIN }))).to.deep.equal([])
    expect(found(debit(25_000n, { ...nameless, amount_minor: 15_000n }), BATCH.slice(1))).to.deep.equal(both.slice(1))
    expect(found(debit(25_000n, nameless), BATCH.slice(1))).to.deep.equal([])
    expect(found(debit(25_000n, { ...nameless, day: '2026-03-29' }))).to.deep.equal([])
    const alone = [target('p1', 10_000n, { batch_minor: 10_000n, whole_batch_minor: 10_000n })]
    expect(found(debit(10_000n, nameless), alone)).to.deep.equal(['p1 88 ordered_batch'])
    expect(found(debit(10_000n, { ...nameless, name: 'Kiosk AG' }), alone)).to.deep.equal([])
  })

  it('all of a batch, with what the bank had rejected', () => {
    // 50.00 of 250.00 were rejected: 200.00 wait, in 80.00 and 120.00.
    const left = { batch_minor: 20_000n, whole_batch_minor: 25_000n }
    const batch = [target('p1', 8_000n, left), target('p2', 12_000n, left)]
    const both = ['p1 88 ordered_batch', 'p2 88 ordered_batch']
    expect(found(debit(25_000n, nameless), batch)).to.deep.equal(both)
    expect(found(debit(20_000n, nameless), batch)).to.deep.equal(both)
    expect(found(debit(25_000n, { ...nameless, amount_minor: 17_000n }), batch.slice(1))).to.deep.equal(both.slice(1))
    expect(found(debit(25_000n, { ...nameless, amount_minor: 16_000n }), batch)).to.deep.equal([])
  })

  it('of two batches with one sum, or a batch and a payment, each says that another may be meant', () => {
    const batchOf = (id: string, amount: bigint) => target(id, amount, { payment_information_id: 'HB1-B2' })
    const rivals = [...BATCH, batchOf('p3', 5_000n), batchOf('p4', 20_000n)]
    expect(found(debit(25_000n, nameless), rivals)).to.deep.equal(
      ['p1', 'p2', 'p3', 'p4'].map((id) => `${id} 85 ordered_batch other_ordered`),
    )
    const alone = target('p3', 25_000n, {
      payment_information_id: 'HB1-B3',
      batch_minor: 40_000n,
      whole_batch_minor: 40_000n,
    })
    expect(found(debit(25_000n, nameless), [...BATCH, alone])).to.deep.equal([
      ...['p1', 'p2'].map((id) => `${id} 85 ordered_batch other_ordered`),
      'p3 80 ordered amount other_ordered',
    ])
  })

  it('go behind what the debit names', () => {
    const match = (target_id: string, score: number): Match => ({ target_id, score, amount_minor: 1n, reasons: [] })
    const best = (others: Match[]) =>
      withWaitingOrders(others, [match('ordered', 88)]).map(({ target_id, score }) => `${target_id} ${score}`)
    expect(best([match('equal', 64), match('ordered', 64)])).to.deep.equal(['ordered 88', 'equal 64'])
    expect(best([match('ordered', 100), match('other', 90)])).to.deep.equal(['ordered 100', 'other 90'])
    expect(best([match('named', 84), match('ordered', 64)])).to.deep.equal(['named 84', 'ordered 64'])
    expect(best([])).to.deep.equal(['ordered 88'])
    const [same] = withWaitingOrders(
      [{ ...match('p1', 75), reasons: ['number_in_text', 'name'] }],
      [{ ...match('p1', 70), reasons: ['ordered', 'iban'] }],
    )
    expect([same?.score, same?.reasons]).to.deep.equal([75, ['number_in_text', 'name', 'ordered']])
  })
})
