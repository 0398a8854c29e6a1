import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { factOf } from '../../../api/facts/new-fact.ts'
import { recordSourceFacts } from '../../../api/facts/record-source-facts.ts'
import { Canonical } from '../../../shared/canonical/canonical-json.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { chart, EXPENSES, expense } from '../../support/requests/examples.ts'

/** Long enough for a part of its own. */
const LONG = 'x'.repeat(90_000)
const [FIRST, LAST] = ['0', 'f'].map((digit) => `${digit.repeat(8)}${randomUUID().slice(8)}`) as [string, string]

/** Beside other keys a batch is stored in parts. It takes its locks in the order in which one query for all of it takes them. */
describe('a batch that is stored in parts', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  async function record(facts: readonly (readonly [customer: string, key: string])[], onPart = () => {}) {
    const key = { client_id: await clientId(), key_id: 'k' }
    const items = facts.map(([end_customer_id, idempotency_key]) => {
      const body = expense(end_customer_id, { idempotency_key, external_reference: idempotency_key })
      const request = { ...body, description: LONG }
      const canonical = Canonical.of(request as never)
      const origin = { caller: key, end_customer_id, request_id: 'r' }
      return factOf('expense_document', request as never, { canonical, hash: randomUUID() }, origin as never)
    })
    const deps = {
      pool: quiet.worker.pool,
      queueDepth: { requireRoom() {} },
      laneOf: () => 'facts.evaluate',
      presence: { hasOthers: () => true },
    }
    const giveWay = async () => onPart()
    const request = { caller: key, body: items, giveWay }
    return quiet.worker.pool.transaction((tx) => recordSourceFacts(tx, deps as never, request as never))
  }
  const clientId = () =>
    quiet.worker.pool.oneFirst(sql.type(row<{ client_id: string }>())`select client_id from api_clients limit 1`)

  it('makes all of its new end customers before its first fact, so that nobody waits for the fact meanwhile', async () => {
    expect((await quiet.put('/v1/accounts', chart(FIRST))).status).to.equal(202)
    const held = Promise.withResolvers<void>()
    const made = Promise.withResolvers<void>()
    const holding = quiet.owner.transaction(async (tx) => {
      await tx.query(sql.type(row())`insert into end_customers (end_customer_id) values (${LAST})`)
      made.resolve()
      await held.promise
    })
    await made.promise
    let parts = 0
    const batch = record(
      [
        [FIRST, 'one'],
        [LAST, 'two'],
      ],
      () => {
        parts += 1
      },
    )
    const first = expense(FIRST, { idempotency_key: 'one', external_reference: 'one' })
    const alone = quiet.post(EXPENSES, first)
    try {
      expect(
        await Promise.race([alone.then(({ status }) => status), sleep(20_000, 'it waits', { ref: false })]),
      ).to.equal(202)
      expect(parts).to.equal(0)
    } finally {
      held.resolve()
    }
    await holding
    await batch
    expect(parts).to.equal(2)
  })

  it('stores its facts byte by byte, as PostgreSQL sorts them within a part', async () => {
    // In UTF-16 the second one would come first; in a collation of a language a comes before B.
    const keys = ['B', 'a', '\uff5e', '\u{1f600}']
    const customer = randomUUID()
    await record([...keys].reverse().map((key) => [customer, key] as const))
    const stored = await quiet.worker.pool.anyFirst(sql.type(row<{ idempotency_key: string }>())`
      select idempotency_key from source_facts where end_customer_id = ${customer} order by ctid
    `)
    expect(stored).to.deep.equal(keys)
    const inOnePart = await quiet.worker.pool.anyFirst(sql.type(row<{ key: string }>())`
      select key from unnest(${sql.array(keys, 'text')}) as key order by key collate "C"
    `)
    expect(inOnePart).to.deep.equal(keys)
  })
})
