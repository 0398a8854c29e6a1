import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../shared/store/db/database.ts'
import type { PastTriggers } from '../../shared/store/moving/past-triggers.ts'
import { dropStatementTables } from '../../shared/store/statements/account-period-totals.ts'
import { reasonOf } from '../store/databases/installation.ts'
import { eventually } from '../support/books.ts'
import type { PlaceName } from '../support/moving/books-in.ts'
import { openMoves } from '../support/moving/moves-of-tests.ts'
import { chart, EXPENSES, expense } from '../support/requests/examples.ts'

const OF_WORKERS = /^(end_customer_figures|fences|partner_names|statement_watermarks)$|_totals$/

describe('a move of an end customer', function () {
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
    const first = expense(they)
    const { body } = await moves.client.post(EXPENSES, first)
    const blocked = await moves.client.post(EXPENSES, expense(they, { business_date: '2019-02-01' }))
    await eventually(async () => (await stateOf(body.id)) === 'posted')
    await eventually(async () => (await stateOf(blocked.body.id)) === 'blocked')
    return { they, first, posted: body.id, blocked: blocked.body.id }
  }

  const readAll = async (they: string, posted: string) =>
    JSON.stringify([
      (await moves.client.get(`/v1/source-facts/${posted}`)).body,
      (await moves.client.get(`/v1/events?end_customer_id=${they}`)).body,
      (await moves.client.get(`/v1/journal-entries?end_customer_id=${they}`)).body,
      (await moves.client.get(`/v1/accounts?end_customer_id=${they}`)).body,
    ])

  /** Without those that a worker counts anew, or folds a moment later. */
  const movedRows = async (name: PlaceName, they: string) => {
    const rows = await moves.rowsIn(name, they)
    return Object.fromEntries(Object.entries(rows).filter(([table]) => !OF_WORKERS.test(table)))
  }

  const HOW: readonly (readonly [PastTriggers, boolean])[] = [
    ['replica', false],
    ['held', false],
    ['replica', true],
    ['held', true],
  ]
  for (const [past_triggers, offline] of HOW)
    it(`takes everything along, there and back (${past_triggers}${offline ? ', offline' : ''})`, async () => {
      const { they, first, posted, blocked } = await newBooks()
      const key = { idempotencyKey: randomUUID() }
      const again = expense(they)
      const accepted = await moves.client.post(EXPENSES, again, key)
      await eventually(async () => (await stateOf(accepted.body.id)) === 'posted')
      const before = await readAll(they, posted)
      const rows = await movedRows('home', they)
      for (const [from, to] of [
        ['home', 'second'],
        ['second', 'home'],
      ] as const) {
        expect((await moves.move(they, to, { past_triggers, offline })).state).to.equal('cleaned')
        expect(await moves.placeOf(they)).to.equal(to)
        expect(await moves.rowsIn(from, they)).to.deep.equal({})
        expect(await movedRows(to, they)).to.deep.equal(rows)
        expect(await readAll(they, posted)).to.equal(before)
        expect(await moves.findings(to, they)).to.deep.equal([])
      }
      const replay = await moves.client.post(EXPENSES, again, key)
      expect([replay.status, replay.body.id]).to.deep.equal([accepted.status, accepted.body.id])
      const same = await moves.client.post(EXPENSES, first)
      expect(same.body.id).to.equal(posted)
      await moves.client.put('/v1/accounts', chart(they, '2018-01-01'))
      await eventually(async () => (await stateOf(blocked)) === 'posted')
      expect(await moves.findings('home', they)).to.deep.equal([])
      expect(await moves.fencesIn('home')).to.deep.equal([])
    })

  it('copies what has changed since it was copied ahead, and leaves what was deleted', async () => {
    const { they, posted } = await newBooks()
    const more: string[] = []
    await moves.move(they, 'second', {
      async at(point) {
        if (point !== 'copied ahead') return
        // Mappings that are not valid any more are deleted, and entries get new ones.
        await moves.client.put('/v1/accounts', chart(they, '2021-01-01'))
        for (let count = 0; count < 3; count += 1) {
          const { body } = await moves.client.post(EXPENSES, expense(they), { wait: 10 })
          more.push(body.id)
          await eventually(async () => (await stateOf(body.id)) === 'posted')
        }
        await moves.owners.home.transaction((tx) => dropStatementTables(tx, [they]))
      },
    })
    for (const id of [posted, ...more]) expect(await stateOf(id)).to.equal('posted')
    expect(await moves.findings('second', they)).to.deep.equal([])
  })

  it('does at the new place what waited at the old one', async () => {
    const { they, posted } = await newBooks()
    // Nobody does it before: the job is gone.
    const { body } = await moves.client.post(EXPENSES, expense(they, { business_date: '2019-03-01' }))
    await eventually(async () => (await stateOf(body.id)) === 'blocked')
    await moves.owners.home.query(sql.type(row())`
      update fact_states set state = 'received', blockers = '[]', blocker_codes = '{}' where end_customer_id = ${they} and state = 'blocked'
    `)
    await moves.move(they, 'second')
    await eventually(async () => (await stateOf(body.id)) === 'blocked')
    expect(await stateOf(posted)).to.equal('posted')
  })

  it('leaves the record of a key that has been used in both databases', async () => {
    const [{ they }, other] = [await newBooks(), await newBooks()]
    await moves.move(other.they, 'second')
    const key = { idempotencyKey: randomUUID() }
    const [mine, theirs] = [expense(they), expense(other.they)]
    const first = await moves.client.post(EXPENSES, mine, key)
    const second = await moves.client.post(EXPENSES, theirs, key)
    expect([first.status, second.status]).to.deep.equal([202, 202])
    await moves.move(they, 'second')
    expect((await moves.client.post(EXPENSES, theirs, key)).body.id).to.equal(second.body.id)
    expect((await moves.client.post(EXPENSES, mine, key)).status).to.equal(409)
    // The key of the body still finds its fact.
    expect((await moves.client.post(EXPENSES, mine)).body.id).to.equal(first.body.id)
  })

  it('answers a long poll at the old place at once, and goes on with the next number', async () => {
    const { they } = await newBooks()
    const all = (await moves.client.get(`/v1/events?end_customer_id=${they}&limit=100`)).body
    const last = all.data.at(-1)?.event_number ?? 0
    const began = performance.now()
    const poll = moves.client.get(`/v1/events?end_customer_id=${they}&after=${last}&wait=30`)
    await moves.move(they, 'second')
    expect((await poll).body.data).to.deep.equal([])
    expect(performance.now() - began).to.be.below(29_000)
    await moves.client.post(EXPENSES, expense(they))
    const next = (await moves.client.get(`/v1/events?end_customer_id=${they}&after=${last}&wait=30`)).body
    expect(next.data[0]?.event_number).to.equal(Number(last) + 1)
  })

  it('is refused in one sentence where there is nothing to do', async () => {
    const { they } = await newBooks()
    const nobody = randomUUID()
    expect(await reasonOf(moves.move(they, 'home'))).to.equal('It lives in home already.')
    expect(await reasonOf(moves.move(nobody, 'second'))).to.equal(`There is no end customer ${nobody}.`)
    expect(await reasonOf(moves.move(they, null))).to.equal('No move of this end customer is under way.')
    expect(await reasonOf(moves.move(they, 'third' as PlaceName))).to.equal('There is no open ledger database "third".')
  })
})
