import { expect } from 'chai'
import { newKmuCustomer } from '../../../../support/requests/kmu-chart.ts'
import { countsOf } from '../../imports-of.ts'
import { type DatedStatement, datedIn, fileOf, reconciled } from '../dated-statements.ts'

const dated = datedIn('2025-02')
type Booked = readonly [day: number, francs: number, ref: string]

/** Bookings have the references of the bank, so that one of another amount shares its reference. */
function referenced(
  id: string,
  days: readonly [number, number],
  balances: readonly [number, number],
  ...some: Booked[]
) {
  const statement = dated(id, days, balances, ...some.map(([day, francs]) => [day, francs] as const))
  return { ...statement, bookings: statement.bookings.map((booking, at) => ({ ...booking, ref: some[at]?.[2] ?? '' })) }
}

/** Neither goes on for a day beyond the other, so both may have the last balance. */
describe('the bank reconciliation of bank statements that end on one day and contradict each other', () => {
  const all = referenced('AA', [1, 10], [0, 45], [3, 50, 'A1'], [5, 7, 'A2'], [7, -12, 'A3'])
  const numbered = (statement: DatedStatement, number: number) => ({ ...statement, number })
  const others = [[3, 50, 'A1'] as const, [5, 8, 'A2'] as const, [7, -12, 'A3'] as const]
  const sameDays = referenced('BB', [1, 10], [0, 46], ...others)
  const ofOneDay = [7, 8].map((francs) => referenced(`D${francs}`, [10, 10], [0, francs], [10, francs, 'A2']))
  const IN_TWO_AMOUNTS =
    'BB hat Buchungen, die in AA fehlen: 1, Gutschriften CHF 8.00, Belastungen CHF 0.00. BB fehlen Buchungen, die AA an seinen Tagen hat: 1, Gutschriften CHF 7.00, Belastungen CHF 0.00.'
  const CASES: readonly {
    readonly what: string
    readonly statements: readonly DatedStatement[]
    readonly gaps: readonly string[]
    readonly differences: readonly string[]
    readonly text: string | null
  }[] = [
    {
      what: 'a booking of another amount, although the second one begins with a balance of the first one',
      statements: [all, referenced('BB', [4, 10], [50, 46], [5, 8, 'A2'], [7, -12, 'A3'])],
      gaps: ['contradiction 8'],
      differences: ['contradiction -7'],
      text: IN_TWO_AMOUNTS,
    },
    {
      what: 'a booking of another amount in bank statements of the same days',
      statements: [all, sameDays],
      gaps: ['not_compared 0', 'contradiction 8'],
      differences: ['contradiction -7'],
      text: IN_TWO_AMOUNTS,
    },
    {
      what: 'a booking of another amount in bank statements of one number',
      statements: [numbered(all, 5), numbered(sameDays, 5)],
      gaps: ['not_compared 0', 'contradiction 8'],
      differences: ['contradiction -7'],
      text: IN_TWO_AMOUNTS,
    },
    {
      what: 'a booking of another amount in bank statements of one day and number',
      statements: ofOneDay.map((statement) => numbered(statement, 5)),
      gaps: ['not_compared 0', 'contradiction 7'],
      differences: ['contradiction -7'],
      text: 'D8 fehlen Buchungen, die D7 an seinen Tagen hat: 1, Gutschriften CHF 7.00, Belastungen CHF 0.00.',
    },
    {
      what: 'a gap between bank statements of one day without numbers, which may be one behind the other',
      statements: ofOneDay,
      gaps: ['balance -7', 'not_compared 0'],
      differences: ['gap -7'],
      text: 'Eine andere Reihenfolge der Auszüge, die an diesem Tag beginnen, kann einen anderen Saldo ergeben: es sind mehr, als probiert werden, ihre Saldi bilden einen Kreis, oder sie widersprechen sich.',
    },
    {
      what: 'a booking on an earlier day that only the second one has, where the balances follow each other',
      statements: [all, referenced('BB', [4, 10], [50, 53], [5, 7, 'A2'], [6, 8, 'A4'], [7, -12, 'A3'])],
      gaps: ['contradiction 8'],
      differences: [],
      text: 'BB hat Buchungen, die in AA fehlen: 1, Gutschriften CHF 8.00, Belastungen CHF 0.00.',
    },
    {
      what: 'a booking that the second one lacks, although it goes on beyond the first one on the last day',
      statements: [all, referenced('BB', [4, 10], [50, 60], [7, -12, 'A3'], [10, 22, 'A4'])],
      gaps: ['contradiction 7'],
      differences: ['contradiction -7'],
      text: 'BB fehlen Buchungen, die AA an seinen Tagen hat: 1, Gutschriften CHF 7.00, Belastungen CHF 0.00.',
    },
    {
      what: 'a booking that the second one lacks, which has nothing of its own',
      statements: [all, referenced('BB', [4, 10], [50, 38], [7, -12, 'A3'])],
      gaps: ['contradiction 7'],
      differences: [],
      text: 'BB fehlen Buchungen, die AA an seinen Tagen hat: 1, Gutschriften CHF 7.00, Belastungen CHF 0.00.',
    },
    {
      what: 'a gap where the second one begins with a balance that the first one never has',
      statements: [all, referenced('BB', [4, 10], [60, 56], [5, 8, 'A2'], [7, -12, 'A3'])],
      gaps: ['balance 3'],
      differences: ['gap 3'],
      text: null,
    },
    {
      what: 'nothing where the second one goes on beyond the first one on the last day',
      statements: [all, referenced('BB', [4, 10], [50, 67], [5, 7, 'A2'], [7, -12, 'A3'], [10, 22, 'A4'])],
      gaps: [],
      differences: [],
      text: null,
    },
  ]
  for (const { what, statements, gaps, differences, text } of CASES)
    it(`names ${what}, whichever is imported first`, async () => {
      for (const order of [statements, statements.toReversed()]) {
        const customer = await newKmuCustomer()
        await countsOf(customer, ...order.map(fileOf))
        const found = await reconciled(customer, '2025-02-10')
        expect([found.gaps, found.unexplained, found.body.is_explained]).to.deep.equal([gaps, 0, gaps.length === 0])
        expect(found.differences.filter((one) => !one.startsWith('entry_'))).to.deep.equal(differences)
        expect(found.body.gaps.at(-1)?.text ?? null).to.equal(text)
      }
    })
})
