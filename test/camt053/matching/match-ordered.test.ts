import { expect } from 'chai'
import {
  createOrderMatcher,
  type OrderedMovement,
  type OrderedTarget,
} from '../../../shared/camt053/matching/orders/match-ordered.ts'

const [HOLZ, STEIN] = ['CH9300762011623852957', 'CH0204835000626882001']

const ordered = (number: number, amount_minor: bigint, more: Partial<OrderedTarget> = {}): OrderedTarget => ({
  id: `p${number}`,
  currency: 'CHF',
  open_amount_minor: amount_minor,
  amount_minor,
  discount_minor: 0n,
  end_to_end_id: `HB1-${number}`,
  payment_information_id: 'HB1-B1',
  is_ordered: true,
  batch_minor: 35_000n,
  whole_batch_minor: 45_000n,
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
/** 100.00 and 150.00 twice are left of a batch of 450.00; the rest was rejected. */
const BATCH = [
  ordered(1, 10_000n),
  ordered(2, 15_000n),
  ordered(3, 15_000n, { creditor_iban: STEIN }),
  ordered(4, 5_000n, { is_ordered: false, is_waiting: false }),
]
const debit = (amount: bigint, more: Partial<OrderedMovement> = {}): OrderedMovement => ({
  currency: 'CHF',
  amount_minor: amount,
  booked_minor: amount,
  instructed_currency: null,
  instructed_minor: null,
  end_to_end_ids: [],
  payment_information_ids: ['hb1-b1'],
  references: [],
  text: '',
  account_of_other: null,
  bank_account: 'CH1',
  day: '2026-03-31',
  name: null,
  ...more,
})
const found = (movement: OrderedMovement) =>
  createOrderMatcher(BATCH)(movement).map(({ target_id, score, reasons }) => [target_id, score, ...reasons].join(' '))

describe('debits that name the batch of an order', () => {
  it('as one amount, with or without what was rejected', () => {
    const three = ['p1', 'p2', 'p3'].map((id) => `${id} 100 payment_information_id`)
    expect(found(debit(35_000n))).to.deep.equal(three)
    expect(found(debit(45_000n))).to.deep.equal([...three, 'p4 100 payment_information_id'])
  })

  it('with another sum: each that waits, none of them sure; all but one where that one is what lacks', () => {
    const three = ['p1', 'p2', 'p3'].map((id) => `${id} 75 payment_information_id`)
    expect(found(debit(40_000n))).to.deep.equal(three)
    expect(found(debit(40_000n, { account_of_other: STEIN }))).to.deep.equal(three.slice(2))
    expect(found(debit(25_000n))).to.deep.equal(['p2 89 payment_information_id', 'p3 89 payment_information_id'])
  })

  it('in another currency: the only payment of the batch, or each', () => {
    expect(found(debit(33_000n, { currency: 'EUR', account_of_other: STEIN }))).to.deep.equal([
      'p3 89 payment_information_id',
    ])
    expect(found(debit(33_000n, { currency: 'EUR' }))).to.have.length(3)
  })

  it('each by itself: by the amount, and by the creditor among equal ones', () => {
    expect(found(debit(10_000n))).to.deep.equal(['p1 100 payment_information_id amount'])
    expect(found(debit(5_000n))).to.deep.equal(['p4 100 payment_information_id amount'])
    expect(found(debit(15_000n))).to.deep.equal([
      'p2 89 payment_information_id amount',
      'p3 89 payment_information_id amount',
    ])
    expect(found(debit(15_000n, { account_of_other: 'CH02 0483 5000 6268 8200 1' }))).to.deep.equal([
      'p3 100 payment_information_id amount',
    ])
    expect(found(debit(10_000n, { account_of_other: STEIN }))).to.deep.equal(['p3 75 payment_information_id'])
    expect(found(debit(10_000n, { payment_information_ids: ['HB2-B1'] }))).to.deep.equal([])
  })

  it('takes the discount of the order off, where the debit is all of its payment', () => {
    const [one] = createOrderMatcher([ordered(1, 9_800n, { open_amount_minor: 10_000n, discount_minor: 200n })])(
      debit(9_800n),
    )
    expect([one?.amount_minor, one?.discount_minor]).to.deep.equal([9_800n, 200n])
  })
})
