import { randomUUID, type X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildApp } from '../../api/app.ts'
import { FACT_QUEUES, type QueueName } from '../../shared/contract/platform/queue-names.ts'
import { closeDeps } from '../../shared/deps/deps.ts'
import { readConfig } from '../../shared/process/config.ts'
import { uuidOf } from '../../shared/process/ids.ts'
import { createRightOfWay } from '../../shared/process/right-of-way.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import { bossDb } from '../../shared/queue/slonik-adapter.ts'
import { openPool, type Pool, row, sql } from '../../shared/store/db/database.ts'
import { issueKey } from '../../shared/store/platform/issue-key.ts'
import { refreshWhole } from '../../shared/store/statements/account-period-totals.ts'
import { type VerificationFinding, verifyLedger } from '../../shared/verify/verify-ledger.ts'
import { checksTokens } from '../../shared/verify/verify-stamps.ts'
import { createPostingSettingsCache } from '../../workers/facts/posting-settings-cache.ts'
import type { Job, WorkerDeps } from '../../workers/job.ts'
import { HANDLERS } from '../../workers/jobs.ts'
import { createLedgerWaits } from '../../workers/platform/ledger-waits.ts'
import { at } from './client.ts'
import { chart } from './requests/examples.ts'
import { ownerUrl, service } from './service.ts'
import { there } from './there.ts'
import { openWatched, TEST_LOG_LEVEL } from './watched/log-lines.ts'

export type QuietService = Awaited<ReturnType<typeof openQuietService>>

/** Facts that no request can make, but an old one might be: the worker fails before it has a ledger, before its rules, or in them. */
export const BROKEN_FACTS = [
  ['read', `request = jsonb_set(request, '{payload}', 'null')`, 'null'],
  ['looked up', `request = jsonb_set(request, '{payload,supplier,uid_mwst_number}', '5')`, 'is not a function'],
  ['evaluated', `request = jsonb_set(request, '{payload,payment_reference}', '5')`, 'is not a function'],
] as const

/**
 * A web process on its own database, or on a given one, and the dependencies of a worker that has not been started.
 *
 * @param settings of both beside their database
 * @param owner_url where it is on another server than that of the tests
 */
export async function openQuietService(given_url?: string, settings: NodeJS.ProcessEnv = {}, owner_url?: string) {
  const database_url = given_url ?? (await service().server.createDatabase())
  const config = readConfig({ DATABASE_URL: database_url, LOG_LEVEL: TEST_LOG_LEVEL, ...settings })
  const web = await openWatched(config, 'web')
  const waitForLedgers = createLedgerWaits(config.database_pool_size)
  const kept = { settings: createPostingSettingsCache(), waitForLedgers, rightOfWay: createRightOfWay() }
  const worker = { ...(await openWatched(config, 'worker')), ...kept }
  const app = buildApp(web)
  const http = createServer(app.koa.callback())
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const base_url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const key = await issueKey(web.pool, { client_name: 'tests' })
  const { post, put, get, itemsOf, firstOf, upload, notify } = at(base_url, key)
  const { pool } = web
  const owner = await openPool(owner_url ?? ownerUrl(database_url), { pool_size: 2, statement_timeout_ms: 60_000 })
  return {
    /** As the role that owns the tables: for faults that no process can make. */
    owner,
    ...{ database_url, base_url, key, worker, post, put, get, itemsOf, firstOf, upload, notify },
    ...verifierOf(pool, owner),
    ...jobsIn(pool),
    /** Works all that waits in a queue as a worker does: fetched, handled and completed. Returns how many jobs. */
    work: (queue: QueueName) => workIn(worker, queue),
    refresh: (end_customer_id: string) => refreshWhole(worker.pool, [end_customer_id]),
    async newEndCustomer(): Promise<string> {
      const end_customer_id = randomUUID()
      await put('/v1/accounts', chart(end_customer_id))
      return end_customer_id
    },
    firstFact: async (end_customer_id: string): Promise<string> =>
      there((await get(`/v1/source-facts?end_customer_id=${end_customer_id}`)).body.data.at(-1)).id,
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await app.close()
      await closeDeps(worker, 1_000)
      await closeDeps(web, 1_000)
      await owner.end()
    },
  }
}

/** A job that fails stays away for a moment, so this ends. */
async function workIn(worker: WorkerDeps, queue: QueueName): Promise<number> {
  const { handler, batch_size } = HANDLERS[queue]
  for (let count = 0; ; ) {
    const jobs = await worker.boss.fetch<never>(queue, { batchSize: batch_size(worker) })
    if (jobs.length === 0) return count
    count += jobs.length
    const results = (await handler(worker, jobs)) ?? []
    const failed = new Set(results.flatMap(({ id, status }) => (status === 'failed' ? [id] : [])))
    if (failed.size > 0) await worker.boss.fail(queue, [...failed])
    const done = jobs.filter(({ id }) => !failed.has(id)).map(({ id }) => id)
    if (done.length > 0) await worker.boss.complete(queue, done)
  }
}

function verifierOf(pool: Pool, owner: Pool) {
  let checkToken = checksTokens(null)
  return {
    /** From now on stamps have to lead to this certificate. */
    trust(authority: X509Certificate) {
      checkToken = checksTokens([authority])
    },
    findings: (end_customer_id: string) => verifyLedger(pool, end_customer_id, () => {}, checkToken),
    /** The verifier's findings while a fault is planted; the fault is taken back afterwards. */
    async findingsAfter(fault: string, ...end_customer_ids: readonly string[]): Promise<VerificationFinding[]> {
      const found: VerificationFinding[] = []
      const takenBack = new Error('taken back')
      await owner
        .transaction(async (tx) => {
          for (const query of fault.split(';')) await bossDb(tx).executeSql(query)
          for (const id of end_customer_ids) found.push(...(await verifyLedger(tx, id, () => {}, checkToken)))
          throw takenBack
        })
        .catch((error) => {
          if (error !== takenBack) throw error
        })
      return found
    },
    /** Makes a fact one that cannot be read, past the guard that keeps facts as they were sent. */
    async breakFact(source_fact_id: string, change: string = BROKEN_FACTS[0][1]): Promise<void> {
      await owner.transaction(async (tx) => {
        await bossDb(tx).executeSql('set local session_replication_role = replica')
        await bossDb(tx).executeSql(`update source_facts set ${change} where source_fact_id = '${source_fact_id}'`)
      })
    },
    count: (table: string, end_customer_id: string): Promise<number> =>
      pool.oneFirst(sql.type(row<{ count: number }>())`
        select count(*)::integer as count from ${sql.identifier([table])} where end_customer_id = ${end_customer_id}
      `),
  }
}

/** What is in the backlog of facts is a matter of how fast a test sends them. */
function together(queue: QueueName): readonly QueueName[] {
  return queue === 'facts.evaluate' ? FACT_QUEUES : [queue]
}

function jobsIn(pool: Pool) {
  return {
    /** The waiting jobs of these facts, in their order. */
    async jobs<Q extends QueueName & 'facts.evaluate'>(queue: Q, fact_ids: readonly string[]): Promise<Job<Jobs[Q]>[]> {
      const uuids = fact_ids.map((id) => uuidOf('source_fact', id) ?? '').sort()
      const jobs = await pool.any(sql.type(row<Job<Jobs[Q]>>())`
        select id, data from pgboss.job
        where name = any(${sql.array(together(queue), 'text')}) and state < 'active'
          and data ->> 'source_fact_id' = any(${sql.array(uuids, 'text')})
        order by data ->> 'source_fact_id'
      `)
      return [...jobs]
    },
    /** Every waiting job of a queue for an end customer, in the order in which they came. */
    async jobsOf<Q extends QueueName>(queue: Q, end_customer_id: string): Promise<Job<Jobs[Q]>[]> {
      const jobs = await pool.any(sql.type(row<Job<Jobs[Q]>>())`
        select id, data from pgboss.job
        where name = any(${sql.array(together(queue), 'text')}) and state < 'active'
          and data ->> 'end_customer_id' = ${end_customer_id}
        order by created_on, id
      `)
      return [...jobs]
    },
    async reversalJob(fact_id: string): Promise<Job<Jobs['ledger.post']>> {
      return pool.one(sql.type(row<Job<Jobs['ledger.post']>>())`
        select job.id, job.data from pgboss.job join intents on intent_id::text = job.data ->> 'intent_id'
        where job.name = 'ledger.post' and job.state < 'active' and subject_id = ${uuidOf('source_fact', fact_id)}
      `)
    },
  }
}
