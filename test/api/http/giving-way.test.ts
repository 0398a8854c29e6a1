import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { createShares } from '../../../api/http/admission/shares.ts'
import { takeTurns } from '../../../api/http/admission/turns.ts'
import { createRightOfWay } from '../../../shared/process/right-of-way.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { at } from '../../support/client.ts'
import { openQuietService } from '../../support/quiet-service.ts'
import { expense } from '../../support/requests/examples.ts'

/** Longer than any test. */
const FOR_EVER_MS = 60_000
const LIMITS = { pool_size: 10, expensive_of_key: 9, requireRoom() {}, rest: () => 0, isQuiet: () => true }
const requestAndResponse = () => ({ req: { socket: new EventEmitter() }, res: new EventEmitter() }) as never

describe('large work while small work of another key is under way', () => {
  it('begins no slice of a body until that is done; work of its own key does not count', async () => {
    const rightOfWay = createRightOfWay(FOR_EVER_MS)
    let now = 0
    const turns = takeTurns(undefined, () => now++ * 10, rightOfWay.givesWay)
    const small = { other: Promise.withResolvers<void>(), own: Promise.withResolvers<void>() }
    void rightOfWay.first('a', () => small.own.promise)
    const slices: number[] = []
    const work = turns('a', 1e6, async (slice) => {
      for (let count = 0; count < 4; count += 1) {
        slices.push(count)
        if (count === 1) void rightOfWay.first('b', () => small.other.promise)
        await slice.next()
      }
    })
    for (let count = 0; count < 20; count += 1) await nextTurn()
    expect(slices).to.deep.equal([0, 1])
    small.other.resolve()
    await work
    expect(slices).to.deep.equal([0, 1, 2, 3])
  })

  it('begins no piece of a key that has more of it; a piece whose turn comes at once is small', async () => {
    const rightOfWay = createRightOfWay(FOR_EVER_MS)
    const shares = createShares({ ...LIMITS, rightOfWay })
    const ends = new Map<string, () => void>()
    const begun: string[] = []
    const ask = (name: string, kind: 'short' | 'expensive') => {
      const inTurn =
        kind === 'short'
          ? shares.short(name[0] as string)
          : shares.expensive(name[0] as string, requestAndResponse()).inTurn
      return inTurn(() => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      })
    }
    const end = async (name: string) => {
      ends.get(name)?.()
      for (let count = 0; count < 3; count += 1) await nextTurn()
    }
    const asked = [ask('a1', 'expensive'), ask('a2', 'expensive'), ask('b1', 'short'), ask('c1', 'expensive')]
    await end('a1')
    expect(begun).to.deep.equal(['a1', 'b1', 'c1'])
    await end('b1')
    expect(begun).to.deep.equal(['a1', 'b1', 'c1'])
    await end('c1')
    expect(begun).to.deep.equal(['a1', 'b1', 'c1', 'a2'])
    await end('a2')
    await Promise.all(asked)
  })

  it('is large in a batch, however quiet its key has been: nothing of others gives way to it', async () => {
    const rightOfWay = createRightOfWay(FOR_EVER_MS)
    const shares = createShares({ ...LIMITS, rightOfWay })
    const [batch, statement] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const done = [
      shares.expensive('batches', requestAndResponse(), 'large').inTurn(() => batch.promise),
      shares.expensive('statements', requestAndResponse()).inTurn(() => statement.promise),
    ]
    for (let count = 0; count < 3; count += 1) await nextTurn()
    expect([rightOfWay.givesWay('batches')() === null, rightOfWay.givesWay('statements')()]).to.deep.equal([
      false,
      null,
    ])
    batch.resolve()
    statement.resolve()
    await Promise.all(done)
  })

  it('does not give way to the transaction of a batch: no statement of another key waits for that', async () => {
    const quiet = await openQuietService()
    const held = Promise.withResolvers<void>()
    try {
      const [customer, new_customer] = [await quiet.newEndCustomer(), randomUUID()]
      const made = Promise.withResolvers<void>()
      const holding = quiet.owner.transaction(async (tx) => {
        await tx.query(sql.type(row())`insert into end_customers (end_customer_id) values (${new_customer})`)
        made.resolve()
        await held.promise
      })
      await made.promise
      const batch = quiet.post('/v1/source-facts/batch', { items: [expense(new_customer)] })
      const other = at(quiet.base_url, await issueKey(quiet.worker.pool, { client_name: 'other' }))
      const took: number[] = []
      for (let count = 0; count < 10; count += 1) {
        const begun = performance.now()
        const path = `/v1/statements/trial-balance?end_customer_id=${customer}&fiscal_year_id=FY2026` as const
        expect((await other.get(path)).status).to.equal(200)
        took.push(performance.now() - begun)
      }
      // Work that gives way does so for 100 ms.
      expect(Math.min(...took)).to.be.lessThan(95)
      held.resolve()
      await holding
      expect((await batch).status).to.equal(202)
    } finally {
      held.resolve()
      await quiet.close()
    }
  })

  it('does not count as time of its own what it gives to others, before a piece and within it', async () => {
    const rightOfWay = createRightOfWay(FOR_EVER_MS)
    const held: number[] = []
    const rest = (_key: string, took_ms: number) => held.push(took_ms) * 0
    const shares = createShares({ ...LIMITS, isQuiet: () => false, rest, rightOfWay })
    const smallWork = () => void rightOfWay.first('b', () => sleep(100))
    const { inTurn, giveWay } = shares.expensive('a', requestAndResponse())
    const begun = performance.now()
    smallWork()
    await inTurn(async () => {
      smallWork()
      await giveWay()
    })
    expect(performance.now() - begun).to.be.greaterThan(190)
    expect(held).to.have.length(1)
    expect(held[0]).to.be.within(0, 90)
  })

  it('a piece of a key that goes on and on is not small, also where its turn comes at once', async () => {
    const rightOfWay = createRightOfWay(FOR_EVER_MS)
    const isQuiet = (key: string) => key !== 'greedy'
    const shares = createShares({ ...LIMITS, isQuiet, rightOfWay })
    const end = Promise.withResolvers<void>()
    const greedy = shares.expensive('greedy', requestAndResponse()).inTurn(() => end.promise)
    const [behind, begins] = [rightOfWay.givesWay('other'), Promise.withResolvers<void>()]
    for (let count = 0; count < 3; count += 1) await nextTurn()
    expect(behind()).to.equal(null)
    const quiet = shares.expensive('quiet', requestAndResponse()).inTurn(() => begins.promise)
    for (let count = 0; count < 3; count += 1) await nextTurn()
    expect(behind()).to.not.equal(null)
    begins.resolve()
    end.resolve()
    await Promise.all([greedy, quiet])
  })
})
