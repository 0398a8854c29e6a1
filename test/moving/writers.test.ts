import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { row, sql, type Tx } from '../../shared/store/db/database.ts'
import { behindFence } from '../../shared/store/moving/behind-fence.ts'
import { eventually } from '../support/books.ts'
import { openMoves } from '../support/moving/moves-of-tests.ts'
import { chart, EXPENSES, expense } from '../support/requests/examples.ts'
import { WEBHOOKS } from '../support/service.ts'
import { SUBSCRIPTIONS } from '../workers/webhooks/webhook-requests.ts'

describe('a move beside a worker that has rows of who leaves', function () {
  this.timeout(300_000)
  let moves: Awaited<ReturnType<typeof openMoves>>
  before(async () => {
    moves = await openMoves(WEBHOOKS)
  })
  after(async () => {
    expect(await moves.close()).to.deep.equal([0, 0])
  })

  async function newBooks(): Promise<string> {
    const they = await moves.newcomer()
    expect((await moves.client.put('/v1/accounts', chart(they))).status).to.equal(202)
    const subscription = { url: 'https://example.com/', end_customer_ids: [they] }
    expect((await moves.client.post(SUBSCRIPTIONS, subscription)).status).to.equal(201)
    const { body } = await moves.client.post(EXPENSES, expense(they))
    await eventually(async () => (await moves.client.get(`/v1/source-facts/${body.id}`)).body.state === 'posted')
    return they
  }

  /** Locks a row of a table, and writes it when the mover waits for it. @returns why it was refused */
  async function writeLate(they: string, table: string): Promise<{ locked: Promise<void>; ended: Promise<unknown> }> {
    const locked = Promise.withResolvers<void>()
    const where = sql.fragment`end_customer_id = ${they}`
    const ended = moves.owners.home
      .transaction(async (tx) => {
        await tx.query(sql.type(row())`select from ${sql.identifier([table])} where ${where} for update`)
        locked.resolve()
        await eventually(() => isWaitedFor(tx))
        // Longer than it would take to wait for two things, and shorter than PostgreSQL waits before it looks for a circle.
        await sleep(200)
        await tx.query(sql.type(row())`
          update ${sql.identifier([table])} set end_customer_id = end_customer_id where ${where}
        `)
      }, 0)
      .catch((error) => error)
    return { locked: locked.promise, ended }
  }
  const isWaitedFor = (tx: Tx) =>
    tx.exists(sql.type(row())`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`)

  for (const point of ['opened there', 'opened'] as const)
    it(`ends where it waits for that row behind "${point}"`, async () => {
      const they = await newBooks()
      let ended: Promise<unknown> = Promise.resolve()
      const moved = await moves.move(they, 'second', {
        async at(reached) {
          if (reached !== point) return
          if (point === 'opened')
            await moves.owners.home.transaction(async (tx) => {
              // Behind the first clean-up nobody has such a row any more, so one is made.
              await tx.query(sql.type(row())`set local session_replication_role = replica`)
              await tx.query(sql.type(row())`
                insert into webhook_positions (end_customer_id, subscription_id, delivered_number)
                select ${they}, subscription_id, 0 from webhook_subscriptions where end_customer_ids = ${sql.array([they], 'uuid')}
              `)
            })
          const late = await writeLate(they, 'webhook_positions')
          ended = late.ended
          await late.locked
        },
      })
      expect(moved.state).to.equal('cleaned')
      expect(behindFence(await ended)).to.deep.equal({ end_customer_id: they, is_gone: true })
      expect(await moves.rowsIn('home', they)).to.deep.equal({})
      expect(await moves.findings('second', they)).to.deep.equal([])
    })
})
