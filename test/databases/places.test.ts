import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { rememberPlaces } from '../../shared/databases/places.ts'
import { type KnownPlaces, readKnownPlaces } from '../../shared/store/databases/known-databases.ts'
import { claimPlaces, findPlaces } from '../../shared/store/databases/places.ts'
import { type Pool, row, sql } from '../../shared/store/db/database.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'

describe('the places of end customers', () => {
  let quiet: QuietService
  let home: Pool

  before(async () => {
    quiet = await openQuietService()
    home = quiet.worker.pool
  })
  after(() => quiet.close())

  it('are one: home, which is asked nothing, while there is no other database', async () => {
    const known = await readKnownPlaces(home)
    expect(known).to.deep.equal({ databases: [], moving: [] })
    const places = placesWith(known, () => expect.fail('somebody asked'))
    expect([places.of(randomUUID()), places.forWrite(randomUUID())]).to.deep.equal(['home', 'home'])
  })

  describe('with two databases', () => {
    let known: KnownPlaces
    let asked = 0

    before(async () => {
      const home_id = randomUUID()
      await quiet.owner.query(sql.type(row())`
        insert into database_identity (database_id, name, home_id) values (${home_id}, 'home', ${home_id})
      `)
      await quiet.owner.query(sql.type(row())`
        insert into databases (name, database_id, url_variable, state) values
          ('home', ${home_id}, 'DATABASE_URL', 'open'), ('second', ${randomUUID()}, 'SECOND_URL', 'open')
      `)
      known = await readKnownPlaces(home)
    })

    it('are known with what leads to them', () => {
      expect(known.databases.map(({ name, url_variable, state }) => [name, url_variable, state])).to.deep.equal([
        ['home', 'DATABASE_URL', 'open'],
        ['second', 'SECOND_URL', 'open'],
      ])
    })

    it('are claimed by whoever comes first, and by nobody else, however many come at once', async () => {
      const they = randomUUID()
      const claims = Array.from({ length: 50 }, (_, index) => claim(they, index % 2 ? 'second' : 'home'))
      const claimed = new Set(await Promise.all(claims))
      expect(claimed.size).to.equal(1)
      expect(await find(they)).to.equal([...claimed][0])
    })

    it('stay at home for who has books there and no row', async () => {
      const they = await quiet.newEndCustomer()
      expect(await claim(they, 'second')).to.equal('home')
      expect(await find(they)).to.equal('home')
    })

    it('are not given to whom somebody only reads', async () => {
      const they = randomUUID()
      expect(await placesWith(known).of(they)).to.equal('home')
      expect(await find(they)).to.equal(undefined)
      expect(await placesWith(known).forWrite(they)).to.equal('second')
    })

    it('are asked for once, unless the end customer is on its way', async () => {
      const they = randomUUID()
      asked = 0
      const places = placesWith(known, () => (asked += 1))
      expect(await Promise.all([places.forWrite(they), places.forWrite(they)])).to.deep.equal(['second', 'second'])
      expect([places.forWrite(they), places.of(they)]).to.deep.equal(['second', 'second'])
      expect(asked).to.equal(1)
      const moving = placesWith({ ...known, moving: [they] }, () => (asked += 1))
      for (const _ of [1, 2]) expect(await moving.of(they)).to.equal('second')
      expect(asked).to.equal(3)
    })

    it('of many are asked for together, without those that are known', async () => {
      const [they, others, atHome] = [randomUUID(), randomUUID(), await quiet.newEndCustomer()]
      asked = 0
      const places = placesWith(known, () => (asked += 1))
      await places.forWrite(they)
      expect([...(await places.forWriteEach([they, others, atHome]))]).to.deep.equal([
        [they, 'second'],
        [others, 'second'],
        [atHome, 'home'],
      ])
      expect(asked).to.equal(2)
      expect(places.ofEach([others, atHome])).to.deep.equal(
        new Map([
          [others, 'second'],
          [atHome, 'home'],
        ]),
      )
      const nobody = randomUUID()
      expect((await places.ofEach([nobody])).get(nobody)).to.equal('home')
      expect(await find(nobody)).to.equal(undefined)
      await placesWith({ ...known, moving: [they] }, () => (asked += 1)).ofEach([they, others])
      expect(asked).to.equal(4)
    })
  })

  const find = async (id: string) => (await findPlaces(home, [id])).get(id)
  const claim = async (id: string, name: string) => (await claimPlaces(home, new Map([[id, name]]))).get(id)

  function placesWith(known: KnownPlaces, asks: () => unknown = () => {}) {
    const lease = { known: () => known, ask: async () => known }
    const queries = {
      find(ids: readonly string[]) {
        asks()
        return findPlaces(home, ids)
      },
      claim(wanted: ReadonlyMap<string, string>) {
        asks()
        return claimPlaces(home, wanted)
      },
    }
    return rememberPlaces(lease, queries, 'home', () => 'second')
  }
})
