import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { Client } from 'pg'
import { buildApp } from '../../../../api/app.ts'
import { closeDeps } from '../../../../shared/deps/deps.ts'
import { followDatabases } from '../../../../shared/deps/follow-databases.ts'
import { createHttpServer } from '../../../../shared/http/http-server.ts'
import { readConfig } from '../../../../shared/process/config.ts'
import { eventually } from '../../../support/books.ts'
import { at } from '../../../support/client.ts'
import { queryRows } from '../../../support/first-build.ts'
import { openThreeDatabases } from '../../../support/places/three-databases.ts'
import { chart, EXPENSES, expense } from '../../../support/requests/examples.ts'
import { ownerUrl } from '../../../support/service.ts'
import { openWatched, TEST_LOG_LEVEL } from '../../../support/watched/log-lines.ts'

const PLACES = ['home', 'second'] as const
const CUSTOMERS = 50
const AT_ONCE = 64
/** Of one database: one is built while the other one is flushed to disk. */
const GROUPS_UNDER_WAY = 2

describe('facts that come one by one for end customers of two ledger databases', function () {
  this.timeout(180_000)
  let three: Awaited<ReturnType<typeof openThreeDatabases>>
  let web: Awaited<ReturnType<typeof startWebHere>>
  const they = Array.from({ length: CUSTOMERS }, (_, index) => ({
    id: randomUUID(),
    name: PLACES[index % PLACES.length],
  }))

  before(async () => {
    three = await openThreeDatabases()
    const places = they.map(({ id, name }) => `('${id}', '${name}')`)
    await queryRows(ownerUrl(three.urls.home), `insert into placements values ${places.join()}`)
    web = await startWebHere(three)
    for (const { id } of they) expect((await web.client.put('/v1/accounts', chart(id))).status).to.equal(202)
  })
  after(async () => {
    await web?.stop()
    await three.home.end()
  })

  it('that wait are one group in each of them: one transaction of one statement', async () => {
    const holders = await Promise.all(PLACES.map((name) => holdFacts(ownerUrl(three.urls[name]))))
    const send = (index: number) => web.client.post(EXPENSES, expense(they[index % CUSTOMERS]?.id ?? ''))
    const first: ReturnType<typeof send>[] = []
    // One of each database with each turn, alone: as many groups as may be under way, which wait for the lock.
    for (let turn = 1; turn <= GROUPS_UNDER_WAY; turn += 1) {
      for (const index of PLACES.keys()) first.push(send(index))
      await eventually(async () => web.submitted() === turn * PLACES.length)
    }
    const waiting = Array.from({ length: AT_ONCE }, (_, index) => send(index))
    await eventually(async () => web.submitted() === first.length + AT_ONCE)
    await eventually(async () =>
      (await Promise.all(holders.map((holder) => holder.waiting()))).every((all) => all === 2),
    )
    web.written.length = 0
    for (const holder of holders) await holder.release()
    for (const { status } of await Promise.all([...first, ...waiting])) expect(status).to.equal(202)
    expect(web.written.toSorted()).to.deep.equal(
      PLACES.map((name) => `${nameOf(three.urls[name])} accept_new_facts`).toSorted(),
    )
    for (const name of PLACES)
      expect(await groupsIn(name)).to.deep.equal([
        ...Array.from({ length: GROUPS_UNDER_WAY }, () => ({ facts: 1 })),
        { facts: AT_ONCE / PLACES.length },
      ])
  })

  /** Sizes of the transactions that facts came in. */
  function groupsIn(name: (typeof PLACES)[number]) {
    const query = 'select count(*)::integer as facts from source_facts group by xmin::text order by facts'
    return three.inDatabase(name, query)
  }
})

/** A web process of several ledger databases within this one, where its statements can be seen. */
async function startWebHere({ env, key, urls }: Awaited<ReturnType<typeof openThreeDatabases>>) {
  const config = readConfig({ ...env, LOG_LEVEL: TEST_LOG_LEVEL })
  const deps = await openWatched(config, 'web')
  const databases = followDatabases(deps, env)
  // They are opened in the background.
  await eventually(async () => PLACES.every((place) => databases.all().some(({ name }) => name === place)))
  const watch = watchWrites(PLACES.map((name) => nameOf(urls[name])))
  let submitted = 0
  const app = buildApp({ ...deps, databases }, (all) => ({
    ...all,
    submitFact(fact) {
      submitted += 1
      return all.submitFact(fact)
    },
  }))
  const server = createHttpServer(app.koa.callback(), config, deps.log)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    client: at(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, key),
    written: watch.written,
    submitted: () => submitted,
    async stop() {
      watch.end()
      server.closeAllConnections()
      server.close()
      await app.close()
      await databases.close()
      await closeDeps(deps, 2_000)
    },
  }
}

function nameOf(database_url: string): string {
  return new URL(database_url).pathname.slice(1)
}

/** What is written in these databases, and where transactions begin, each behind the name of its database. */
function watchWrites(databases: readonly string[]) {
  const { query } = Client.prototype
  const written: string[] = []
  Client.prototype.query = function (this: Client, ...args: [query: string | { text?: string; name?: string }]) {
    const [given] = args
    const { text = '', name = text } = typeof given === 'string' ? { text: given } : given
    if (!databases.includes(String(this.database))) return Reflect.apply(query, this, args)
    const is_of_facts = /source_facts|idempotency_records|placements|pgboss\.job/.test(text)
    if (
      /^\s*(begin|start transaction)/i.test(text) ||
      (is_of_facts && /\b(insert into|update|delete from)\b/i.test(text))
    )
      written.push(`${this.database} ${name}`)
    return Reflect.apply(query, this, args)
  } as typeof query
  return {
    written,
    end() {
      Client.prototype.query = query
    },
  }
}

/** Lets nobody write facts until it is released. */
async function holdFacts(owner_url: string) {
  const client = new Client({ connectionString: owner_url })
  await client.connect()
  await client.query('begin')
  await client.query('lock table source_facts in share row exclusive mode')
  return {
    async waiting() {
      const { rows } = await client.query<{ waiting: number }>(
        `select count(*)::integer as waiting from pg_locks where relation = 'source_facts'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows[0]?.waiting
    },
    async release() {
      await client.query('rollback')
      await client.end()
    },
  }
}
