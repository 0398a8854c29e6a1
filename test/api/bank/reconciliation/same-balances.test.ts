import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { cellsOf, fetchAs } from '../../statements/books-to-show.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { reviewsOf } from '../repeats/reviews-of.ts'
import { type DatedStatement, datedIn, fileOf, reconciled } from './dated-statements.ts'

const dated = datedIn('2026-03')

/** Bank statements that share a balance, days or numbers, and nothing else. */
describe('bank statements that share a balance or a day', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  const send = (statements: readonly DatedStatement[]) => countsOf(customer, ...statements.map(fileOf))

  const beginning = [
    dated('S1', [2, 4], [0, 120], [2, 20], [4, 50], [4, 50]),
    dated('S2', [4, 4], [0, 50], [4, 50]),
  ] as const
  const end = [
    dated('S1', [2, 4], [0, 120], [2, 50], [4, 50], [4, 20]),
    dated('S2', [2, 2], [70, 120], [2, 50]),
  ] as const
  const numbered = [
    { ...dated('S1', [4, 4], [0, 50], [4, 50]), number: 1 },
    { ...dated('S3', [4, 4], [0, 70], [4, 50], [4, 20]), number: 3 },
  ] as const
  for (const [name, [one, other]] of [
    ['the balance with which a longer one begins', beginning],
    ['the balance with which a longer one ends', end],
    ['a balance, and a number is missing between them', numbered],
  ] as const)
    it(`are not linked in silence where they share only ${name}`, async () => {
      expect(await send([one, other])).to.deep.equal([
        [one.bookings.length, 0, 0],
        [other.bookings.length, 0, 1],
      ])
      const reversed = await newKmuCustomer()
      expect(await countsOf(reversed, fileOf(other), fileOf(one))).to.deep.equal([
        [other.bookings.length, 0, 0],
        [one.bookings.length, 0, 1],
      ])
      expect(await findings(customer)).to.deep.equal([])
    })

  it('are linked where all of one is in the other at its beginning', async () => {
    const counts = await send([
      dated('S1', [2, 4], [0, 120], [2, 20], [4, 50], [4, 50]),
      dated('S2', [2, 2], [0, 20], [2, 20]),
      dated('S3', [2, 4], [0, 70], [2, 20], [4, 50]),
    ])
    expect(counts.slice(1)).to.deep.equal([
      [0, 1, 0],
      [0, 2, 0],
    ])
  })

  it('have as many equal bookings in common as their balances say', async () => {
    const counts = await send([
      dated('S1', [3, 4], [0, 80], [3, 20], [4, 20], [4, 20], [4, 20]),
      dated('S2', [4, 5], [60, 120], [4, 20], [4, 20], [5, 20]),
    ])
    expect(counts[1]).to.deep.equal([2, 1, 0])
  })

  it('are named where one inside the days of another contradicts it', async () => {
    await send([
      dated('S1', [2, 5], [0, 120], [2, 20], [4, 50], [4, 50]),
      dated('S2', [4, 4], [170, 220], [4, 50]),
      dated('S3', [3, 4], [20, 70], [4, 50]),
      dated('S4', [4, 4], [70, 77], [4, 7]),
    ])
    const { bank, unexplained, gaps, body } = await reconciled(customer, '2026-03-05')
    expect([bank, unexplained]).to.deep.equal([120, 0])
    expect(gaps).to.have.members(['contradiction 150', 'contradiction 7'])
    expect(body.gaps.map(({ before_statement_id }) => before_statement_id)).to.have.members(['S2', 'S4'])
    const path = `/v1/statements/bank-reconciliation?end_customer_id=${customer}&bank_account=1020&date=2026-03-05&locale=en`
    const rows = cellsOf(await (await fetchAs(path, 'text/csv')).text())
    expect(await (await fetchAs(path, 'text/html')).text()).to.include('Balance not explained')
    const ofGaps = rows.slice(rows.findIndex(([kind]) => kind === 'Balance of the bank') + 1)
    expect(ofGaps.map(([kind, , , amount]) => [kind, amount])).to.have.deep.members([
      ['Statements contradict', '150.00'],
      ['Statements contradict', '7.00'],
      ['Possible repeat, undecided, not counted in the bank balance', '50.00'],
      ['Balance not explained', ''],
    ])
  })

  it('are named where a number between them is missing on their day', async () => {
    const first = { ...dated('S1', [4, 4], [0, 20], [4, 20]), number: 1 }
    await send([first, { ...dated('S3', [4, 4], [0, 20], [4, 20]), number: 3 }])
    expect((await reconciled(customer, '2026-03-04')).gaps).to.deep.equal(['missing_number 0'])
    const [gap] = (await reconciled(customer, '2026-03-04')).body.gaps
    expect(gap?.text).to.equal('Es fehlen Auszüge mit diesen Nummern: 2.')
    await send([{ ...dated('S2', [4, 4], [20, 30], [4, 10]), number: 2 }])
    expect((await reconciled(customer, '2026-03-04')).gaps).to.deep.equal([])
  })

  it('are in doubt where their common day has moved nothing', async () => {
    const counts = await send([
      dated('A', [3, 4], [0, 20], [3, 20], [4, 5], [4, -5]),
      dated('B', [4, 5], [20, 30], [4, 5], [4, -5], [5, 10]),
    ])
    expect(counts[1]).to.deep.equal([3, 0, 2])
  })

  for (const isReversed of [false, true])
    it(`are one where the days of a month surround a day that has moved nothing${isReversed ? ', in reverse' : ''}`, async () => {
      const month = dated('A', [1, 31], [0, 20], [2, 20], [4, 5], [4, -5])
      const day = dated('B', [4, 4], [20, 20], [4, 5], [4, -5])
      await send(isReversed ? [day, month] : [month, day])
      expect((await entriesOf(customer, '&possible_repeat=true')).length).to.equal(0)
      const { bank, body } = await reconciled(customer, '2026-03-31')
      expect([bank, body.differences.length, body.is_explained]).to.deep.equal([20, 3, true])
      expect(await findings(customer)).to.deep.equal([])
    })

  it('stay in doubt where the month has the balance of that day nowhere', async () => {
    await send([dated('A', [1, 31], [0, 20], [2, 20], [4, 5], [4, -5]), dated('B', [4, 4], [7, 7], [4, 5], [4, -5])])
    const doubtful = await entriesOf(customer, '&possible_repeat=true')
    expect(doubtful.length).to.equal(2)
    const { review } = reviewsOf(customer)
    const { status, body } = await review(there(doubtful[0]).id, 'new')
    expect([status, body.warnings.map(({ code }) => code)]).to.deep.equal([201, ['statements_contradict']])
    // 20.00 on the morning of the 4th, or 25.00: never 7.00.
    expect(body.warnings[0]?.message).to.match(/^A hat am ersten Tag von B nie den Saldo/)
    const other = await review(there(doubtful[1]).id, 'repeat')
    expect([other.status, other.body.warnings]).to.deep.equal([201, []])
  })

  it('contradict each other where a reviewer takes for a repeat what by the balances is none', async () => {
    await send([dated('A', [3, 3], [0, 20], [3, 20]), dated('B', [3, 3], [20, 40], [3, 20])])
    const { id } = there((await entriesOf(customer, '&possible_repeat=true'))[0])
    const { review } = reviewsOf(customer)
    const { status, body } = await review(id, 'repeat')
    const sentence =
      'A hat den Saldo, mit dem B beginnt, erst nach Buchungen, die als dieselben in beiden gelten: 1, Gutschriften CHF 20.00, Belastungen CHF 0.00. Nach den Saldi sind sie nicht dieselben.'
    expect([status, body.warnings]).to.deep.equal([201, [{ code: 'statements_contradict', message: sentence }]])
    const { body: found, gaps } = await reconciled(customer, '2026-03-03')
    expect([gaps.includes('contradiction 20'), found.is_explained]).to.deep.equal([true, false])
    expect(found.gaps.find(({ kind }) => kind === 'contradiction')?.text).to.equal(sentence)
    expect((await review(id, 'new')).body.warnings).to.deep.equal([])
    expect((await reconciled(customer, '2026-03-03')).bank).to.equal(40)
  })

  it('follow each other by their balances on their common day, where what they share would have moved', async () => {
    const counts = await send([
      dated('A', [3, 4], [0, 25], [3, 20], [4, 5]),
      dated('B', [4, 5], [25, 40], [4, 5], [5, 10]),
    ])
    expect(counts[1]).to.deep.equal([2, 0, 0])
  })

  it('follow each other by their numbers where balances make a circle', async () => {
    await send([
      { ...dated('B', [4, 4], [50, 100], [4, 50]), number: 2 },
      { ...dated('A', [4, 4], [100, 50], [4, -50]), number: 1 },
    ])
    const { bank, differences } = await reconciled(customer, '2026-03-04')
    expect([bank, differences[0]]).to.deep.equal([100, 'opening 100'])
  })

  const days = [
    dated('A', [4, 4], [0, 20], [4, 20]),
    dated('B', [4, 4], [20, 40], [4, 20]),
    dated('C', [4, 4], [40, 60], [4, 20]),
    dated('W', [4, 4], [0, 60], [4, 20], [4, 20], [4, 20]),
  ] as const
  const [a, b, c, w] = days
  for (const statements of [
    [c, b, w],
    [c, b, w, a],
    [a, b, c, w],
    [w, c, b, a],
    [b, w, c, a],
    [a, c, w, b],
    [c, a, b, w],
  ])
    it(`are one chain, whatever comes first: ${statements.map(({ id }) => id).join(', ')}`, async () => {
      await send(statements)
      const entries = await entriesOf(customer)
      expect(entries.map(({ possible_repeat }) => possible_repeat)).to.deep.equal([false, false, false])
      const { bank, unexplained, gaps } = await reconciled(customer, '2026-03-04')
      expect([bank, unexplained, gaps]).to.deep.equal([60, 0, []])
      expect(await findings(customer)).to.deep.equal([])
    })
})
