import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { findBlockedFacts } from '../../../shared/store/facts/fact-states.ts'
import { findAwaited } from '../../../shared/store/facts/find-awaited.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'

const OF_OTHERS = 5_000

/** What a query reads is counted by PostgreSQL, so the test does not depend on how fast the machine is. */
describe('blocked facts of many end customers that name the same', () => {
  const customer = randomUUID()
  const few = randomUUID()
  const name = randomUUID()
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
    for (const one of [customer, few]) await block(one, 2)
    await block(customer, OF_OTHERS, randomUUID())
    for (let count = 0; count < 5; count += 1) await block(randomUUID(), OF_OTHERS / 5)
    await quiet.owner.query(sql.type(row())`analyze fact_states`)
  })
  after(() => quiet.close())

  /** Past the key to the facts themselves, which nobody reads here. */
  const block = (end_customer_id: string, facts: number, waits_for = name) =>
    quiet.owner.transaction(async (tx) => {
      await tx.query(sql.type(row())`set local session_replication_role = replica`)
      await tx.query(sql.type(row())`
        insert into fact_states (end_customer_id, source_fact_id, state, blockers, blocker_codes, waits_for)
        select ${end_customer_id}, gen_random_uuid(), 'blocked', '[]', '{bank_entry_unknown}',
          array[${waits_for}]
        from generate_series(1, ${facts}::integer)
      `)
    })

  const countRead = (tx: Tx) =>
    tx.oneFirst(sql.type(row<{ read: number }>())`
      select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables where relname = 'fact_states'
    `)
  async function readBy(read: (tx: Tx) => Promise<void>): Promise<number> {
    return quiet.worker.pool.transaction(async (tx) => {
      const before = await countRead(tx)
      await read(tx)
      return (await countRead(tx)) - before
    })
  }

  it('are not read for one of them, nor are its own that name something else', async () => {
    const read = await readBy(async (tx) => {
      const { names } = await findAwaited(tx, customer, { items: [name], bank_entries: [] })
      expect(names).to.deep.equal([name])
    })
    expect(read).to.be.at.most(20)
  })

  it('are not handed on with those of one of them', async () => {
    const read = await readBy(async (tx) => {
      const by = { end_customer_id: few, waits_for: [name] }
      expect(await findBlockedFacts(tx, few, ['bank_entry_unknown'], by, null, 100)).to.have.length(2)
    })
    expect(read).to.be.at.most(20)
  })

  it('are found for each of them', async () => {
    const by = { end_customer_id: customer, waits_for: [name, null] }
    const facts = await findBlockedFacts(quiet.worker.pool, customer, ['bank_entry_unknown'], by, null, 100)
    expect(facts.map(({ end_customer_id }) => end_customer_id)).to.deep.equal([customer, customer])
  })
})
