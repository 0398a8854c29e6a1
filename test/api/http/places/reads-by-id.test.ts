import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { closeDeps } from '../../../../shared/deps/deps.ts'
import { readConfig } from '../../../../shared/process/config.ts'
import { publicId } from '../../../../shared/process/ids.ts'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { at } from '../../../support/client.ts'
import { closeToAll, openSecondDatabase, serve, serveTwo, watchedBy } from '../../../support/places/second-database.ts'
import { chart, EXPENSES, expense, newEndCustomer } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'
import { openWatched } from '../../../support/watched/log-lines.ts'
import { mentionsOf } from '../../../support/watched/mentions.ts'

type Closing = { close(): Promise<void> }

describe('a read by an id that does not name its end customer', function () {
  this.timeout(60_000)
  const they = randomUUID()
  const open: Closing[] = []
  const opened = <Opened extends Closing>(one: Opened): Opened => {
    open.unshift(one)
    return one
  }
  const home = mentionsOf(they)
  let neighbour: string
  let [theirs, ours, keyOfThem, keyOfNeighbour]: string[] = []
  let both: ReturnType<typeof at>
  let half: ReturnType<typeof at>

  before(async () => {
    neighbour = await newEndCustomer()
    keyOfThem = await issueKey(service().home, { client_name: 'of them', end_customer_ids: [they] })
    keyOfNeighbour = await issueKey(service().home, { client_name: 'of ours', end_customer_ids: [neighbour] })
    const second = opened(await openSecondDatabase())
    const database_url = await service().server.createDatabase()
    const gone = await openWatched(readConfig({ DATABASE_URL: database_url, LOG_LEVEL: 'silent' }), 'web')
    opened({ close: () => closeDeps(gone, 1_000) })
    await closeToAll(database_url)
    const watched = opened(await watchedBy(home.interceptor, service().web, service().database_url))
    const { key } = service()
    both = at(opened(await serveTwo(watched.deps, second.web, [they])).base_url, key)
    // Whoever finds it away says so in the log.
    const silent = { ...service().web, log: gone.log }
    half = at(opened(await serveTwo(silent, gone, [they])).base_url, key)
    const alone = at(opened(await serve(second.web)).base_url, key)
    expect((await alone.put('/v1/accounts', chart(they))).status).to.equal(202)
    theirs = (await alone.post(EXPENSES, expense(they))).body.id
    ours = (await both.post(EXPENSES, expense(neighbour))).body.id
  })
  after(async () => {
    for (const one of open) await one.close()
  })

  it('finds it in whichever database it is', async () => {
    for (const [id, end_customer_id] of [
      [theirs, they],
      [ours, neighbour],
    ]) {
      const { status, body } = await both.get(`/v1/source-facts/${id}`)
      expect([status, body.end_customer_id]).to.deep.equal([200, end_customer_id])
    }
  })

  it('asks no database that has nothing which the key may see', async () => {
    home.queries.length = 0
    const withKey = (key: string | undefined, id: string | undefined) =>
      both.get(`/v1/source-facts/${id}`, { key: there(key) })
    expect((await withKey(keyOfThem, theirs)).status).to.equal(200)
    expect((await withKey(keyOfThem, ours)).status).to.equal(404)
    expect(home.queries).to.deep.equal([])
    expect((await withKey(keyOfNeighbour, theirs)).status).to.equal(404)
  })

  it('404 where none has it', async () => {
    expect((await both.get(`/v1/source-facts/${publicId('source_fact', randomUUID())}`)).status).to.equal(404)
  })

  it('while one is away: what is elsewhere is found, and nothing else is said not to be there', async () => {
    expect((await half.get(`/v1/source-facts/${ours}`)).status).to.equal(200)
    const { status, headers } = await half.get(`/v1/source-facts/${theirs}`)
    expect([status, headers.get('Retry-After')]).to.deep.equal([503, '1'])
    const key = there(keyOfNeighbour)
    expect((await half.get(`/v1/source-facts/${theirs}`, { key })).status).to.equal(404)
  })
})
