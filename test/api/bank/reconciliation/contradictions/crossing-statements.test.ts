import { expect } from 'chai'
import { newKmuCustomer } from '../../../../support/requests/kmu-chart.ts'
import { countsOf } from '../../imports-of.ts'
import { type DatedStatement, fileOf, reconciled } from '../dated-statements.ts'

/** They have some days in common, and each goes beyond the other; one AcctSvcrRef makes one bank entry of both. */
describe('the bank reconciliation of bank statements that cross and contradict each other', () => {
  const first = { day: '2025-01-10', francs: 100, ref: 'r1' }
  const shared = { day: '2025-01-20', francs: 200, ref: 'r2' }
  const late = { day: '2025-02-10', francs: 50, ref: 'r3' }
  const on = (day: string, francs: number, ref: string) => ({ day, francs, ref })
  const january = (closing: number, ...bookings: DatedStatement['bookings']): DatedStatement => ({
    id: 'January',
    period: ['2025-01-01', '2025-01-31'],
    balances: [0, closing],
    bookings: [first, shared, ...bookings],
  })
  const crossing = (balances: readonly [number, number], ...bookings: DatedStatement['bookings']): DatedStatement => ({
    id: 'Crossing',
    period: ['2025-01-16', '2025-02-15'],
    balances,
    bookings: [shared, ...bookings, late],
  })
  const CASES: readonly {
    readonly what: string
    readonly statements: readonly DatedStatement[]
    readonly gaps: readonly (string | null)[]
    readonly text: string | null
  }[] = [
    {
      what: 'no contradiction, where each has what the other has on their days',
      statements: [january(330, on('2025-01-31', 30, 'r4')), crossing([100, 380], on('2025-01-31', 30, 'r4'))],
      gaps: [],
      text: null,
    },
    {
      what: 'the balance with which the second one begins',
      statements: [january(300), crossing([500, 750])],
      gaps: ['balance 400'],
      text: null,
    },
    {
      what: 'a booking with another amount under one reference',
      statements: [january(300), { ...crossing([100, 400]), bookings: [on('2025-01-20', 250, 'r2'), late] }],
      gaps: ['contradiction 250'],
      text: 'Crossing hat Buchungen, die in January fehlen: 1, Gutschriften CHF 250.00, Belastungen CHF 0.00. Crossing fehlen Buchungen, die January an seinen Tagen hat: 1, Gutschriften CHF 200.00, Belastungen CHF 0.00.',
    },
    {
      what: 'a booking of another day under one reference',
      statements: [january(300), { ...crossing([100, 350]), bookings: [on('2025-01-21', 200, 'r2'), late] }],
      gaps: ['contradiction 200'],
      text: 'Crossing hat Buchungen, die in January fehlen: 1, Gutschriften CHF 200.00, Belastungen CHF 0.00. Crossing fehlen Buchungen, die January an seinen Tagen hat: 1, Gutschriften CHF 200.00, Belastungen CHF 0.00.',
    },
    {
      what: 'bookings of the first one that the second one has not, by its balances too',
      statements: [january(330, on('2025-01-25', 30, 'r4')), crossing([100, 350])],
      gaps: ['contradiction 30'],
      text: 'Crossing fehlen Buchungen, die January an seinen Tagen hat: 1, Gutschriften CHF 30.00, Belastungen CHF 0.00.',
    },
    {
      what: 'a booking of the day on which the second one begins, which has the balance of that morning',
      statements: [january(330, on('2025-01-16', 30, 'r4')), crossing([100, 350])],
      gaps: ['contradiction 30'],
      text: 'Crossing fehlen Buchungen, die January an seinen Tagen hat: 1, Gutschriften CHF 30.00, Belastungen CHF 0.00.',
    },
    {
      what: 'a booking of another amount',
      statements: [january(288, on('2025-01-25', -12, 'r4')), crossing([100, 337], on('2025-01-25', -13, 'r4'))],
      gaps: ['contradiction -13'],
      text: 'Crossing hat Buchungen, die in January fehlen: 1, Gutschriften CHF 0.00, Belastungen CHF 13.00. Crossing fehlen Buchungen, die January an seinen Tagen hat: 1, Gutschriften CHF 0.00, Belastungen CHF 12.00.',
    },
    {
      what: 'bookings of the second one that the first one has not, behind the balance with which that ends',
      statements: [january(300), crossing([100, 390], on('2025-01-25', 40, 'r4'))],
      gaps: ['contradiction 40'],
      text: 'Crossing hat Buchungen, die in January fehlen: 1, Gutschriften CHF 40.00, Belastungen CHF 0.00.',
    },
    {
      what: 'bookings that cancel each other',
      statements: [january(300), crossing([100, 350], on('2025-01-25', 40, 'r4'), on('2025-01-25', -40, 'r5'))],
      gaps: ['contradiction 0'],
      text: 'Crossing hat Buchungen, die in January fehlen: 2, Gutschriften CHF 40.00, Belastungen CHF 40.00.',
    },
  ]
  for (const { what, statements, gaps, text } of CASES)
    it(`names ${what}, whichever is imported first`, async () => {
      for (const order of [statements, statements.toReversed()]) {
        const customer = await newKmuCustomer()
        await countsOf(customer, ...order.map(fileOf))
        const found = await reconciled(customer, '2025-02-15')
        expect([found.gaps, found.unexplained, found.body.is_explained]).to.deep.equal([gaps, 0, gaps.length === 0])
        expect(found.body.gaps[0]?.text ?? null).to.equal(text)
      }
    })

  it('names nothing on days before the booking that one of them lacks', async () => {
    const customer = await newKmuCustomer()
    await countsOf(customer, ...[january(300), crossing([100, 390], on('2025-01-25', 40, 'r4'))].map(fileOf))
    const gapsOn = async (date: string) => (await reconciled(customer, date)).gaps
    expect([await gapsOn('2025-01-24'), await gapsOn('2025-01-25')]).to.deep.equal([[], ['contradiction 40']])
  })
})
