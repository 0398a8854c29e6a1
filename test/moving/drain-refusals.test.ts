import { expect } from 'chai'
import { stopDraining } from '../../shared/moving/draining/end-draining.ts'
import { row, sql } from '../../shared/store/db/database.ts'
import { reasonOf } from '../store/databases/installation.ts'
import { type Draining, openDraining } from '../support/moving/drained-database.ts'
import { runCli } from '../support/processes/run-cli.ts'

describe('the draining of a ledger database', function () {
  this.timeout(300_000)
  let draining: Draining
  before(async () => {
    draining = await openDraining()
  })
  after(async () => {
    expect(await draining.close()).to.deep.equal([0, 0])
  })

  const drained = async (...args: string[]) => {
    const { code, stderr } = await runCli('shared/cli/ops.ts', ['databases', 'drain', ...args], draining.env)
    return [code, stderr.trim()]
  }
  const stateOfSecond = () =>
    draining.home.oneFirst(sql.type(row<{ state: string }>())`select state from databases where name = 'second'`)
  const movesUnderWay = () =>
    draining.home.any(sql.type(row())`select state from moves where state not in ('cleaned', 'taken_back')`)

  it('is refused in one sentence where it cannot be', async () => {
    for (const [args, sentence] of [
      [['home'], 'Home cannot be drained: it takes whoever is new while no other database can be asked.'],
      [['fourth'], 'There is no ledger database "fourth"; databases list shows them.'],
      [['second', '--to', 'second'], 'They live in second already.'],
      [['second', '--to', 'fourth'], 'There is no open ledger database "fourth".'],
      [['second', '--stop'], 'second is not being drained.'],
      [['second', '--stop', '--to', 'third'], 'Say --stop alone.'],
    ] as const)
      expect(await drained(...args)).to.deep.equal([1, sentence])
    await draining.home.query(sql.type(row())`update databases set state = 'opening' where name = 'second'`)
    expect(await drained('second')).to.deep.equal([1, 'second is not open yet. Run databases add again first.'])
    await draining.home.query(sql.type(row())`update databases set state = 'open' where name = 'second'`)
    expect(await stateOfSecond()).to.equal('open')
  })

  it('names whom it cannot move, moves the others, and moves that one the next time', async () => {
    const [one, other] = [await draining.inhabitant('second'), await draining.inhabitant('second')]
    await draining.inThird(sql.fragment`
      create function change_what_arrives() returns trigger language plpgsql as $$
      begin
        new.name := 'another';
        return new;
      end $$
    `)
    await draining.inThird(sql.fragment`
      create trigger change_what_arrives before insert on end_customers
      for each row when (new.end_customer_id = ${sql.literalValue(one)}) execute function change_what_arrives()
    `)
    await draining.inThird(sql.fragment`alter table end_customers enable always trigger change_what_arrives`)
    const told: object[] = []
    const end = await draining.drain('second', { to_name: 'third', told: (line) => told.push(line) })
    await draining.inThird(sql.fragment`drop trigger change_what_arrives on end_customers`)
    expect(end).to.deep.equal({ left: 1, unknown: 0 })
    const reason = 'The copy of end_customers differs: 1 rows instead of 1, or rows with another content.'
    expect(told).to.have.deep.members([
      { end_customer_id: one, reason },
      { end_customer_id: other, to_name: 'third' },
    ])
    expect([await draining.placeOf(one), await draining.placeOf(other)]).to.deep.equal(['second', 'third'])
    const kept = await runCli('shared/cli/ops.ts', ['databases', 'remove', 'second'], draining.env)
    expect([kept.code, kept.stderr]).to.deep.equal([
      1,
      '1 end customers live in second. Run databases drain second again.\n',
    ])
    expect(await draining.drain('second', { to_name: 'third' })).to.deep.equal({ left: 0, unknown: 0 })
    expect(await draining.placeOf(one)).to.equal('third')
    await stopDraining('second', draining.options)
  })

  it('takes back who was on the way there, and ends what was begun', async () => {
    const [arriving, arrived] = [await draining.inhabitant('home'), await draining.inhabitant('home')]
    for (const [they, at] of [
      [arriving, 'expected'],
      [arrived, 'opened there'],
    ] as const)
      await reasonOf(
        draining.move(they, 'second', {
          async at(point) {
            if (point === at) throw new Error('cut off')
          },
        }),
      )
    expect(await draining.drain('second', { to_name: 'third' })).to.deep.equal({ left: 0, unknown: 0 })
    expect([await draining.placeOf(arriving), await draining.placeOf(arrived)]).to.deep.equal(['home', 'third'])
    expect(await movesUnderWay()).to.deep.equal([])
    expect(await draining.countIn('second')).to.equal(0)
    await stopDraining('second', draining.options)
  })

  it('is taken back while it goes on: who has left stays away, and nobody else moves', async () => {
    const they = [await draining.inhabitant('second'), await draining.inhabitant('second')]
    const others: string[] = []
    const refused = reasonOf(
      draining.drain('second', {
        to_name: 'third',
        async at(point) {
          if (point !== 'turned' || others.length > 0) return
          others.push(await reasonOf(draining.drain('second')))
          expect((await stopDraining('second', draining.options)).is_running).to.equal(true)
        },
      }),
    )
    expect(await refused).to.equal('Somebody has taken the draining of second back.')
    expect(others).to.deep.equal(['Somebody else drains second at this moment.'])
    expect((await Promise.all(they.map(draining.placeOf))).sort()).to.deep.equal(['second', 'third'])
    expect([await stateOfSecond(), await movesUnderWay()]).to.deep.equal(['open', []])
    expect(await draining.inhabitant('second').then(draining.placeOf)).to.equal('second')
  })

  it('needs the variables of those databases alone that it has to do with', async () => {
    const { THIRD_URL: _, THIRD_OWNER_URL: __, ...env } = draining.options.env
    const they = await draining.inhabitant('home')
    expect(await reasonOf(draining.move(they, 'third', { env }))).to.equal('THIRD_URL is not set.')
    expect(await movesUnderWay()).to.deep.equal([])
    expect((await draining.move(they, 'second', { env })).state).to.equal('cleaned')
    const told: object[] = []
    const end = await draining.drain('second', { env, told: (line) => told.push(line) })
    expect(end).to.deep.equal({ left: 0, unknown: 0 })
    expect(told).to.deep.include({ end_customer_id: they, to_name: 'home' })
    await stopDraining('second', draining.options)
  })

  it('does not forget rows of whom home does not know', async () => {
    const they = await draining.inhabitant('second')
    // As in a home that was restored to a moment before.
    await draining.home.query(sql.type(row())`delete from placements where end_customer_id = ${they}`)
    await draining.home.query(sql.type(row())`
      update placements set database_name = 'third' where database_name = 'second'
    `)
    const { unknown } = await draining.drain('second', { to_name: 'third' })
    expect(unknown).to.be.greaterThan(0)
    const removed = await runCli('shared/cli/ops.ts', ['databases', 'remove', 'second'], draining.env)
    expect(removed.code).to.equal(1)
    expect(removed.stderr).to.equal(
      `second has rows of ${unknown} end customers that home does not know to live there.\n`,
    )
  })
})
