import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { Point } from '../../shared/moving/points.ts'
import { row, sql } from '../../shared/store/db/database.ts'
import { reasonOf } from '../store/databases/installation.ts'
import { eventually } from '../support/books.ts'
import { openMoves, TIMES } from '../support/moving/moves-of-tests.ts'
import { chart, EXPENSES, expense } from '../support/requests/examples.ts'
import { service } from '../support/service.ts'

const LONGEST_MS = 8_000

describe('the pause of a move', function () {
  this.timeout(300_000)
  let moves: Awaited<ReturnType<typeof openMoves>>
  before(async () => {
    moves = await openMoves()
  })
  after(async () => {
    expect(await moves.close()).to.deep.equal([0, 0])
  })

  const stateOf = async (id: string) => (await moves.client.get(`/v1/source-facts/${id}`)).body.state
  async function post(they: string): Promise<string> {
    const { body, status } = await moves.client.post(EXPENSES, expense(they))
    expect(status).to.equal(202)
    await eventually(async () => (await stateOf(body.id)) === 'posted')
    return body.id
  }
  async function newBooks() {
    const they = await moves.newcomer()
    expect((await moves.client.put('/v1/accounts', chart(they))).status).to.equal(202)
    return { they, first: await post(they) }
  }

  for (const past_triggers of ['replica', 'held'] as const)
    it(`ends where it is too long, and another round copies what is new (${past_triggers})`, async () => {
      const { they, first } = await newBooks()
      const facts = [first]
      const reached: Point[] = []
      await moves.move(they, 'second', {
        past_triggers,
        times: { ...TIMES, longest_pause_ms: LONGEST_MS },
        async at(point) {
          reached.push(point)
          const isFirst = !reached.includes('opened again')
          if (point === 'copied' && isFirst) await sleep(LONGEST_MS + 100)
          // An account gets another type and an item is paid: others refer to both.
          if (point === 'opened again') {
            facts.push(await post(they))
            await moves.client.put('/v1/accounts', chart(they, '2021-01-01'))
          }
          if (point === 'copied ahead') facts.push(await post(they))
        },
      })
      const rounds = reached.filter((point) => ['copied ahead', 'opened again', 'turned'].includes(point))
      expect([...rounds.slice(0, 3), rounds.at(-1)]).to.deep.equal([
        ...['copied ahead', 'opened again', 'copied ahead', 'turned'],
      ])
      expect(await moves.placeOf(they)).to.equal('second')
      for (const id of facts) expect(await stateOf(id)).to.equal('posted')
      expect((await moves.rowsIn('second', they)).source_facts).to.equal(facts.length)
      expect(await moves.rowsIn('home', they)).to.deep.equal({})
      expect(await moves.findings('second', they)).to.deep.equal([])
      await post(they)
    })

  it('reads nothing that was copied before, so it is no longer for many rows', async () => {
    const { they } = await newBooks()
    const old = ['source_facts', 'journal_entries', 'journal_lines'].map((table) => sql.identifier([table]))
    const reached: Point[] = []
    let release = () => {}
    let held: Promise<void> | undefined
    /** Whoever reads one of them meanwhile waits. */
    const holdOldRows = () =>
      new Promise<void>((taken, failed) => {
        held = moves.owners.home.transaction(async (tx) => {
          await tx.query(sql.type(row())`lock table ${sql.join(old, sql.fragment`, `)} in access exclusive mode`)
          taken()
          await new Promise<void>((resolve) => {
            release = resolve
          })
        })
        held.catch(failed)
      })
    await moves.move(they, 'second', {
      times: { ...TIMES, longest_pause_ms: LONGEST_MS },
      async at(point) {
        reached.push(point)
        if (point === 'closed') await holdOldRows()
        if (['committed', 'opened again'].includes(point)) release()
      },
    })
    await held
    expect(reached).to.include('committed').and.not.to.include('opened again')
    expect(await moves.findings('second', they)).to.deep.equal([])
  })

  it('that is too long three times is the last one: the move is taken back, and says so', async () => {
    const { they } = await newBooks()
    const reason = await reasonOf(moves.move(they, 'second', { times: { ...TIMES, longest_pause_ms: 0 } }))
    expect(reason).to.equal(
      'The pause took longer than 0 ms, 3 times. Allow a longer one with --longest-pause, or move them when less is written.',
    )
    expect([await moves.placeOf(they), await moves.rowsIn('second', they)]).to.deep.equal(['home', {}])
    expect([await moves.fencesIn('home'), await moves.triggersIn('home', they)]).to.deep.equal([[], []])
    await post(they)
  })

  // A row that others refer to cannot be deleted and copied once more where foreign keys are seen to.
  it('needs no table whose rows others refer to to lose any: no process may delete them', async () => {
    const deleted = await service().web.pool.anyFirst(sql.type(row<{ name: string }>())`
      select distinct confrelid::regclass::text as name from pg_constraint
      where contype = 'f' and has_table_privilege(confrelid, 'DELETE')
    `)
    // Mirrored from home, and no row of an end customer.
    expect(deleted).to.deep.equal(['webhook_subscriptions'])
  })
})
