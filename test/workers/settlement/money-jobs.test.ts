import { expect } from 'chai'
import { importBankStatements } from '../../../workers/bank/import-bank-statements.ts'
import { matchSettlements } from '../../../workers/bank/match-settlements.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { SHORT_LANE } from '../../../workers/facts/lanes.ts'
import { postIntents } from '../../../workers/settlement/post-intents.ts'
import { bankEntry, camt053Message, transaction } from '../../camt053/messages.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { chf, EXPENSES, expense, INVOICES, invoice } from '../../support/requests/examples.ts'

/** A job may be delivered again at any time, to the same worker or to two at once. */
describe('jobs about money that are delivered more than once', () => {
  let quiet: QuietService
  let customer: string
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  beforeEach(async () => {
    customer = await quiet.newEndCustomer()
    const facts = [await quiet.post(INVOICES, invoice(customer)), await quiet.post(EXPENSES, expense(customer))]
    await evaluateFacts(
      quiet.worker,
      await quiet.jobs(
        'facts.evaluate',
        facts.map(({ body }) => body.id),
      ),
      SHORT_LANE,
    )
    const entries =
      bankEntry({ details: transaction() }) + bankEntry({ amount: '108.10', direction: 'DBIT' }) + bankEntry()
    await quiet.upload(customer, camt053Message({ bankEntries: entries }))
  })

  const read = <const Name extends string>(name: Name) => quiet.itemsOf(name, customer)
  const deliver = async (work: (jobs: never[]) => Promise<unknown>, jobs: readonly unknown[]) => {
    await Promise.all([work(jobs as never[]), work(jobs as never[])])
    await work(jobs as never[])
  }

  it('an import takes every booking over once, and makes each payment once', async () => {
    await deliver((jobs) => importBankStatements(quiet.worker, jobs), await quiet.jobsOf('camt053.import', customer))
    expect(await read('camt-053/entries')).to.have.length(3)
    expect(await read('payments')).to.have.length(2)
    await deliver((jobs) => matchSettlements(quiet.worker, jobs), await quiet.jobsOf('settlement.match', customer))
    const hashes = (await read('settlement-candidates')).map(({ candidate_hash }) => candidate_hash)
    expect([hashes.length, new Set(hashes).size]).to.deep.equal([1, 1])
  })

  it('allocation and settlement are booked once, and reversed once', async () => {
    await importBankStatements(quiet.worker, await quiet.jobsOf('camt053.import', customer))
    const payment = await quiet.firstOf('payments', customer)
    const document_ = await quiet.firstOf('documents', customer)
    const payable = await quiet.firstOf('supplier-payables', customer)
    const body = { end_customer_id: customer }
    const lines = [{ document_id: document_.id, amount: chf(10_810) }]
    const { body: allocation } = await quiet.post('/v1/allocations', { ...body, payment_id: payment.id, lines })
    const path = `/v1/supplier-payables/${payable.id}/settlements` as const
    const settlement = { ...body, settlement_date: '2026-03-31', amount: chf(10_810), reviewer_justification: 'x' }
    const { body: settled } = await quiet.post(path, settlement)
    const post = async () =>
      deliver((jobs) => postIntents(quiet.worker, jobs), await quiet.jobsOf('ledger.post', customer))
    await post()
    expect(await quiet.count('journal_entries', customer)).to.equal(4)
    await quiet.post(`/v1/allocations/${allocation.id}/reverse`, { ...body, reason: 'x' })
    await quiet.post(`${path}/${settled.id}/reverse`, { ...body, reason: 'x' })
    await post()
    expect(await quiet.count('journal_entries', customer)).to.equal(6)
    expect((await read('documents'))[0]?.open_amount).to.deep.equal(chf(10_810))
    expect((await read('supplier-payables'))[0]?.open_amount).to.deep.equal(chf(10_810))
    expect((await read('payments'))[0]?.open_amount).to.deep.equal(chf(10_810))
    expect(await quiet.findings(customer)).to.deep.equal([])
  })
})
