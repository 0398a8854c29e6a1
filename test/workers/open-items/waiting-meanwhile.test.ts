import { expect } from 'chai'
import { uuidOf } from '../../../shared/process/ids.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { importBankStatements } from '../../../workers/bank/import-bank-statements.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { reevaluateFacts } from '../../../workers/facts/reevaluate-facts.ts'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { type HeldWriters, holdWriters } from '../../support/processes/hold-writers.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { chart, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'

/** A batch that has read everything and decided, and saves its decisions when the test lets it. */
describe('facts that are decided while what they wait for comes', () => {
  let quiet: QuietService
  let customer: string
  let held: HeldWriters
  before(async () => {
    quiet = await openQuietService()
    held = await holdWriters(quiet.database_url, 'update on fact_states')
  })
  after(async () => {
    await held.close()
    await quiet.close()
  })
  beforeEach(async () => {
    customer = await quiet.newEndCustomer()
  })

  const drop = (queue: string) =>
    quiet.worker.pool.query(sql.type(row())`
      delete from pgboss.job where name = ${queue} and data ->> 'end_customer_id' = ${customer}
    `)

  /** Changes something while a batch that has read it before is undecided. @returns facts handed on by then */
  async function handedOn(fact_id: string, change: () => Promise<void>): Promise<string[]> {
    const jobs = await quiet.jobs('facts.evaluate', [fact_id])
    await held.during(
      () => evaluateFacts(quiet.worker, jobs, PATIENT),
      async () => {
        await change()
        await reevaluateFacts(quiet.worker, await quiet.jobsOf('facts.reevaluate', customer))
      },
    )
    const { body } = await quiet.get(`/v1/source-facts/${fact_id}`)
    expect(body.state).to.equal('blocked')
    return (await quiet.jobsOf('facts.evaluate', customer)).map(({ data }) => data.source_fact_id)
  }

  it('an import hands them on once they are decided', async () => {
    const message = camt053Message({ bankEntries: bankEntry({ amount: '108.10', direction: 'DBIT' }) })
    const imported = async (of: string) => {
      await quiet.upload(of, message)
      await importBankStatements(quiet.worker, await quiet.jobsOf('camt053.import', of))
    }
    // The hash is that of the content, so the books of somebody else know it first.
    const somebodyElse = await quiet.newEndCustomer()
    await imported(somebodyElse)
    const { canonical_entry_hash } = await quiet.firstOf('camt-053/entries', somebodyElse)
    const payload = { lines: [debit('6500', 10_810), credit('1020', 10_810)], bank_entries: [{ canonical_entry_hash }] }
    const { body } = await quiet.post(VOUCHERS, voucher(customer, { payload }))
    const handed = await handedOn(body.id, async () => {
      await drop('facts.evaluate')
      await imported(customer)
    })
    expect(handed).to.deep.equal([uuidOf('source_fact', body.id)])
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [body.id]), PATIENT)
    expect((await quiet.get(`/v1/source-facts/${body.id}`)).body.state).to.equal('posted')
  })

  /** A payment of 108.10, a voucher that brings its money onto 1099, and one that makes credit of it from there. */
  async function creditBeforeItsLeg() {
    const accounts = KMU_ACCOUNTS.map(({ or_row, ...one }) => one)
    await quiet.put('/v1/accounts', chart(customer, '2020-01-01', accounts))
    await quiet.upload(customer, camt053Message({ bankEntries: bankEntry({ amount: '108.10' }) }))
    await importBankStatements(quiet.worker, await quiet.jobsOf('camt053.import', customer))
    await drop('facts.reevaluate')
    const { id: payment_id, entry_id } = await quiet.firstOf('payments', customer)
    const parked = { lines: [debit('1020', 10_810), credit('1099', 10_810)] }
    const item = { open_item: { payment_id, purpose: 'transfer' } }
    const given = { lines: [debit('1099', 10_810), credit('2030', 10_810, item)] }
    const sent = async (payload: object) => (await quiet.post(VOUCHERS, voucher(customer, { payload }))).body.id
    return { entry_id, parked, given, sent }
  }
  const decide = async (id: string) => {
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [id]), PATIENT)
    return (await quiet.get(`/v1/source-facts/${id}`)).body
  }
  const linked = async (entry_id: string, journal_entry_id: string) => {
    const link = { end_customer_id: customer, journal_entry_id, line_number: 1 }
    const amount = { amount_minor: 10_810, currency: 'CHF' }
    const { status } = await quiet.post(`/v1/camt-053/entries/${entry_id}/links`, { ...link, amount })
    expect(status).to.equal(201)
  }

  it('a link of the bank entry hands on the credit of its payment once that is decided', async () => {
    const { entry_id, parked, given, sent } = await creditBeforeItsLeg()
    const { journal_entry_id } = await decide(await sent(parked))
    const id = await sent(given)
    const handed = await handedOn(id, async () => {
      await drop('facts.evaluate')
      await linked(entry_id, there(there(journal_entry_id).id))
    })
    expect(handed).to.deep.equal([uuidOf('source_fact', id)])
    expect((await decide(id)).state).to.equal('posted')
    expect(await quiet.findings(customer)).to.deep.equal([])
  })

  it('a voucher that books the bank entry hands on the credit of its payment once that is decided', async () => {
    const { entry_id, parked, given, sent } = await creditBeforeItsLeg()
    const id = await sent(given)
    const handed = await handedOn(id, async () => {
      const leg = await sent({ ...parked, bank_entries: [{ entry_id }] })
      await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [leg]), PATIENT)
      await drop('facts.evaluate')
    })
    expect(handed).to.deep.equal([uuidOf('source_fact', id)])
    expect((await decide(id)).state).to.equal('posted')
    expect(await quiet.findings(customer)).to.deep.equal([])
  })
})
