import { expect } from 'chai'
import { stopDraining } from '../../shared/moving/draining/end-draining.ts'
import { row, sql } from '../../shared/store/db/database.ts'
import { reasonOf } from '../store/databases/installation.ts'
import { type Draining, openDraining } from '../support/moving/drained-database.ts'

/** More than are planned ahead. */
const MANY = 6

const NOTHING = 'postgres://nobody@127.0.0.1:1/nothing'

describe('a ledger database that is drained while another one is away', function () {
  this.timeout(600_000)
  let draining: Draining
  before(async () => {
    draining = await openDraining()
    // The emptiest one of all, as long as it can be asked.
    await draining.home.query(sql.type(row())`update databases set weight = 1000 where name = 'third'`)
  })
  after(async () => {
    expect(await draining.close()).to.deep.equal([0, 0])
  })

  async function inhabitants(many: number): Promise<string[]> {
    const they: string[] = []
    while (they.length < many) they.push(await draining.inhabitant('second'))
    return they.sort()
  }
  const placesOf = async (they: readonly string[]) => [...new Set(await Promise.all(they.map(draining.placeOf)))]
  /** With a server that has gone. */
  const without = (variable: string) => ({
    env: { ...draining.options.env, [`${variable}_URL`]: NOTHING, [`${variable}_OWNER_URL`]: NOTHING },
  })
  /** It answers who asks for its size, and nobody can work there. */
  const withoutQueue = {
    async openBoss(name: string) {
      if (name === 'third') throw new Error('third is away')
      return draining.options.openBoss(name)
    },
  }
  /** Somebody has begun, and ended before anything was done. */
  async function planned(they: readonly string[], to_name: 'home' | 'third'): Promise<void> {
    for (const one of they)
      await reasonOf(
        draining.move(one, to_name, {
          async at(point) {
            if (point === 'planned') throw new Error('cut off')
          },
        }),
      )
  }
  const movesUnderWay = () =>
    draining.home.any(sql.type(row())`select state from moves where state not in ('cleaned', 'taken_back')`)

  it('names each that cannot go where it shall, and leaves no move behind', async () => {
    const they = await inhabitants(MANY)
    const told: { end_customer_id: string }[] = []
    const end = await draining.drain('second', { ...withoutQueue, to_name: 'third', told: (one) => told.push(one) })
    expect(end).to.deep.equal({ left: MANY, unknown: 0 })
    told.sort((one, other) => (one.end_customer_id < other.end_customer_id ? -1 : 1))
    expect(told).to.deep.equal(they.map((end_customer_id) => ({ end_customer_id, reason: 'third is away' })))
    expect([await placesOf(they), await movesUnderWay()]).to.deep.equal([['second'], []])
  })

  it('sends elsewhere whose move to one that is gone was planned', async () => {
    const they = await draining.home.anyFirst(sql.type(row<{ id: string }>())`
      select end_customer_id as id from placements where database_name = 'second' order by id
    `)
    await stopDraining('second', draining.options)
    await planned(they, 'third')
    const told: object[] = []
    const end = await draining.drain('second', { ...without('THIRD'), told: (one) => told.push(one) })
    expect(end).to.deep.equal({ left: 0, unknown: 0 })
    expect(told).to.have.deep.members(they.map((end_customer_id) => ({ end_customer_id, to_name: 'home' })))
    expect([they.length, await placesOf(they), await movesUnderWay()]).to.deep.equal([MANY, ['home'], []])
    await stopDraining('second', draining.options)
  })

  it('sends elsewhere whom one cannot take that was chosen', async () => {
    const [end_customer_id] = await inhabitants(1)
    const told: object[] = []
    const end = await draining.drain('second', { ...withoutQueue, told: (one) => told.push(one) })
    expect(end).to.deep.equal({ left: 0, unknown: 0 })
    expect(told).to.deep.equal([{ end_customer_id, to_name: 'home' }])
    const targets = draining.home.anyFirst(sql.type(row<{ to_name: string }>())`
      select to_name from moves where end_customer_id = ${end_customer_id ?? null} order by begun_at
    `)
    expect(await targets).to.deep.equal(['third', 'home'])
    await stopDraining('second', draining.options)
  })

  it('takes planned moves back without asking either side', async () => {
    const they = await inhabitants(3)
    await planned(they, 'third')
    const [one = ''] = they
    const back = await draining.move(one, null, without('THIRD'))
    expect([back.end_customer_id, back.state]).to.deep.equal([one, 'taken_back'])
    await draining.home.query(sql.type(row())`
      update databases set state = 'draining', draining_since = now() where name = 'second'
    `)
    const { left } = await stopDraining('second', { ...draining.options, ...without('THIRD') })
    expect([left, await placesOf(they), await movesUnderWay()]).to.deep.equal([[], ['second'], []])
    // And may go somewhere else.
    expect((await draining.move(one, 'home')).state).to.equal('cleaned')
  })

  it('says so at once where it is away itself', async () => {
    const told: object[] = []
    const drained = draining.drain('second', { ...without('SECOND'), told: (one) => told.push(one) })
    expect(await reasonOf(drained)).to.equal('second cannot be used, so nobody can be moved out of it.')
    expect(told).to.have.lengthOf(1)
    await stopDraining('second', { ...draining.options, ...without('SECOND') })
    expect(await movesUnderWay()).to.deep.equal([])
  })
})
