import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { uuidOf } from '../../../shared/process/ids.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { importBankStatements } from '../../../workers/bank/import-bank-statements.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { SHORT_LANE } from '../../../workers/facts/lanes.ts'
import { reevaluateFacts } from '../../../workers/facts/reevaluate-facts.ts'
import { postIntents } from '../../../workers/settlement/post-intents.ts'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { credit, debit, EXPENSES, expense, VOUCHERS, voucher } from '../../support/requests/examples.ts'

const SIZE = 40

/** A worker that does nothing by itself: what a change hands on is what is in the queues. */
describe('blocked facts wait for what they name', () => {
  let quiet: QuietService
  let customer: string
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  beforeEach(async () => {
    customer = await quiet.newEndCustomer()
    await drop()
  })

  /** Jobs stay in their queue when a test runs them itself. */
  const drop = () =>
    quiet.worker.pool.query(sql.type(row())`
      delete from pgboss.job where data ->> 'end_customer_id' = ${customer} and name <> 'ledger.post'
    `)
  async function booked(path: string, request: object): Promise<string> {
    const { body } = await quiet.post(path, request)
    const id = body.id as string
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [id]), SHORT_LANE)
    return id
  }
  async function payable(): Promise<string> {
    const id = await booked(EXPENSES, expense(customer, { external_reference: randomUUID() }))
    return (await quiet.firstOf('supplier-payables', customer, `&source_fact_id=${id}`)).id
  }
  const paying = (id: string, amount: number) => {
    const item = { open_item: { supplier_payable_id: id, purpose: 'payment' } }
    return voucher(customer, {
      external_reference: randomUUID(),
      payload: { lines: [debit('2000', amount, item), credit('1020', amount)] },
    })
  }
  /** Every fact that the queues would evaluate again. */
  async function evaluatedAgain(): Promise<string[]> {
    await reevaluateFacts(quiet.worker, await quiet.jobsOf('facts.reevaluate', customer))
    const jobs = await quiet.jobsOf('facts.evaluate', customer)
    await drop()
    return jobs.map(({ data }) => data.source_fact_id).sort()
  }
  const uuidsOf = (ids: readonly string[]) => ids.map((id) => uuidOf('source_fact', id)).sort()

  /** As many vouchers as there are, each of which takes more than the item has. */
  async function waitingFor(id: string): Promise<string[]> {
    const ids: string[] = []
    for (let count = 0; count < SIZE; count += 1) ids.push(await booked(VOUCHERS, paying(id, 20_000)))
    await evaluatedAgain()
    return ids
  }

  it('a voucher that changes another item has none of them evaluated again, one that changes theirs has all', async () => {
    const [theirs, other] = [await payable(), await payable()]
    const ids = await waitingFor(theirs)
    await drop()
    await booked(VOUCHERS, paying(other, 100))
    await quiet.worker.pool.query(sql.type(row())`delete from pgboss.job where name = 'facts.evaluate'`)
    expect(await evaluatedAgain()).to.deep.equal([])
    await booked(VOUCHERS, paying(theirs, 100))
    await quiet.worker.pool.query(sql.type(row())`delete from pgboss.job where name = 'facts.evaluate'`)
    expect(await evaluatedAgain()).to.deep.equal(uuidsOf(ids))
  })

  it('a settlement of another item has none of them evaluated again, the reversal of one of theirs has all', async () => {
    const [theirs, other] = [await payable(), await payable()]
    const ids = await waitingFor(theirs)
    const settle = async (id: string) => {
      const amount = { amount_minor: 100, currency: 'CHF' }
      const request = { settlement_date: '2026-04-15', amount, reviewer_justification: 'x', end_customer_id: customer }
      const { body } = await quiet.post(`/v1/supplier-payables/${id}/settlements`, request)
      await runIntents()
      return `/v1/supplier-payables/${id}/settlements/${body.id}/reverse`
    }
    const runIntents = async () => {
      await postIntents(quiet.worker, await quiet.jobsOf('ledger.post', customer))
      await quiet.worker.pool.query(sql.type(row())`delete from pgboss.job where name = 'ledger.post'`)
    }
    await settle(other)
    expect(await evaluatedAgain()).to.deep.equal([])
    const reversal = await settle(theirs)
    expect(await evaluatedAgain()).to.deep.equal(uuidsOf(ids))
    await quiet.post(reversal, { end_customer_id: customer, reason: 'x' })
    await runIntents()
    expect(await evaluatedAgain()).to.deep.equal(uuidsOf(ids))
  })

  it('an import of another bank entry has none of them evaluated again, that of theirs has all', async () => {
    const message = (id: string, amount: string) =>
      camt053Message({ header: `<Id>${id}</Id>`, bankEntries: bankEntry({ amount, direction: 'DBIT' }) })
    const imported = async (of: string, id: string, amount: string) => {
      await quiet.upload(of, message(id, amount))
      await importBankStatements(quiet.worker, await quiet.jobsOf('camt053.import', of))
    }
    // The hash is that of the content, so the books of somebody else know it first.
    const somebodyElse = await quiet.newEndCustomer()
    await imported(somebodyElse, 'THEIRS', '108.10')
    const { canonical_entry_hash } = await quiet.firstOf('camt-053/entries', somebodyElse)
    const ids: string[] = []
    for (let count = 0; count < SIZE; count += 1) {
      const payload = {
        lines: [debit('6500', 10_810), credit('1020', 10_810)],
        bank_entries: [{ canonical_entry_hash }],
      }
      ids.push(await booked(VOUCHERS, voucher(customer, { external_reference: randomUUID(), payload })))
    }
    await evaluatedAgain()
    await imported(customer, 'OTHER', '50.00')
    expect(await evaluatedAgain()).to.deep.equal([])
    await imported(customer, 'THEIRS', '108.10')
    expect(await evaluatedAgain()).to.deep.equal(uuidsOf(ids))
  })

  it('those of the release before, which say nothing, are evaluated again with any change', async () => {
    const [theirs, other] = [await payable(), await payable()]
    const ids = await waitingFor(theirs)
    await quiet.owner.query(sql.type(row())`
      update fact_states set waits_for = null where end_customer_id = ${customer} and state = 'blocked'
    `)
    await booked(VOUCHERS, paying(other, 100))
    await quiet.worker.pool.query(sql.type(row())`delete from pgboss.job where name = 'facts.evaluate'`)
    expect(await evaluatedAgain()).to.deep.equal(uuidsOf(ids))
  })
})
