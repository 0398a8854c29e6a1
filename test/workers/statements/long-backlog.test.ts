import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { dropStatementTables, foldPart } from '../../../shared/store/statements/account-period-totals.ts'
import { refreshStatements } from '../../../workers/statements/refresh-statements.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'

const ENTRIES = 12
const LINES = Array.from({ length: 500 }, () => [debit('6500', 100), credit('1020', 100)]).flat()

/** A worker that does nothing by itself: each test folds a ledger of twelve thousand lines from nothing. */
describe('a ledger with very much to fold', () => {
  let quiet: QuietService
  let long: string
  let other: string
  before(async () => {
    quiet = await openQuietService()
    ;[long, other] = [await quiet.newEndCustomer(), await quiet.newEndCustomer()]
    for (const customer of [...Array<string>(ENTRIES).fill(long), other])
      await quiet.post(VOUCHERS, voucher(customer, { payload: { lines: LINES } }))
    for (const queue of ['facts.evaluate', 'facts.backlog'] as const) await quiet.work(queue)
    expect(await quiet.count('journal_entries', long)).to.equal(ENTRIES)
  })
  after(() => quiet.close())
  beforeEach(async () => {
    await quiet.worker.pool.transaction((tx) => dropStatementTables(tx, [long, other]))
    await quiet.owner.query(sql.type(row())`delete from pgboss.job where name = 'statements.refresh'`)
  })

  const fold = (...customers: string[]) => quiet.worker.pool.transaction((tx) => foldPart(tx, customers))
  const jobs = (...customers: string[]) => customers.map((end_customer_id) => ({ id: '', data: { end_customer_id } }))
  /** The entries up to which each of the seven folds has come. Nobody holds the row meanwhile. */
  const folded = async (customer: string) => {
    const watermark = await quiet.owner.one(sql.type(row<Record<string, bigint>>())`
      select entry_number, control_entry_number, partner_entry_number, named_entry_number, tax_entry_number,
        tax_account_entry_number, movement_entry_number
      from statement_watermarks where end_customer_id = ${customer} for update nowait
    `)
    return [...new Set(Object.values(watermark).map(Number))]
  }

  it('is folded in parts of ten thousand lines, which the ledgers of a query share', async () => {
    expect([await fold(long), await folded(long)]).to.deep.equal([[long], [11]])
    expect([await fold(long), await folded(long)]).to.deep.equal([[], [12]])
    await quiet.worker.pool.transaction((tx) => dropStatementTables(tx, [long]))
    expect([await fold(long, other), await folded(long)]).to.deep.equal([[long], [6]])
    expect([await fold(long, other), await folded(long), await folded(other)]).to.deep.equal([[], [12], [1]])
    expect(await quiet.findings(long)).to.deep.equal([])
  })

  it('moves no watermark back where another one is behind it', async () => {
    await quiet.refresh(long)
    await quiet.owner.transaction(async (tx) => {
      await tx.query(sql.type(row())`
        update statement_watermarks set control_entry_number = 0, named_entry_number = 0, tax_entry_number = 0
        where end_customer_id = ${long}
      `)
      for (const table of ['control_account_totals', 'partner_names', 'tax_period_totals'])
        await tx.query(sql.type(row())`delete from ${sql.identifier([table])} where end_customer_id = ${long}`)
    })
    expect([await fold(long), await folded(long)]).to.deep.equal([[long], [12, 11]])
    expect([await fold(long), await folded(long)]).to.deep.equal([[], [12]])
    expect(await quiet.findings(long)).to.deep.equal([])
  })

  it('holds up no other one: each part is there before the next one begins', async () => {
    const seen: number[][] = []
    const order = [long, other].sort()
    let before: number[] | null = null
    // Asked outside of the transaction of a part: a row that it holds would refuse the lock.
    const transaction: typeof quiet.worker.pool.transaction = async (work) => {
      if (before) seen.push(before)
      const done = await quiet.worker.pool.transaction(work)
      before = (await Promise.all(order.map(folded))).flat()
      return done
    }
    await refreshStatements({ ...quiet.worker, pool: { ...quiet.worker.pool, transaction } }, jobs(long, other))
    expect(seen).to.deep.equal([order.map((one) => (one === long ? 6 : 1))])
    expect(before).to.deep.equal(order.map((one) => (one === long ? 12 : 1)))
  })

  it('goes behind the jobs of others after some parts', async () => {
    await refreshStatements(quiet.worker, jobs(long), 1)
    expect(await folded(long)).to.deep.equal([11])
    const [job, ...more] = await quiet.jobsOf('statements.refresh', long)
    expect([job?.data, more]).to.deep.equal([{ end_customer_id: long }, []])
    await refreshStatements(quiet.worker, jobs(long))
    expect(await folded(long)).to.deep.equal([12])
  })

  it('is folded by the worker where a fiscal year changes, apart from the first part', async () => {
    const year = { end_customer_id: long, start_date: '2026-01-01', end_date: '2027-01-31' }
    const { status } = await quiet.put('/v1/fiscal-years/FY2026', year)
    expect([status, await folded(long)]).to.deep.equal([202, [11]])
    expect(await quiet.jobsOf('statements.refresh', long)).to.have.length(1)
    expect(await quiet.findings(long)).to.deep.equal([])
  })
})
