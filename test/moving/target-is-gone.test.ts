import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect } from 'chai'
import { drainDatabase } from '../../shared/moving/draining/drain-database.ts'
import { row, sql } from '../../shared/store/db/database.ts'
import { reasonOf } from '../store/databases/installation.ts'
import { openMoves } from '../support/moving/moves-of-tests.ts'
import { chart, EXPENSES, expense } from '../support/requests/examples.ts'

const BEFORE_TURN = ['expected', 'copied ahead', 'closed there', 'committed'] as const

describe('a move whose new place is gone for good', function () {
  this.timeout(300_000)
  let moves: Awaited<ReturnType<typeof openMoves>>
  before(async () => {
    moves = await openMoves()
  })
  after(async () => {
    expect(await moves.close()).to.deep.equal([0, 0])
  })

  const takeBack = (they: string, env: NodeJS.ProcessEnv) => moves.move(they, null, { target_is_gone: true, env })
  const withoutSecond = () => {
    const { SECOND_OWNER_URL: _, ...env } = moves.env as NodeJS.ProcessEnv
    return env
  }
  async function cutAt(point: (typeof BEFORE_TURN)[number] | 'turned'): Promise<string> {
    const they = await moves.newcomer()
    expect((await moves.client.put('/v1/accounts', chart(they))).status).to.equal(202)
    expect((await moves.client.post(EXPENSES, expense(they))).status).to.equal(202)
    await moves.cutMove(
      { wanted: { end_customer_id: they, to_name: 'second' }, cut: { point, times: 1 } },
      async () => {},
    )
    return they
  }
  async function left(point: (typeof BEFORE_TURN)[number]): Promise<string> {
    const they = await cutAt(point)
    expect((await takeBack(they, withoutSecond())).state).to.equal('taken_back')
    return they
  }
  const fenced = async (they: string) =>
    (await moves.owners.second.any(sql.type(row())`select state from fences where end_customer_id = ${they}`)).length

  it('is taken back at the old place alone, in every state before home turns', async () => {
    for (const point of BEFORE_TURN) {
      const they = await cutAt(point)
      expect(await reasonOf(takeBack(they, moves.env))).to.equal(
        'second answers. Take the move back without --target-is-gone.',
      )
      expect((await takeBack(they, withoutSecond())).state).to.equal('taken_back')
      expect(await moves.placeOf(they)).to.equal('home')
      expect([await moves.fencesIn('home'), await moves.triggersIn('home', they)]).to.deep.equal([[], []])
      expect((await moves.client.post(EXPENSES, expense(they))).status).to.equal(202)
      // The database came back after all: the next move there has no use for what was left.
      expect(await fenced(they)).to.equal(1)
      expect((await moves.move(they, 'second')).state).to.equal('cleaned')
      expect([await moves.placeOf(they), await fenced(they)]).to.deep.equal(['second', 0])
      expect(await moves.findings('second', they)).to.deep.equal([])
      expect((await moves.client.post(EXPENSES, expense(they))).status).to.equal(202)
    }
  })

  it('is not taken back once the books live there', async () => {
    const they = await cutAt('turned')
    const reason = await reasonOf(takeBack(they, withoutSecond()))
    expect(reason).to.match(/^It lives in second already\./)
    expect(await moves.placeOf(they)).to.equal('second')
    expect((await moves.move(they, 'second')).state).to.equal('cleaned')
    expect(await moves.findings('second', they)).to.deep.equal([])
  })

  it('is not taken back where a server says that it starts', async () => {
    const they = await cutAt('committed')
    const fields = ['SFATAL', 'C57P03', 'Mthe database system is starting up', ''].join('\0')
    const size = Buffer.alloc(4)
    size.writeInt32BE(4 + fields.length + 1)
    const starting = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), size, Buffer.from(`${fields}\0`)])))
    }).listen(0, '127.0.0.1')
    await once(starting, 'listening')
    const { port } = starting.address() as AddressInfo
    const env = { ...moves.env, SECOND_OWNER_URL: `postgres://x:x@127.0.0.1:${port}/x` }
    const reason = await reasonOf(takeBack(they, env)).finally(() => starting.close())
    expect(reason).to.equal('second answers. Take the move back without --target-is-gone.')
    expect((await moves.move(they, null)).state).to.equal('taken_back')
    expect(await moves.rowsIn('second', they)).to.deep.equal({})
  })

  it('leaves copies that are nobody’s where the database comes back, and draining it deletes them', async () => {
    const they = await left('committed')
    expect(await moves.rowsIn('second', they)).not.to.deep.equal({})
    const answer = await moves.client.get(`/v1/events?end_customer_id=${they}&limit=1`)
    expect(answer.status).to.equal(200)
    const end = await drainDatabase('second', { ...moves.options, to_name: 'home', told: () => {} })
    expect(end).to.deep.equal({ left: 0, unknown: 0 })
    expect([await moves.rowsIn('second', they), await fenced(they)]).to.deep.equal([{}, 0])
    expect(await moves.findings('home', they)).to.deep.equal([])
  })
})
