import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { Client } from 'pg'
import { uuidOf } from '../../../shared/process/ids.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { importBankStatements } from '../../../workers/bank/import-bank-statements.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { reevaluateFacts } from '../../../workers/facts/reevaluate-facts.ts'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { chart, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS } from '../../support/requests/kmu-chart.ts'
import { ownerUrl } from '../../support/service.ts'
import { there } from '../../support/there.ts'

const BUSY = 4242

/** A batch that has read everything and decided, and saves its decisions when the test lets it. */
describe('facts that are decided while what they wait for comes', () => {
  let quiet: QuietService
  let customer: string
  let holder: Client
  before(async () => {
    quiet = await openQuietService()
    holder = new Client({ connectionString: ownerUrl(quiet.database_url) })
    await holder.connect()
    await holder.query(`
      create function wait_in_test() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${BUSY}); return new; end $$;
      create trigger wait_in_test before update on fact_states for each row execute function wait_in_test()
    `)
  })
  after(async () => {
    await holder.end()
    await quiet.close()
  })
  beforeEach(async () => {
    customer = await quiet.newEndCustomer()
  })

  const waiting = async () =>
    (
      await holder.query(
        `select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
      )
    ).rows.length
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await sleep(10)
  }
  const drop = (queue: string) =>
    quiet.worker.pool.query(sql.type(row())`
      delete from pgboss.job where name = ${queue} and data ->> 'end_customer_id' = ${customer}
    `)

  /** Changes something while a batch that has read it before is undecided. @returns facts handed on by then */
  async function handedOn(fact_id: string, change: () => Promise<void>): Promise<string[]> {
    await holder.query(`select pg_advisory_lock(${BUSY})`)
    const deciding = evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [fact_id]), PATIENT)
    await until(async () => (await waiting()) > 0)
    let isDone = false
    const changing = change()
      .then(async () => reevaluateFacts(quiet.worker, await quiet.jobsOf('facts.reevaluate', customer)))
      .finally(() => {
        isDone = true
      })
    await until(async () => isDone || (await waiting()) > 1)
    await holder.query(`select pg_advisory_unlock(${BUSY})`)
    await Promise.all([deciding, changing])
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
