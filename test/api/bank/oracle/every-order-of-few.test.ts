import { expect } from 'chai'
import fc from 'fast-check'
import { findings } from '../../../support/books.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { type DatedStatement, fileOf, reconciled } from '../reconciliation/dated-statements.ts'
import { everyOrder, idsOf } from '../repeats/every-order.ts'
import { countIn } from './kept-bookings.ts'
import { dayOf } from './sent-files.ts'

/** More, and others; FEW_MOST statements of each history at most, of which some have numbers where FEW_NUMBERS is 1. */
const { FEW_RUNS = '2', FEW_SEED = '4', FEW_MOST = '3', FEW_NUMBERS = '0' } = process.env
const START = 100

const plan = fc.record({
  days: fc.array(fc.array(fc.constantFrom(20, -20, 20, 5), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 2,
  }),
  cuts: fc.array(fc.nat(7), { maxLength: 3 }),
  beside: fc.array(fc.tuple(fc.nat(8), fc.nat(8)), { maxLength: 2 }),
  isNumbered: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
})
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never
type Booking = { readonly day: string; readonly francs: number }
type FewStatements = { bookings: Booking[]; statements: DatedStatement[]; end: number }

/** What happened on a day or two, in bank statements that follow each other, and others beside them that begin anywhere. */
function historyOf({ days, cuts, beside, isNumbered }: Plan): FewStatements {
  const bookings = days.flatMap((some, at) => some.map((francs) => ({ day: dayOf(at), francs })))
  const balanceBefore = (count: number) => bookings.slice(0, count).reduce((sum, { francs }) => sum + francs, START)
  const borders = [0, ...cuts.map((cut) => cut % bookings.length), bookings.length]
  const inOrder = [...new Set(borders)].sort((a, b) => a - b)
  const following = inOrder.slice(1).map((to, at) => [inOrder[at] ?? 0, to] as const)
  const others = beside.map((ends) => ends.map((end) => end % (bookings.length + 1)).sort((a, b) => a - b))
  const windows = new Map([...following, ...others].map(([from = 0, to = 0]) => [`${from} ${to}`, { from, to }]))
  const statements = [...windows.values()]
    .filter(({ from, to }) => from < to)
    .map(({ from, to }, at): DatedStatement => {
      const own = bookings.slice(from, to)
      const hasNumber = FEW_NUMBERS === '1' && at < following.length && isNumbered[at % isNumbered.length]
      return {
        id: `S${at}`,
        ...(hasNumber ? { number: at + 1 } : {}),
        period: [own[0]?.day ?? '', own.at(-1)?.day ?? ''],
        balances: [balanceBefore(from), balanceBefore(to)],
        bookings: own,
      }
    })
  return { bookings, statements, end: balanceBefore(bookings.length) }
}

/** Nothing but days, amounts and balances tells what is the same; the order in which files come tells nothing. */
describe('few bank statements, in every order', () => {
  it('lose nothing, double nothing in silence and explain no wrong balance', async function () {
    this.timeout(60_000 * Number(FEW_RUNS))
    const few = plan.map(historyOf).filter(({ statements }) => {
      return statements.length > 1 && statements.length <= Number(FEW_MOST) && !hasStillTwins(statements)
    })
    const found: string[] = []
    for (const history of fc.sample(few, { seed: Number(FEW_SEED), numRuns: Number(FEW_RUNS) }))
      for (const order of everyOrder(history.statements)) {
        const wrong = await wrongOf(history, order)
        if (wrong.length > 0) found.push(`${wrong.join(', ')} in ${idsOf(order)} of ${JSON.stringify(history)}`)
      }
    expect(found, found.join('\n')).to.deep.equal([])
  })
})

/** Two with the same days, balances and bookings are one by definition where nothing has moved (decision 41). */
function hasStillTwins(statements: readonly DatedStatement[]): boolean {
  const still = statements.filter(({ balances }) => balances !== null && balances[0] === balances[1])
  const contents = still.map(({ period, balances, bookings }) => {
    return JSON.stringify([period, balances, bookings.map(({ day, francs }) => `${day} ${francs}`).sort()])
  })
  return new Set(contents).size < contents.length
}

async function wrongOf({ bookings, end }: FewStatements, order: readonly DatedStatement[]): Promise<string[]> {
  const customer = await newEndCustomer()
  await countsOf(customer, ...order.map(fileOf))
  const entries = await entriesOf(customer)
  const nameOf = ({ day, francs }: Booking) => `${day} ${francs < 0 ? 'DBIT' : 'CRDT'} ${Math.abs(francs)}00`
  const happened = bookings.map(nameOf)
  const kept = entries.map(({ booking_date, credit_debit_indicator, amount, possible_repeat }) => {
    return { name: `${booking_date} ${credit_debit_indicator} ${amount.amount_minor}`, possible_repeat }
  })
  const names = kept.map(({ name }) => name)
  const sure = kept.flatMap(({ name, possible_repeat }) => (possible_repeat ? [] : [name]))
  const { bank, body } = await reconciled(customer, bookings.at(-1)?.day ?? '')
  return [
    ...new Set(happened.filter((name) => countIn(sure, name) > countIn(happened, name)).map((name) => `twice ${name}`)),
    ...new Set(happened.filter((name) => countIn(names, name) < countIn(happened, name)).map((name) => `lost ${name}`)),
    ...(names.some((name) => !happened.includes(name)) ? ['what never happened'] : []),
    ...(body.is_explained && bank !== end ? [`explained ${bank} for ${end}`] : []),
    ...(await findings(customer)).map(({ check }) => check),
  ]
}
