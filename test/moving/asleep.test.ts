import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Db, row, sql } from '../../shared/store/db/database.ts'
import { camt053Message } from '../camt053/messages.ts'
import { eventually } from '../support/books.ts'
import { openMoves } from '../support/moving/moves-of-tests.ts'
import { chart, EXPENSES, expense } from '../support/requests/examples.ts'

describe('who sleeps through a move', function () {
  this.timeout(300_000)
  let moves: Awaited<ReturnType<typeof openMoves>>
  before(async () => {
    moves = await openMoves()
  })
  after(async () => {
    expect(await moves.close()).to.deep.equal([0, 0])
  })

  const stateOf = async (id: string) => (await moves.client.get(`/v1/source-facts/${id}`)).body.state
  async function newBooks() {
    const they = await moves.newcomer()
    expect((await moves.client.put('/v1/accounts', chart(they))).status).to.equal(202)
    const { body } = await moves.client.post(EXPENSES, expense(they))
    await eventually(async () => (await stateOf(body.id)) === 'posted')
    return they
  }
  const placesWaitedFor = (db: Db) =>
    db.exists(sql.type(row())`
      select from pg_locks where relation = 'placements'::regclass and not granted
    `)

  type Ask = (client: typeof moves.client) => Promise<{ status: number }>
  /**
   * Moves somebody while a web process sleeps that has asked where they live, and been answered: home.
   *
   * @returns the status that it answers
   */
  async function sleepThroughMove(they: string, ask: Ask, beforeItWakes = async () => {}): Promise<number> {
    const asleep = await moves.anotherWeb()
    try {
      const asked = await moves.owners.home.transaction(async (tx) => {
        await tx.query(sql.type(row())`lock table placements in access exclusive mode`)
        const answer = ask(asleep.client)
        await eventually(() => placesWaitedFor(tx))
        asleep.process.child.kill('SIGSTOP')
        return { answer }
      })
      await eventually(async () => !(await placesWaitedFor(moves.owners.home)))
      await moves.move(they, 'second')
      await beforeItWakes()
      asleep.process.child.kill('SIGCONT')
      return (await asked.answer).status
    } finally {
      asleep.process.child.kill('SIGCONT')
      await asleep.process.stop()
    }
  }

  it('between the place and its first statement: a web process writes nothing where nobody looks', async () => {
    const they = await newBooks()
    const upload: Ask = (client) => client.upload(they, camt053Message(), { idempotencyKey: randomUUID() })
    const status = await sleepThroughMove(they, upload, async () => {
      expect(await moves.rowsIn('home', they)).to.deep.equal({})
    })
    expect([status, await moves.rowsIn('home', they)]).to.deep.equal([503, {}])
    expect((await moves.client.upload(they, camt053Message())).status).to.equal(202)
    // When it comes back it is written here.
    await moves.move(they, 'home')
    const { body } = await moves.client.post(EXPENSES, expense(they))
    await eventually(async () => (await stateOf(body.id)) === 'posted')
    expect(await moves.findings('home', they)).to.deep.equal([])
  })

  it('between the place and its first statement: a web process reads where the books are by then', async () => {
    const they = await newBooks()
    const { body } = await moves.client.get(`/v1/events?end_customer_id=${they}`)
    const last = body.data.length
    const read: Ask = (client) => client.get(`/v1/events?end_customer_id=${they}&after=${last}`)
    // It may believe first that the new place is away, as it has not heard of it for so long.
    expect(await sleepThroughMove(they, read)).to.be.oneOf([200, 503])
  })

  it('every table is guarded where somebody has moved away, once for all of them', async () => {
    const fenced = moves.owners.second.anyFirst(sql.type(row<{ name: string }>())`
      select attrelid::regclass::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname = 'end_customer_id'
        and relname not in ('departed_customers', 'fences', 'moves', 'placements')
    `)
    for (let count = 0; count < 2; count += 1) await moves.move(await newBooks(), 'second')
    const guarded = await moves.owners.home.anyFirst(sql.type(row<{ name: string }>())`
      select tgrelid::regclass::text as name from pg_trigger where tgname = 'refuse_departed'
    `)
    expect(guarded).to.have.members([...(await fenced)])
  })

  for (const point of ['closed', 'committed', 'turned', 'partly emptied'] as const)
    it(`a mover (${point}): somebody else ends the move, and it changes nothing`, async () => {
      const they = await newBooks()
      const isTurned = ['turned', 'partly emptied'].includes(point)
      const order = {
        wanted: { end_customer_id: they, to_name: 'second' },
        cut: { point, times: 1, waits: true },
      }
      let rows: unknown
      const ended = await moves.cutMove(
        order,
        async () => {},
        async (mover) => {
          mover.kill('SIGSTOP')
          // What it has closed is open again, though it lives.
          await eventually(async () => (await moves.client.post(EXPENSES, expense(they))).status === 202, 60)
          await eventually(async () => !(await moves.isHeld(they)), 60)
          expect((await moves.move(they, isTurned ? 'second' : null)).state).to.equal(
            isTurned ? 'cleaned' : 'taken_back',
          )
          rows = [await moves.rowsIn('home', they), await moves.rowsIn('second', they)]
          mover.kill('SIGCONT')
        },
      )
      expect(ended.code).to.equal(1)
      expect([await moves.rowsIn('home', they), await moves.rowsIn('second', they)]).to.have.deep.ordered.members(
        rows as object[],
      )
      expect(await moves.placeOf(they)).to.equal(isTurned ? 'second' : 'home')
      expect(await moves.triggersIn('home', they)).to.deep.equal([])
      expect((await moves.client.post(EXPENSES, expense(they))).status).to.equal(202)
    })
})
