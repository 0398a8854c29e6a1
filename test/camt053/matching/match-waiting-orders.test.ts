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
  bank_account: 'CH1',
  execution_date: '2026-03-31',
  is_waiting: true,
  ...more,
})
const debit = (amount: bigint, more: Partial<OrderedMovement> = {}): OrderedMovement => ({
  currency: 'CHF',
  amount_minor: amount,
  booked_minor: amount,
  end_to_end_ids: ['NOTPROVIDED'],
  payment_information_ids: [],
  account_of_other: 'CH93 0076 2011 6238 5295 7',
  bank_account: 'CH1',
  day: '2026-03-31',
  name: 'Holz GmbH',
  ...more,
})
const BATCH = [target('p1', 10_000n), target('p2', 15_000n)]
const whole = { account_of_other: null, name: null }
const found = (movement: OrderedMovement, targets = BATCH) =>
  createWaitingOrderMatcher(targets)(movement).map(({ target_id, score, reasons }) =>
    [target_id, score, ...reasons].join(' '),
  )

describe('debits that name nothing, and payments of orders that wait', () => {
  it('belong together by account, currency, amount, creditor and day', () => {
    expect(found(debit(10_000n))).to.deep.equal(['p1 88 ordered amount'])
    expect(found(debit(10_000n, { day: '2026-04-10' }))).to.deep.equal(['p1 88 ordered amount'])
    const others: Partial<OrderedMovement>[] = [
      { day: '2026-03-30' },
      { day: '2026-04-11' },
      { day: null },
      { currency: 'EUR' },
      { bank_account: 'CH2' },
      { account_of_other: STEIN },
      { end_to_end_ids: ['4711'] },
      { payment_information_ids: ['4711'] },
      { amount_minor: 9_000n },
    ]
    for (const more of others) expect(found(debit(10_000n, more)), JSON.stringify(Object.keys(more))).to.deep.equal([])
    expect(found(debit(10_001n))).to.deep.equal([])
    expect(found(debit(10_000n), [target('p1', 10_000n, { is_waiting: false })])).to.deep.equal([])
  })

  it('none is sure among payments of one amount to one creditor', () => {
    const twins = [target('p1', 10_000n), target('p2', 10_000n)]
    expect(found(debit(10_000n), twins)).to.deep.equal(['p1 85 ordered amount', 'p2 85 ordered amount'])
  })

  it('all of a batch, as long as the rest of the debit is what waits of it', () => {
    const both = ['p1 88 ordered_batch', 'p2 88 ordered_batch']
    expect(found(debit(25_000n, whole))).to.deep.equal(both)
    expect(found(debit(25_000n, { ...whole, name: 'Holz GmbH' }))).to.deep.equal(both)
    expect(found(debit(25_000n, { ...whole, amount_minor: 15_000n }), BATCH.slice(1))).to.deep.equal(both.slice(1))
    expect(found(debit(25_000n, whole), BATCH.slice(1))).to.deep.equal([])
    expect(found(debit(25_000n, { ...whole, day: '2026-03-30' }))).to.deep.equal([])
    const alone = [target('p1', 10_000n, { batch_minor: 10_000n })]
    expect(found(debit(10_000n, whole), alone)).to.deep.equal(['p1 88 ordered_batch'])
    expect(found(debit(10_000n, { ...whole, name: 'Kiosk AG' }), alone)).to.deep.equal([])
  })

  it('go behind what the debit names', () => {
    const match = (target_id: string, score: number): Match => ({ target_id, score, amount_minor: 1n, reasons: [] })
    const best = (others: Match[]) =>
      withWaitingOrders(others, [match('ordered', 88)]).map(({ target_id, score }) => `${target_id} ${score}`)
    expect(best([match('equal', 64), match('ordered', 64)])).to.deep.equal(['ordered 88', 'equal 64'])
    expect(best([match('ordered', 100), match('other', 90)])).to.deep.equal(['ordered 100', 'other 90'])
    expect(best([match('named', 84), match('ordered', 64)])).to.deep.equal(['named 84', 'ordered 64'])
    expect(best([])).to.deep.equal(['ordered 88'])
  })
})
