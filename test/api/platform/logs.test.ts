import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { openPool, row, sql } from '../../../shared/store/db/database.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { lockIdempotencyKey } from '../../../shared/store/platform/idempotency.ts'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { eventually } from '../../support/books.ts'
import { startProcesses } from '../../support/processes/real-processes.ts'
import { chart, EXPENSES, expense } from '../../support/requests/examples.ts'
import { ownerUrl } from '../../support/service.ts'

describe('logs of real processes', () => {
  let running: Awaited<ReturnType<typeof startProcesses>>
  let customer: string
  before(async () => {
    running = await startProcesses({ SLOW_STATEMENT_MS: '1', STATEMENT_TIMEOUT_MS: '1000' })
    customer = randomUUID()
    await running.client.put('/v1/accounts', chart(customer))
  })
  after(() => running.stop())

  /** The lines of both processes that carry this request id, once the worker's last one is there. */
  async function linesOf(request_id: string, count: number) {
    const lines = () =>
      [...running.web.lines(), ...running.worker.lines()].filter((line) => line.request_id === request_id)
    const loggedLines = () => lines().filter(({ msg }) => msg !== 'a query was slow')
    await eventually(async () => loggedLines().length >= count)
    return loggedLines()
  }
  const named = () => {
    const id = `trace-${randomUUID()}`
    return { id, headers: { 'X-Request-Id': id } }
  }
  const key_id = () => running.key.split('_')[1]

  it('one request id leads from the request to its job and to the entry', async () => {
    const { id, headers } = named()
    const { body } = await running.client.post(EXPENSES, expense(customer), { headers, wait: 10 })
    expect(body.state).to.equal('posted')
    const [request, job, ...rest] = await linesOf(id, 2)
    expect(rest).to.deep.equal([])
    expect(request).to.include({ msg: 'request', status: 202, key_id: key_id(), end_customer_id: customer })
    expect(request?.job_ids).to.have.length(1)
    expect(job).to.include({ msg: 'job', queue: 'facts.evaluate', outcome: 'posted', entry_number: 1 })
    expect(job).to.include({
      job_id: request?.job_ids?.[0],
      source_fact: body.id,
      key_id: key_id(),
      end_customer_id: customer,
    })
    expect(job?.lag_ms).to.be.within(0, 10_000)
    const batchOf = () =>
      running.worker.lines().find((line) => line.msg === 'batch' && line.job_ids?.includes(job?.job_id ?? ''))
    // It is logged after the lines of its jobs.
    await eventually(async () => batchOf() !== undefined)
    const batch = batchOf()
    expect(batch).to.include({ queue: 'facts.evaluate', failed: 0 })
    expect(batch?.ms).to.be.greaterThan(0)
  })

  it('what is blocked says by what; a replay causes no job', async () => {
    const { id, headers } = named()
    const idempotencyKey = randomUUID()
    const fact = expense(customer, { evidence_links: [] })
    await running.client.post(EXPENSES, fact, { headers, wait: 10, idempotencyKey })
    const [, job] = await linesOf(id, 2)
    expect(job).to.deep.include({ outcome: 'blocked', blockers: ['receipt_missing'] })
    expect(job).to.not.have.property('entry_number')
    const again = named()
    await running.client.post(EXPENSES, fact, { headers: again.headers, idempotencyKey })
    const [replay] = await linesOf(again.id, 1)
    expect(replay).to.include({ status: 202 }).and.to.not.have.property('job_ids')
  })

  it('reversals and bank statements too', async () => {
    const { body } = await running.client.post(EXPENSES, expense(customer), { wait: 10 })
    const reversal = named()
    const path = `/v1/source-facts/${body.id}/reverse`
    await running.client.post(path, { end_customer_id: customer, reason: 'twice' }, { headers: reversal.headers })
    const [request, job] = await linesOf(reversal.id, 2)
    expect(job).to.include({ queue: 'ledger.post', outcome: 'succeeded', job_id: request?.job_ids?.[0] })
    expect(job?.entry_number).to.be.greaterThan(1)
    const upload = named()
    const { body: importedStatement } = await running.client.upload(
      customer,
      camt053Message({ bankEntries: bankEntry() }),
      {
        headers: upload.headers,
      },
    )
    const [sent, imported] = await linesOf(upload.id, 2)
    expect(imported).to.include({ queue: 'camt053.import', outcome: 'imported', camt053_import: importedStatement.id })
    expect(imported?.job_id).to.equal(sent?.job_ids?.[0])
  })

  it('a slow query, and one that is cut off, are logged with what caused them; their values are not', async () => {
    const { id, headers } = named()
    const pool = await openPool(ownerUrl(running.database_url), { pool_size: 1, statement_timeout_ms: 10_000 })
    const refused = await pool.transaction(async (tx) => {
      await tx.query(sql.type(row())`lock table source_facts in access exclusive mode`)
      return running.client.post(EXPENSES, expense(customer), { headers })
    })
    await pool.end()
    expect(refused.status).to.equal(503)
    expect(refused.headers.get('Retry-After')).to.equal('1')
    expect(JSON.stringify(refused.body)).to.include('took too long').and.not.include('cannot be reached')
    // The answer may come before the line about it has been read.
    const ofWeb = () => running.web.lines().filter(({ level }) => level === 40)
    await eventually(async () => ofWeb().some(({ msg }) => msg === 'a request took too long'))
    const warnings = ofWeb()
    const cut = warnings.find(({ msg }) => msg === 'a query was cut off')
    expect(cut).to.deep.include({ statement: 'accept_new_facts', request_ids: [id] })
    expect(warnings.map(({ msg }) => msg)).to.include('a request took too long')
    expect(warnings.map(({ msg }) => msg)).to.not.include('the database was away for a request')
    expect(cut?.ms).to.be.within(900, 5_000)
    const slow = running.worker.lines().filter(({ msg }) => msg === 'a query was slow')
    expect(slow.map(({ statement }) => statement)).to.include('insert_journal_entries')
    expect(slow.find(({ statement }) => statement === 'insert_journal_entries')).to.include.keys(
      'queue',
      'job_ids',
      'ms',
    )
  })

  it('a wait for a ledger that another transaction holds is no slow query', async () => {
    const { id, headers } = named()
    const pool = await openPool(ownerUrl(running.database_url), { pool_size: 1, statement_timeout_ms: 10_000 })
    await pool.transaction(async (tx) => {
      await lockLedgers(tx, [customer])
      await running.client.post(EXPENSES, expense(customer), { headers })
      await sleep(700)
    })
    await pool.end()
    await linesOf(id, 2)
    const slow = running.worker.lines().filter(({ msg }) => msg === 'a query was slow')
    expect(slow.filter(({ ms }) => Number(ms) > 300)).to.deep.equal([])
  })

  it('and no more is a wait for a request with the same key', async () => {
    const pool = await openPool(ownerUrl(running.database_url), { pool_size: 1, statement_timeout_ms: 10_000 })
    const idempotencyKey = randomUUID()
    const name = 'Wartende AG'
    const asked = await pool.transaction(async (tx) => {
      const client_id = await tx.oneFirst(sql.type(row<{ client_id: string }>())`
        select client_id from api_keys where key_id = ${key_id() ?? ''}
      `)
      await lockIdempotencyKey(tx, { client_id, idempotency_key: idempotencyKey })
      const sent = running.client.put(`/v1/end-customers/${customer}`, { name }, { idempotencyKey })
      await sleep(700)
      return [sent]
    })
    await pool.end()
    expect((await asked[0])?.status).to.equal(202)
    const slow = running.web.lines().filter(({ msg }) => msg === 'a query was slow')
    expect(slow.map(({ statement }) => statement).join()).to.not.include('pg_advisory_xact_lock')
  })

  it('nothing secret and no payload is in them', () => {
    const text = running.web.text() + running.worker.text()
    const secret = running.key.split('_').slice(2).join('_')
    expect(secret).to.have.length.greaterThan(20)
    for (const loggedLines of [secret, 'Papeterie', 'Kundin', 'evidence_links', 'twice', 'Bearer'])
      expect(text).to.not.include(loggedLines)
  })
})
