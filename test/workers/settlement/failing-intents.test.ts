import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { importBankStatements } from '../../../workers/bank/import-bank-statements.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { reevaluateFacts } from '../../../workers/facts/reevaluate-facts.ts'
import { postIntents } from '../../../workers/settlement/post-intents.ts'
import { maintainDaily } from '../../../workers/setup/maintain-daily.ts'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { chart, chf, credit, debit, INVOICES, invoice, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS } from '../../support/requests/kmu-chart.ts'
import { countTransactions } from '../facts/count-statements.ts'

/** A service whose worker does nothing by itself, so that handlers can be called with the jobs of a test. */
describe('intents that cannot be executed', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
    await refuseAmounts()
  })
  after(() => quiet.close())

  /** A trigger of this database refuses allocations of 6.66, with the SQLSTATE that is given. */
  async function refuseAmounts(sqlstate = 'P0001'): Promise<void> {
    await quiet.owner.query(sql.type(row())`
      create or replace function refuse_amount() returns trigger language plpgsql as $$
      begin
        raise exception 'refused for the test' using errcode = tg_argv[0];
      end $$
    `)
    await quiet.owner.query(sql.type(row())`
      create or replace trigger refuse_amount before update on allocations for each row
      when (new.amount_minor = 666) execute function refuse_amount(${sql.literalValue(sqlstate)})
    `)
  }
  const accept = () => quiet.owner.query(sql.type(row())`drop trigger refuse_amount on allocations`)

  async function booked(path: typeof INVOICES | typeof VOUCHERS, request: object): Promise<string> {
    const { body } = await quiet.post(path, request)
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [body.id]), PATIENT)
    return body.id
  }
  /** Requests for the allocation of payments of these amounts, each for an invoice; nothing is posted yet. */
  async function allocations(...amounts: number[]) {
    const customer = randomUUID()
    const accounts = KMU_ACCOUNTS.map(({ or_row, ...account }) => account)
    await quiet.put('/v1/accounts', chart(customer, '2020-01-01', accounts))
    const bankEntries = amounts.map((amount) => bankEntry({ amount: (amount / 100).toFixed(2) })).join('')
    await quiet.upload(customer, camt053Message({ bankEntries }))
    await importBankStatements(quiet.worker, await quiet.jobsOf('camt053.import', customer))
    const ids: string[] = []
    const documents: string[] = []
    for (const { id: payment_id, amount } of await quiet.itemsOf('payments', customer)) {
      const fact = await booked(INVOICES, invoice(customer, { payload: { gross_amount: amount, tax_lines: [] } }))
      const { id: document_id } = await quiet.firstOf('documents', customer, `&source_fact_id=${fact}`)
      const request = { end_customer_id: customer, payment_id, lines: [{ document_id, amount }] }
      ids.push((await quiet.post('/v1/allocations', request)).body.id)
      documents.push(document_id)
    }
    return { customer, ids, documents }
  }
  const jobsOf = (customer: string) => quiet.jobsOf('ledger.post', customer)
  async function post(customer: string) {
    const jobs = await jobsOf(customer)
    await drop(customer, 'ledger.post')
    return postIntents(quiet.worker, jobs)
  }
  const drop = (customer: string, queue: string) =>
    quiet.worker.pool.query(sql.type(row())`
      delete from pgboss.job where data ->> 'end_customer_id' = ${customer} and name = ${queue}
    `)
  const statesOf = async (ids: readonly string[]) => {
    const found = await Promise.all(ids.map((id) => quiet.get(`/v1/allocations/${id}`)))
    return found.map(({ body }) => {
      const last = body.intents.at(-1)
      return [body.state, last?.state, ...(last?.blockers.map(({ code }) => code) ?? [])].join(' ')
    })
  }

  it('is blocked at once with a word for its sender, and the others are posted', async () => {
    const { customer, ids } = await allocations(1_000, 666, 1_100)
    expect((await post(customer)).map(({ status }) => status)).to.deep.equal(Array(3).fill('completed'))
    expect(await statesOf(ids)).to.deep.equal([
      'posted succeeded',
      'draft blocked evaluation_failed',
      'posted succeeded',
    ])
    const { body } = await quiet.get(`/v1/allocations/${ids[1]}`)
    expect(JSON.stringify(body)).to.not.include('refused for the test')
    const { body: feed } = await quiet.get(`/v1/events?end_customer_id=${customer}&limit=100`)
    expect(feed.data.filter(({ event_type }) => event_type === 'allocation.blocked')).to.have.length(1)
    await accept()
    await drop(customer, 'facts.reevaluate')
    await maintainDaily(quiet.worker)
    await reevaluateFacts(quiet.worker, await quiet.jobsOf('facts.reevaluate', customer))
    await post(customer)
    expect((await statesOf(ids))[1]).to.equal('posted succeeded')
    await refuseAmounts()
    expect(await quiet.findings(customer)).to.deep.equal([])
  })

  it('what may be over a moment later is tried again, and blocked after the last time', async () => {
    await refuseAmounts('42703')
    const { customer, ids } = await allocations(1_000, 666)
    const jobs = await jobsOf(customer)
    expect((await postIntents(quiet.worker, jobs)).map(({ status }) => status).sort()).to.deep.equal([
      'completed',
      'failed',
    ])
    expect(await statesOf(ids)).to.deep.equal(['posted succeeded', 'draft pending'])
    await postIntents(
      quiet.worker,
      jobs.map((job) => ({ ...job, retryCount: 10 })),
    )
    expect(await statesOf(ids)).to.deep.equal(['posted succeeded', 'draft blocked evaluation_failed'])
    await refuseAmounts()
  })

  it('what is put off knows how often it was tried', async function () {
    this.timeout(180_000)
    await refuseAmounts('42703')
    const { customer } = await allocations(...Array(40).fill(666))
    const jobs = await jobsOf(customer)
    await drop(customer, 'ledger.post')
    await postIntents(
      quiet.worker,
      jobs.map((job) => ({ ...job, retryCount: 7, data: { ...job.data, tries: 2 } })),
    )
    const putOff = await jobsOf(customer)
    expect(putOff).to.not.be.empty
    expect(putOff.map(({ data }) => data.tries)).to.deep.equal(putOff.map(() => 9))
    const results = await postIntents(quiet.worker, putOff.slice(0, 1))
    const last = await postIntents(
      quiet.worker,
      putOff.slice(0, 1).map((job) => ({ ...job, retryCount: 1 })),
    )
    expect([...results, ...last].map(({ status }) => status)).to.deep.equal(['failed', 'completed'])
    await refuseAmounts()
  })

  it('costs the ledgers of others nothing, and a bounded number of transactions', async function () {
    this.timeout(180_000)
    const bad = await allocations(...Array(20).fill(666))
    const good = await allocations(1_000, 1_100, 1_200)
    const mixed = [...(await jobsOf(bad.customer)), ...(await jobsOf(good.customer))]
    await drop(bad.customer, 'ledger.post')
    // Both ledgers, 16 cuts, those that stand alone, and those put off.
    expect(await countTransactions(() => postIntents(quiet.worker, mixed))).to.be.at.most(60)
    expect(await statesOf(good.ids)).to.deep.equal(Array(3).fill('posted succeeded'))
    const order = await quiet.worker.pool.one(sql.type(row<{ good: bigint; bad: bigint }>())`
      select (select max(xmin::text::bigint) from journal_entries where end_customer_id = ${good.customer}) as good,
        (select min(xmin::text::bigint) from intents
          where end_customer_id = ${bad.customer} and state = 'blocked') as bad
    `)
    expect(order.good < order.bad, 'the good ones are posted before any other one is looked at alone').to.equal(true)
    for (let rounds = 0; rounds < 5; rounds += 1) await post(bad.customer)
    expect(await statesOf(bad.ids)).to.deep.equal(Array(20).fill('draft blocked evaluation_failed'))
  })

  it('a reversal to whose item something was given back since waits for that, and is posted then', async () => {
    const { customer, ids, documents } = await allocations(1_000)
    await post(customer)
    const [document_id] = documents
    const item = { open_item: { document_id, purpose: 'refund' } }
    const { body: voucher_ } = await quiet.post(
      VOUCHERS,
      voucher(customer, {
        business_date: '2026-04-20',
        payload: { lines: [debit('1100', 1_000, item), credit('1000', 1_000)] },
      }),
    )
    await quiet.post(`/v1/allocations/${ids[0]}/reverse`, { end_customer_id: customer, reason: 'x' })
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [voucher_.id]), PATIENT)
    await post(customer)
    expect(await statesOf(ids)).to.deep.equal(['posted blocked open_item_exceeded'])
    const { body } = await quiet.get(`/v1/allocations/${ids[0]}`)
    expect(body.intents.at(-1)?.blockers[0]?.message).to.equal(
      `Open item ${document_id} would have more than it was opened with: ${voucher_.id} gave back to it.`,
    )
    await drop(customer, 'facts.reevaluate')
    await quiet.post(`/v1/source-facts/${voucher_.id}/reverse`, { end_customer_id: customer, reason: 'x' })
    await post(customer)
    await reevaluateFacts(quiet.worker, await quiet.jobsOf('facts.reevaluate', customer))
    await post(customer)
    expect(await statesOf(ids)).to.deep.equal(['reversed succeeded'])
    expect((await quiet.get(`/v1/documents/${document_id}`)).body.open_amount).to.deep.equal(chf(1_000))
    expect(await quiet.findings(customer)).to.deep.equal([])
  })
})
