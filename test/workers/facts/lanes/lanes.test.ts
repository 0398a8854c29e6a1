import { expect } from 'chai'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { partitionOf } from '../../../../shared/store/journal/ledger-heads.ts'
import { evaluateFacts } from '../../../../workers/facts/evaluate-facts.ts'
import { BACKLOG, type Lane, SHORT_LANE } from '../../../../workers/facts/lanes.ts'
import { PATIENT } from '../../../support/processes/patient-lane.ts'
import { whileHeld } from '../../../support/processes/while-held.ts'
import { openQuietService, type QuietService } from '../../../support/quiet-service.ts'
import { credit, debit, EXPENSES, expense, VOUCHERS, voucher } from '../../../support/requests/examples.ts'

/** A service whose worker does nothing by itself, so that handlers can be called with the jobs of a test. */
describe('facts of one end customer behind much of another one', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  const long = (customer: string) =>
    voucher(customer, {
      payload: {
        text: 'x',
        lines: Array(10)
          .fill([debit('6500', 1), credit('1020', 1)])
          .flat(),
      },
    })

  /** End customers whose facts are booked by one transaction. */
  async function twoOfOnePartition(): Promise<[string, string]> {
    const one = await quiet.newEndCustomer()
    let other = await quiet.newEndCustomer()
    while (partitionOf(other) !== partitionOf(one)) other = await quiet.newEndCustomer()
    return [one, other]
  }

  async function accept(path: string, fact: object, count = 1): Promise<string[]> {
    const ids: string[] = []
    for (let index = 0; index < count; index += 1)
      ids.push(
        (await quiet.post(path, { ...fact, idempotency_key: `k${index}`, external_reference: `r${index}` })).body
          .id as string,
      )
    return ids
  }

  /** The end customers of the entries, transaction by transaction, in the order in which these began. */
  async function transactions(customers: readonly string[]): Promise<string[]> {
    const entries = await quiet.worker.pool.any(sql.type(row<{ end_customer_id: string; transaction: string }>())`
      select end_customer_id, xmin::text as transaction from journal_entries
      where end_customer_id = any(${sql.array(customers, 'uuid')})
      order by xmin::text::bigint, end_customer_id = ${customers[0] ?? ''} desc, entry_number
    `)
    const names = (ids: readonly { end_customer_id: string }[]) =>
      ids.map(({ end_customer_id }) => (end_customer_id === customers[0] ? 'A' : 'b')).join('')
    return [...Map.groupBy(entries, ({ transaction }) => transaction).values()].map(names)
  }

  const queued = (customer: string) =>
    quiet.worker.pool.anyFirst(sql.type(row<{ name: string }>())`
      select name from pgboss.job where data ->> 'end_customer_id' = ${customer} and name in ('facts.evaluate', 'facts.backlog') order by created_on
    `)

  const small = (most_lines: number, turns: number): Lane => ({
    ...PATIENT,
    turn: { ...PATIENT.turn, most_lines, most_of_customer: most_lines },
    turns,
  })

  it('are booked with the first of them, and the order of each stays', async () => {
    const [large, other] = await twoOfOnePartition()
    const ids = [...(await accept(VOUCHERS, long(large), 5)), ...(await accept(EXPENSES, expense(other), 2))]
    const results = await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', ids), small(50, 8))
    expect(results.map(({ status }) => status)).to.deep.equal(Array(7).fill('completed'))
    expect(await transactions([large, other])).to.deep.equal(['AAbb', 'AA', 'A'])
    expect(await queued(large)).to.deep.equal(Array(5).fill('facts.evaluate'))
    for (const customer of [large, other]) expect(await quiet.findings(customer)).to.deep.equal([])
    const order = await quiet.worker.pool.anyFirst(sql.type(row<{ source_id: string }>())`
      select source_id from journal_entries where end_customer_id = ${large} order by entry_number
    `)
    expect(order).to.deep.equal([...order].sort())
  })

  it('go on waiting in the backlog when much is left after the turns of their batch, and are booked from there', async () => {
    const [large] = await twoOfOnePartition()
    const jobs = await quiet.jobs('facts.evaluate', await accept(VOUCHERS, long(large), 7))
    await evaluateFacts(quiet.worker, jobs, small(40, 2))
    expect(await transactions([large])).to.deep.equal(['AA', 'AA'])
    expect((await queued(large)).slice(7)).to.deep.equal(Array(3).fill('facts.backlog'))
    await evaluateFacts(quiet.worker, await quiet.jobsOf('facts.backlog', large), BACKLOG)
    expect(await transactions([large])).to.deep.equal(['AA', 'AA', 'AAA'])
    expect(await queued(large)).to.have.length(10)
    expect(await quiet.findings(large)).to.deep.equal([])
  })

  it('are booked in the short lane while another transaction holds the ledger of the other one', async () => {
    const [held, free] = await twoOfOnePartition()
    const jobs = await quiet.jobs('facts.evaluate', [
      ...(await accept(EXPENSES, expense(held))),
      ...(await accept(EXPENSES, expense(free))),
    ])
    await whileHeld(quiet.owner, held, () => evaluateFacts(quiet.worker, jobs, SHORT_LANE))
    expect([await quiet.count('journal_entries', held), await quiet.count('journal_entries', free)]).to.deep.equal([
      0, 1,
    ])
    expect(await queued(held)).to.deep.equal(['facts.evaluate', 'facts.evaluate'])
    expect(await queued(free)).to.deep.equal(['facts.evaluate'])
    await evaluateFacts(quiet.worker, await quiet.jobsOf('facts.evaluate', held), SHORT_LANE)
    expect(await quiet.count('journal_entries', held)).to.equal(1)
  })

  it('wait in the first queue, and a batch of very many in the other one', async () => {
    const [few, many] = await twoOfOnePartition()
    await accept(EXPENSES, expense(few))
    const items = Array.from({ length: 120 }, () => expense(many))
    expect((await quiet.post('/v1/source-facts/batch', { items })).status).to.equal(202)
    expect(await queued(few)).to.deep.equal(['facts.evaluate'])
    expect([...new Set(await queued(many))]).to.deep.equal(['facts.backlog'])
  })
})
