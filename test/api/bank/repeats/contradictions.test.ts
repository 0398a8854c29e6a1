import { expect } from 'chai'
import { post } from '../../../support/client.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { type DatedStatement, datedIn, fileOf, reconciled } from '../reconciliation/dated-statements.ts'
import { messageOf } from '../statement-of.ts'

const dated = datedIn('2026-03')
const DAY = '2026-03-05'

/** A bank statement that does not count, because another one has all of its days. */
describe('a bank statement inside the days of another one', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  const send = (...statements: readonly DatedStatement[]) => countsOf(customer, ...statements.map(fileOf))
  const gaps = async () => (await reconciled(customer, DAY)).gaps

  it('contradicts it by its balance, where it has no booking of its own', async () => {
    const withReference = (statement: DatedStatement) => ({
      ...statement,
      bookings: statement.bookings.map((booking) => ({ ...booking, ref: 'R' })),
    })
    const sent = [dated('S1', [2, 5], [0, 120], [4, 120]), dated('S2', [4, 4], [500, 620], [4, 120])].map(withReference)
    expect(await send(...sent)).to.deep.equal([
      [1, 0, 0],
      [0, 1, 0],
    ])
    expect(await gaps()).to.deep.equal(['contradiction 500'])
    expect((await reconciled(customer, DAY)).body.is_explained).to.equal(false)
  })

  it('contradicts it after a reviewer has decided that its booking is a repeat', async () => {
    await send(dated('S1', [2, 5], [0, 120], [2, 20], [4, 50], [4, 50]), dated('S2', [4, 4], [0, 50], [4, 50]))
    expect(await gaps()).to.deep.equal(['contradiction -20'])
    const { id } = there((await entriesOf(customer, '&possible_repeat=true'))[0])
    const review = { end_customer_id: customer, decision: 'repeat', reason: 'the bank says so' }
    expect((await post(`/v1/camt-053/entries/${id}/repeat-review`, review)).status).to.equal(201)
    expect(await gaps()).to.deep.equal(['contradiction -20'])
  })

  it('does not contradict it where each has the balances of the other, by their days or one behind the other', async () => {
    await send(
      dated('M', [1, 5], [0, 60], [2, 10], [3, 20], [4, 30]),
      dated('D3', [3, 3], [10, 30], [3, 20]),
      dated('D2', [1, 2], [0, 10], [2, 10]),
      dated('D4', [4, 5], [30, 60], [4, 30]),
    )
    expect(await gaps()).to.deep.equal([])
  })

  // Twenty bookings have a million sums.
  const powers = Array.from({ length: 20 }, (_, at) => [4, 2 ** at] as const)
  const sum = 2 ** 20 - 1
  for (const [name, opening, expected] of [
    ['is found among more sums than are tried where bookings are in their order', sum, []],
    ['is not compared where nobody knows whether the other one has its balance', 2 ** 19 + 1, ['not_compared 0']],
    ['contradicts it where all bookings together do not come to its balance', sum + 51, [`contradiction ${sum + 51}`]],
  ] as const)
    it(name, async () => {
      await send(
        dated('S1', [2, 5], [0, sum + 50], ...powers, [4, 50]),
        dated('S2', [4, 4], [opening, opening + 50], [4, 50]),
      )
      expect(await gaps()).to.deep.equal(expected)
    })

  it('is named as not compared where there are too many', async () => {
    const inner = Array.from({ length: 53 }, (_, at) =>
      dated(`I${at}`, [4, 4], [1_000 + at, 1_007 + 2 * at], [4, 7 + at]),
    )
    const stmts = inner.map((statement) => there(/<Stmt>.*<\/Stmt>/s.exec(fileOf(statement)))[0])
    await countsOf(customer, fileOf(dated('S1', [2, 5], [0, 3], [2, 3])), messageOf(...stmts))
    const { body, gaps: found } = await reconciled(customer, DAY)
    expect(found.filter((gap) => gap.startsWith('contradiction ')).length).to.equal(50)
    expect(found.filter((gap) => gap === 'not_compared 0').length).to.equal(3)
    const reasons = body.gaps.map(({ kind, text }) => (kind === 'not_compared' ? text : null)).filter(Boolean)
    expect([reasons.length, body.is_explained]).to.deep.equal([3, false])
    const named = body.gaps.map(({ before_statement_id }) => before_statement_id)
    expect(named).to.have.members(inner.map(({ id }) => id))
  })
})
