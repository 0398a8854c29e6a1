import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect } from 'chai'
import { publicId, uuidOf } from '../../shared/process/ids.ts'
import { row, sql } from '../../shared/store/db/database.ts'
import { reasonOf } from '../store/databases/installation.ts'
import { eventually } from '../support/books.ts'
import { openMoves } from '../support/moving/moves-of-tests.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { chart, EXPENSES, expense } from '../support/requests/examples.ts'

describe('a move that does not go its way', function () {
  this.timeout(300_000)
  let moves: Awaited<ReturnType<typeof openMoves>>
  before(async () => {
    moves = await openMoves()
  })
  after(async () => {
    expect(await moves.close()).to.deep.equal([0, 0])
  })

  async function newBooks() {
    const they = await moves.newcomer()
    expect((await moves.client.put('/v1/accounts', chart(they))).status).to.equal(202)
    const { body } = await moves.client.post(EXPENSES, expense(they))
    await eventually(async () => (await stateOf(body.id)) === 'posted')
    return { they, fact: body.id }
  }
  const stateOf = async (id: string) => (await moves.client.get(`/v1/source-facts/${id}`)).body.state

  it('is taken back where the copy differs', async () => {
    const { they } = await newBooks()
    // Somebody with rights that no process has adds a row to what arrives.
    await moves.owners.second.query(sql.type(row())`
      create or replace function change_what_arrives() returns trigger language plpgsql as $$
      begin
        new.name := 'another';
        return new;
      end $$
    `)
    await moves.owners.second.query(sql.type(row())`
      create trigger change_what_arrives before insert on end_customers
      for each row execute function change_what_arrives()
    `)
    await moves.owners.second.query(sql.type(row())`
      alter table end_customers enable always trigger change_what_arrives
    `)
    const reason = await reasonOf(moves.move(they, 'second')).finally(() =>
      moves.owners.second.query(sql.type(row())`drop trigger change_what_arrives on end_customers`),
    )
    expect(reason).to.equal('The copy of end_customers differs: 1 rows instead of 1, or rows with another content.')
    expect(await moves.placeOf(they)).to.equal('home')
    expect(await moves.rowsIn('second', they)).to.deep.equal({})
    expect([await moves.fencesIn('home'), await moves.triggersIn('home', they)]).to.deep.equal([[], []])
    expect((await moves.client.post(EXPENSES, expense(they))).status).to.equal(202)
  })

  it('is refused where a database says nothing to it', async () => {
    const { they } = await newBooks()
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const env = { ...moves.env, SECOND_OWNER_URL: `postgres://x:x@127.0.0.1:${port}/x` }
    const reason = await reasonOf(moves.move(they, 'second', { env })).finally(() => silent.close())
    expect(reason).to.equal('Cannot use database "x" on 127.0.0.1: timeout expired. Check SECOND_OWNER_URL.')
    expect((await moves.move(they, null)).state).to.equal('taken_back')
  })

  it('is not ended by who was overtaken', async () => {
    const { they } = await newBooks()
    const overtaken = moves.move(they, 'second', {
      at: async (point) => {
        if (point === 'committed')
          await moves.owners.home.query(sql.type(row())`
            update moves set epoch = epoch + 1, state = 'fenced' where end_customer_id = ${they}
          `)
      },
    })
    expect(await reasonOf(overtaken)).to.include('has taken this move over')
    expect(await moves.placeOf(they)).to.equal('home')
    expect((await moves.move(they, null)).state).to.equal('taken_back')
    expect(await moves.rowsIn('second', they)).to.deep.equal({})
  })

  it('is opened again by a worker where it was killed', async () => {
    const { they } = await newBooks()
    for (const point of ['closed', 'turned'] as const) {
      await moves.cutMove(
        { wanted: { end_customer_id: they, to_name: 'second' }, cut: { point, times: 1 } },
        async () => {},
      )
      await eventually(async () => (await moves.client.post(EXPENSES, expense(they))).status === 202, 60)
      const { body } = await moves.client.post(EXPENSES, expense(they), { wait: 10 })
      await eventually(async () => (await stateOf(body.id)) === 'posted')
    }
    expect(await moves.placeOf(they)).to.equal('second')
    await eventually(async () => (await moves.fencesIn('second')).every(({ state }) => state === 'open'), 60)
    expect((await moves.move(they, 'second')).state).to.equal('cleaned')
    expect(await moves.findings('second', they)).to.deep.equal([])
  })

  it('is read where it lives, whatever rows are elsewhere', async () => {
    const { they, fact } = await newBooks()
    const left = publicId('source_fact', randomUUID())
    const found: unknown[] = []
    const look = async () => {
      const answers = await Promise.all([fact, left].map((id) => moves.client.get(`/v1/source-facts/${id}`)))
      found.push(answers.map(({ status }) => status))
    }
    await moves.move(they, 'second', {
      at: async (point) => {
        // A fact that only the old place has would be found there by its id.
        if (point === 'turned')
          await moves.owners.home.transaction(async (tx) => {
            await tx.query(sql.type(row())`set local session_replication_role = replica`)
            for (const table of ['source_facts', 'fact_states'])
              await tx.query(sql.type(row())`
                update ${sql.identifier([table])} set source_fact_id = ${uuidOf('source_fact', left)}
                where end_customer_id = ${they}
              `)
          })
        if (['closing', 'committed', 'gone here', 'opened'].includes(point)) await look()
      },
    })
    await look()
    expect(found).to.deep.equal(Array.from({ length: 5 }, () => [200, 404]))
  })

  it('is taken back by a command', async () => {
    const { they } = await newBooks()
    const interrupted = new Error('interrupted')
    const failed = moves.move(they, 'second', {
      at: (point) => (point === 'expected' ? Promise.reject(interrupted) : Promise.resolve()),
    })
    expect(await failed.catch((error) => error)).to.equal(interrupted)
    const command = (...args: string[]) =>
      runCli('shared/cli/ops.ts', ['move', '--end-customer', they, ...args], moves.env)
    const undecided = await command()
    expect([undecided.code, undecided.stderr.trim()]).to.deep.equal([1, 'Say --to NAME, or --take-back.'])
    const elsewhere = await command('--to', 'home')
    expect(elsewhere.stderr.trim()).to.equal('It is being moved to second. Take that back first, with --take-back.')
    const back = await command('--take-back')
    expect([back.code, back.stdout.trim(), back.stderr.trim().split('\n')]).to.deep.equal([
      0,
      `${they} lives in home`,
      ['taken_back'],
    ])
    expect([await moves.fencesIn('home'), await moves.triggersIn('home', they)]).to.deep.equal([[], []])
  })
})
