import { NIL } from 'uuid'
import { firstUuidAt } from '../../../shared/process/ids.ts'
import { type Db, row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { findCustomersBlockedBy } from '../../../shared/store/facts/fact-states.ts'
import { countBlockedFacts } from '../../../shared/store/platform/queue-figures.ts'
import { countUndecidedWork, findUndecidedWork, WORK_KINDS } from '../../../shared/store/platform/undecided-work.ts'
import { BEFORE_ALL, listLedgersToStamp } from '../../../shared/store/proof/ledgers-to-stamp.ts'
import { countFigures } from '../../../shared/store/setup/end-customer-figures.ts'
import { findCustomersInFrancs } from '../../../shared/store/setup/published-rates.ts'
import { findCustomersToTransfer } from '../../../shared/store/vat/consideration/vat-transfers.ts'
import { listLedgers } from '../../../shared/store/verify/journal.ts'
import { addWebhookPositions, findDueWebhooks } from '../../../shared/store/webhooks/due-webhooks.ts'
import { purgeWebhookAttempts } from '../../../shared/store/webhooks/webhook-attempts.ts'
import { listWebhookReports, readWebhookFigures } from '../../../shared/store/webhooks/webhook-figures.ts'
import type { QuietService } from '../../support/quiet-service.ts'
import { SUBSCRIPTIONS } from '../../workers/webhooks/webhook-requests.ts'

type Asked = { readonly quiet: QuietService; readonly subscription: string }
/** Those that a query has found. */
type Finds = readonly (readonly [query: string, find: (asked: Asked) => Promise<readonly string[]>])[]
/** How many rows it counts; each end customer has as many. */
type CountingQuery = readonly [query: string, is_of_reading: boolean, count: (asked: Asked) => Promise<number>]

export const READING: Finds = [
  ['the list of end customers', async ({ quiet }) => ids((await quiet.get('/v1/end-customers')).body.data)],
  ['the ledgers to verify', async ({ quiet }) => ids(await listLedgers(quiet.worker.pool, null))],
  [
    'the positions of a subscription',
    async ({ quiet, subscription }) => ids((await quiet.get(`${SUBSCRIPTIONS}/${subscription}/positions`)).body.data),
  ],
]
/** What writes, or has work done. */
export const WRITING: Finds = [
  ['the ledgers to stamp', async ({ quiet }) => ids(await listLedgersToStamp(quiet.worker.pool, BEFORE_ALL, 10))],
  [
    'whose rates are published',
    ({ quiet }) => findCustomersInFrancs(quiet.worker.pool, { only: null, after: null, limit: 10 }),
  ],
  ['whose tax is transferred', ({ quiet }) => findCustomersToTransfer(quiet.worker.pool, '2026-01-01')],
  [
    'whose facts are decided again',
    async ({ quiet }) => findCustomersBlockedBy(quiet.worker.pool, await blockers(quiet.worker.pool)),
  ],
  [
    'the work that waits',
    async ({ quiet }) =>
      ids(
        (await Promise.all(WORK_KINDS.map((kind) => findUndecidedWork(quiet.worker.pool, kind, {}, null, 10)))).flat(),
      ),
  ],
  [
    'the customers that a batch takes along',
    ({ quiet }) =>
      quiet.worker.pool.anyFirst(sql.type(row<{ id: string }>())`
        select waiting_customers as id from waiting_customers(${NIL}, 10)
      `),
  ],
  [
    'the webhooks that are due',
    async ({ quiet }) => ids((await findDueWebhooks(quiet.worker.pool, new Map(), [])).due),
  ],
  [
    'the positions that are missing',
    ({ quiet }) =>
      undone(quiet, async (tx) => {
        await tx.query(sql.type(row())`delete from webhook_positions`)
        await addWebhookPositions(tx, new Map())
        return idsIn(tx, 'webhook_positions')
      }),
  ],
  [
    'the figures to count',
    ({ quiet }) =>
      undone(quiet, async (tx) => {
        await tx.query(sql.type(row())`update end_customer_figures set marks = marks + 1, counted_at = '2000-01-01'`)
        await countFigures(tx, 10)
        return tx.anyFirst(sql.type(row<{ end_customer_id: string }>())`
          select end_customer_id from end_customer_figures where marks = counted_marks
        `)
      }),
  ],
  [
    'the old attempts of webhooks',
    ({ quiet }) =>
      undone(quiet, async (tx) => {
        await tx.query(sql.type(row())`
          insert into webhook_attempts (
            end_customer_id, subscription_id, attempt_id, event_number, event_type, attempt, duration_ms, attempted_at
          )
          select end_customer_id, subscription_id, ${firstUuidAt(0)}, 1, 'journal_entry.posted', 1, 1, now()
          from end_customers cross join webhook_subscriptions
        `)
        await purgeWebhookAttempts(tx, 30)
        const left = await idsIn(tx, 'webhook_attempts')
        return (await idsIn(tx, 'end_customers')).filter((each) => !left.includes(each))
      }),
  ],
]
export const COUNTING: readonly CountingQuery[] = [
  [
    'blocked facts',
    true,
    async ({ quiet }) => (await countBlockedFacts(quiet.worker.pool)).reduce((sum, { facts }) => sum + facts, 0),
  ],
  ['webhooks behind', true, async ({ quiet }) => (await readWebhookFigures(quiet.worker.pool)).behind],
  [
    'end customers of a subscription',
    true,
    async ({ quiet }) => (await listWebhookReports(quiet.worker.pool))[0]?.end_customers ?? 0,
  ],
  ['facts that wait', false, ({ quiet }) => countUndecidedWork(quiet.worker.pool, 'facts', {})],
]

/** What a query that writes has found; it is taken back. */
async function undone(quiet: QuietService, write: (tx: Tx) => Promise<readonly string[]>): Promise<readonly string[]> {
  let found: readonly string[] = []
  const takenBack = new Error('taken back')
  await quiet.owner
    .transaction(async (tx) => {
      found = await write(tx)
      throw takenBack
    })
    .catch((error) => {
      if (error !== takenBack) throw error
    })
  return found
}

const ids = (rows: readonly { end_customer_id: string }[]) => rows.map(({ end_customer_id }) => end_customer_id)

function idsIn(db: Db, table: string): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ end_customer_id: string }>())`
    select end_customer_id from ${sql.identifier([table])}
  `)
}

function blockers(db: Db) {
  return db.anyFirst(sql.type(row<{ code: 'fiscal_year_closed' }>())`
    select distinct unnest(blocker_codes) as code from fact_states
  `)
}
