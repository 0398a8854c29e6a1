import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { type HeldWriters, holdWriters } from '../../support/processes/hold-writers.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { credit, debit, EXPENSES, expense, VOUCHERS, voucher } from '../../support/requests/examples.ts'

const DEBIT = bankEntry({
  amount: '108.10',
  direction: 'DBIT',
  details: `<TxDtls><RltdPties><Cdtr><Pty><Nm>Papeterie Muster AG</Nm></Pty></Cdtr></RltdPties>
    <RmtInf><Ustrd>R-2026-0314</Ustrd></RmtInf></TxDtls>`,
})

/** A worker runs what waits while a batch has done all but its events, which stand for its commit. */
describe('a batch that leaves a job out because one waits, which a worker would like to fetch before the commit', () => {
  let quiet: QuietService
  let customer: string
  let held: HeldWriters
  before(async () => {
    quiet = await openQuietService()
    held = await holdWriters(quiet.database_url, 'insert on events')
  })
  after(async () => {
    await held.close()
    await quiet.close()
  })
  beforeEach(async () => {
    customer = await quiet.newEndCustomer()
    await held.query(`delete from pgboss.job`)
  })

  async function decide(...ids: string[]): Promise<void> {
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', ids), PATIENT)
  }
  const beforeCommit = (ids: string[], meanwhile: () => Promise<unknown>) =>
    held.during(() => decide(...ids), meanwhile)
  const sent = async (path: typeof EXPENSES | typeof VOUCHERS, request: object) =>
    (await quiet.post(path, request)).body.id as string
  const expenseSent = () => sent(EXPENSES, expense(customer, { external_reference: randomUUID() }))
  /** What is paid of an item, or given back where it is less than nothing. */
  const paid = (supplier_payable_id: string, amount: number) => {
    const [ofItem, ofBank] = amount > 0 ? [debit, credit] : [credit, debit]
    const open_item = { supplier_payable_id, purpose: 'payment' }
    const lines = [ofItem('2000', Math.abs(amount), { open_item }), ofBank('1020', Math.abs(amount))]
    return sent(VOUCHERS, voucher(customer, { external_reference: randomUUID(), payload: { lines } }))
  }
  const stateOf = async (id: string) => (await quiet.get(`/v1/source-facts/${id}`)).body.state

  for (const waits of [false, true])
    it(`a voucher that the batch blocks and frees is booked, ${waits ? 'with' : 'without'} a job that waits`, async () => {
      const source = await expenseSent()
      await decide(source)
      const { id } = await quiet.firstOf('supplier-payables', customer, `&source_fact_id=${source}`)
      await decide(await paid(id, 5_000))
      const other = await paid(id, 10_000)
      await decide(other)
      expect(await stateOf(other)).to.equal('blocked')
      await held.query(`delete from pgboss.job where name = 'facts.reevaluate'`)
      if (waits) await decide(await paid(id, 10))
      expect(await quiet.jobsOf('facts.reevaluate', customer)).to.have.length(waits ? 1 : 0)
      const freed = await paid(id, 6_000)
      const freeing = await paid(id, -1_000)
      await beforeCommit([freed, freeing], () => quiet.work('facts.reevaluate'))
      expect([await stateOf(freed), await stateOf(freeing)]).to.deep.equal(['blocked', 'posted'])
      await held.query(`delete from pgboss.job where name = any('{facts.evaluate,facts.backlog}')`)
      await quiet.work('facts.reevaluate')
      await quiet.work('facts.backlog')
      expect(await stateOf(freed)).to.equal('posted')
    })

  for (const waits of [false, true])
    it(`a payable and its bank debit are proposed to each other, ${waits ? 'with' : 'without'} a job that waits`, async () => {
      await quiet.upload(customer, camt053Message({ bankEntries: DEBIT }))
      await quiet.work('camt053.import')
      if (!waits) await quiet.work('settlement.match')
      const source = await expenseSent()
      await beforeCommit([source], () => quiet.work('settlement.match'))
      expect(await stateOf(source)).to.equal('posted')
      await quiet.work('settlement.match')
      expect(await quiet.count('settlement_candidates', customer)).to.equal(1)
    })
})
