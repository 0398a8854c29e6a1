import { expect } from 'chai'
import type { NotifiableBankEntry, OpenNotification, WhenAsked } from '../../shared/camt053/notifications/joinable.ts'
import { type PlannedJoin, planJoins } from '../../shared/camt053/notifications/plan-joins.ts'

const FIGURES = {
  account: 'CH1',
  day: '2026-03-31',
  currency: 'CHF',
  credit_debit: 'CRDT',
  is_reversal: false,
  references: { servicer: 'BANK-1', batches: [] },
}
function whenAsked<Value>(value: Value): WhenAsked<Value> {
  return function* () {
    yield
    return value
  }
}
function wholePlan(...planned: Parameters<typeof planJoins>): PlannedJoin[] {
  const steps = planJoins(...planned)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
const notification = (notification_id: string, more: Partial<OpenNotification> = {}): OpenNotification => ({
  ...FIGURES,
  notification_id,
  details_minor: 10_810n,
  details_hash: 'A B',
  is_kept: false,
  keys: whenAsked([]),
  ...more,
})
const bankEntry = (entry_id: string, more: Partial<NotifiableBankEntry> = {}): NotifiableBankEntry => ({
  ...FIGURES,
  entry_id,
  amount_minor: 10_810n,
  has_details: false,
  own: whenAsked({ details_hash: null, keys: [] }),
  ...more,
})
const joinsOf = (...planned: Parameters<typeof planJoins>) =>
  wholePlan(...planned).map(({ entry_id, notifications, completes }) =>
    [entry_id, completes ? 'by' : 'has', ...notifications.map(({ notification_id }) => notification_id)].join(' '),
  )

describe('joins of notifications', () => {
  it('a booking of the same figures, reference and sum is completed', () => {
    expect(joinsOf([notification('n')], [bankEntry('e')])).to.deep.equal(['e by n'])
  })

  it('nothing joins a booking that differs in anything', () => {
    const others: Partial<NotifiableBankEntry>[] = [
      { account: 'CH2' },
      { day: '2026-03-30' },
      { currency: 'EUR' },
      { credit_debit: 'DBIT' },
      { is_reversal: true },
      { references: { servicer: 'BANK-2', batches: [] } },
      { references: { servicer: null, batches: [] } },
      { amount_minor: 10_811n },
    ]
    for (const other of others) expect(joinsOf([notification('n')], [bankEntry('e', other)])).to.deep.equal([])
  })

  it('batches that contradict each other do not join, and AcctSvcrRef goes before them', () => {
    const batch = (msg_id: string | null, pmt_inf_id: string | null, servicer: string | null = null) => ({
      references: { servicer, batches: [{ msg_id, pmt_inf_id }] },
    })
    const joined = (a: ReturnType<typeof batch>, b: ReturnType<typeof batch>) =>
      joinsOf([notification('n', a)], [bankEntry('e', b)]).length === 1
    expect(joined(batch('M', 'P'), batch('M', 'P'))).to.equal(true)
    expect(joined(batch(null, 'P'), batch('M', 'P'))).to.equal(true)
    expect(joined(batch('M', null), batch('M', 'P'))).to.equal(true)
    expect(joined(batch('M', 'P'), batch('M', 'Q'))).to.equal(false)
    expect(joined(batch('M', 'P'), batch('N', 'P'))).to.equal(false)
    expect(joined(batch('M', 'P', 'BANK-1'), batch('M', 'P', 'BANK-2'))).to.equal(false)
    expect(joined(batch('M', 'P', 'BANK-1'), batch('M', 'P'))).to.equal(true)
  })

  it('details stay with the booking that says them itself', () => {
    const own = bankEntry('own', { has_details: true, own: whenAsked({ details_hash: 'A B', keys: ['A', 'B'] }) })
    for (const entries of [
      [own, bankEntry('bare')],
      [bankEntry('bare'), own],
    ]) {
      expect(joinsOf([notification('n')], entries)).to.deep.equal(['own has n'])
      const pieces = ['A', 'B'].map((key) =>
        notification(key, { details_minor: 5_405n, details_hash: key, keys: whenAsked([key]) }),
      )
      expect(joinsOf(pieces, entries)).to.deep.equal(['own has A B'])
    }
    const other = notification('other', { details_hash: 'C D' })
    expect(joinsOf([notification('n'), other], [own, bankEntry('bare')])).to.deep.equal(['own has n', 'bare by other'])
  })

  it('one that waits goes before one that was kept, and the whole before pieces', () => {
    const kept = notification('kept', { is_kept: true })
    expect(joinsOf([kept, notification('new')], [bankEntry('e')])).to.deep.equal(['e by new', 'e has kept'])
    const half = (id: string) => notification(id, { details_minor: 5_405n })
    expect(joinsOf([half('1'), half('2'), notification('n')], [bankEntry('e')])).to.deep.equal(['e by n', 'e has 1 2'])
    expect(joinsOf([half('1'), half('2')], [bankEntry('e')])).to.deep.equal(['e by 1 2'])
    expect(joinsOf([half('1')], [bankEntry('e')])).to.deep.equal([])
  })

  it('give way where nothing fits, and compare the notifications of a batch once for all of its bookings', () => {
    const [many, bookings] = [Array.from({ length: 500 }, (_, index) => index), 100]
    for (const servicer of [true, false]) {
      const references = (index: string) => ({
        references: { servicer: servicer ? index : null, batches: [{ msg_id: 'M', pmt_inf_id: 'P' }] },
      })
      let asked = 0
      const keys: WhenAsked<readonly string[]> = function* () {
        asked += 1
        yield
        return []
      }
      const plan = planJoins(
        many.map((index) => notification(`n${index}`, { ...references(`N-${index}`), keys })),
        many
          .slice(0, bookings)
          .map((index) => bankEntry(`e${index}`, { ...references(`E-${index}`), amount_minor: 1n })),
      )
      let steps = 0
      while (!plan.next().done) steps += 1
      expect(steps).to.be.at.least(many.length + bookings)
      expect(asked).to.equal(servicer ? 0 : many.length)
    }
  })

  it('ten thousand notifications and bookings of a day are joined in a moment', () => {
    const reference = (index: number) => ({ references: { servicer: `BANK-${index}`, batches: [] } })
    const many = Array.from({ length: 10_000 }, (_, index) => index)
    const begun = performance.now()
    const joins = wholePlan(
      many.map((index) => notification(`n${index}`, reference(index))),
      many.map((index) => bankEntry(`e${index}`, reference(index))).reverse(),
    )
    expect(joins.length).to.equal(10_000)
    expect(performance.now() - begun).to.be.lessThan(5_000)
  })
})
