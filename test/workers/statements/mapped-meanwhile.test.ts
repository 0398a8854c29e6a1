import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { Client } from 'pg'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { SHORT_LANE } from '../../../workers/facts/lanes.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { ACCOUNTS, chart, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'

const OTHER = { account_code: '1101', account_name: 'Other debtors', account_type: 'asset' }
const DAY = '2025-03-01'

/** A worker that does nothing by itself: the test is the refresh that has read what is a control account. */
describe('an account that becomes a control account while a refresh is under way', () => {
  let quiet: QuietService
  let refresh: Client
  let customer: string
  before(async () => {
    quiet = await openQuietService()
    refresh = new Client({ connectionString: quiet.database_url })
    await refresh.connect()
  })
  after(async () => {
    await refresh.end()
    await quiet.close()
  })
  beforeEach(async () => {
    customer = randomUUID()
    await quiet.put('/v1/accounts', chart(customer, '2020-01-01', [...ACCOUNTS, OTHER]))
  })

  async function book(lines: readonly object[]): Promise<void> {
    const request = { external_reference: randomUUID(), business_date: DAY, payload: { lines } }
    const { body } = await quiet.post(VOUCHERS, voucher(customer, request))
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [body.id]), SHORT_LANE)
    expect((await quiet.get(`/v1/source-facts/${body.id}`)).body.blockers).to.deep.equal([])
  }

  /** Runs a change when a refresh has folded. The refresh commits as soon as the change is done, or waits for it. */
  async function whileRefreshing<Done>(change: () => Promise<Done>): Promise<Done> {
    await refresh.query('begin')
    await refresh.query('select from statement_watermarks where end_customer_id = $1 for update', [customer])
    await refresh.query('select fold_lines(array[$1::uuid]), fold_partners(array[$1::uuid])', [customer])
    let isDone = false
    const changing = change().finally(() => {
      isDone = true
    })
    while (!isDone && !(await somebodyWaits())) await sleep(10)
    await refresh.query('commit')
    return changing
  }
  async function somebodyWaits(): Promise<boolean> {
    const { rows } = await refresh.query(
      'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
    )
    return rows.length > 0
  }

  it('has its lines in the totals where a mapping makes it one', async () => {
    await book([debit('1101', 70_000), credit('1020', 70_000)])
    const mappings = [{ mapping_key: 'posting.accounts_receivable', account_code: '1101', valid_from: '2025-01-01' }]
    const { status } = await whileRefreshing(() =>
      quiet.put('/v1/account-mappings', { end_customer_id: customer, mappings }),
    )
    expect(status).to.equal(202)
    expect(await quiet.findings(customer)).to.deep.equal([])
    await quiet.refresh(customer)
    expect(await quiet.findings(customer)).to.deep.equal([])
    const close = await quiet.post('/v1/fiscal-years/FY2025/close', { end_customer_id: customer, reason: 'audited' })
    expect([close.status, close.body.error]).to.deep.equal([202, undefined])
  })

  it('has its lines in the totals where the item of a voucher makes it one', async () => {
    await book([debit('6500', 100), credit('1020', 100)])
    const item = { open_item: { new: { kind: 'receivable', partner: { name: 'Muster AG' } } } }
    await whileRefreshing(() => book([debit('1101', 70_000, item), credit('1020', 70_000)]))
    expect(await quiet.findings(customer)).to.deep.equal([])
    await quiet.refresh(customer)
    expect(await quiet.findings(customer)).to.deep.equal([])
  })
})
