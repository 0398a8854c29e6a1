import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type App, buildApp } from '../../../api/app.ts'
import type { ApiDeps } from '../../../api/http/api-deps.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { at, post, put } from '../../support/client.ts'
import { ACCOUNTS, chart, EXPENSES, expense, newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { inTurnsOnly } from '../../support/watched/turns-only.ts'
import { fetchAs } from '../statements/books-to-show.ts'

const OTHER = { client_name: 'beside a batch' }

/** The service of all tests is watched by `inTurnsOnly`: a query of an endpoint outside a turn is 500, in whatever test. */
describe('endpoints ask the database in turns of their key', () => {
  let app: App
  let server: Server
  let base_url: string
  let deps: ApiDeps
  const rooms: string[] = []
  /** How often parts of the work of a key asked whether others go first. */
  let asked = 0
  /** Bytes of what asked for a turn of the event loop. */
  const turns: number[] = []

  before(async () => {
    app = buildApp(service().web, (all) => {
      deps = inTurnsOnly(all)
      const requireRoom = (key_id: string) => {
        rooms.push(key_id)
        all.answers.requireRoom(key_id)
      }
      const takeTurns: ApiDeps['takeTurns'] = (key, bytes, work) => {
        turns.push(bytes)
        return all.takeTurns(key, bytes, work)
      }
      const expensive: ApiDeps['shares']['expensive'] = (key_id, ctx, size) => {
        const request = deps.shares.expensive(key_id, ctx, size)
        const giveWay = () => {
          asked += 1
          return request.giveWay()
        }
        return { ...request, giveWay }
      }
      return { ...deps, answers: { ...all.answers, requireRoom }, takeTurns, shares: { ...deps.shares, expensive } }
    })
    server = createServer(app.koa.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await app.close()
  })

  it('a query outside a turn, and behind its end, is refused', async () => {
    const ask = () => deps.pool.oneFirst(sql.type(row<{ one: number }>())`select 1 as one`)
    expect(ask).to.throw('pool.oneFirst outside a turn of the key')
    let late: (() => Promise<unknown>) | undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    const inTurn = deps.shares.short('k')
    expect(
      await inTurn(async () => {
        late = () => promise.then(ask)
        return ask()
      }),
    ).to.equal(1)
    const refused = late?.().catch(({ message }) => message)
    resolve()
    expect(await refused).to.equal('pool.oneFirst outside a turn of the key')
  })

  it('a short dry run, which needs room for its answer', async () => {
    const { post } = at(base_url, service().key)
    const customer = await newEndCustomer()
    rooms.length = 0
    const { status } = await post(`${EXPENSES}?dry_run=true`, expense(customer))
    expect([status, rooms.length]).to.deep.equal([200, 1])
  })

  it('a change whose answer is short, which has a turn for its body alone: its transaction holds locks', async () => {
    const { put } = at(base_url, service().key)
    const customer = await newEndCustomer()
    const turnsOf = async (accounts: readonly object[]) => {
      turns.length = 0
      const { status } = await put('/v1/accounts', chart(customer, '2026-01-01', accounts))
      return [status, turns.filter((bytes) => bytes === 0).length]
    }
    expect(await turnsOf(ACCOUNTS)).to.deep.equal([202, 0])
    const many = Array.from({ length: 60 }, (_, index) => account(`${60_000 + index}`, `Konto ${index}`))
    expect(await turnsOf([...ACCOUNTS, ...many])).to.deep.equal([202, 1])
  })

  it('a batch, in parts while another key is there', async () => {
    const [mine, other] = [at(base_url, service().key), at(base_url, await issueKey(service().home, OTHER))]
    const customer = await newEndCustomer()
    const sendBatch = async () => {
      asked = 0
      const items = Array.from({ length: 150 }, () => expense(customer))
      const { status, body } = await mine.post('/v1/source-facts/batch', { items })
      const outcomes = body.data.map(({ outcome, source_fact }) => [outcome, source_fact?.idempotency_key])
      expect([status, outcomes]).to.deep.equal([202, items.map(({ idempotency_key }) => ['created', idempotency_key])])
      return asked
    }
    let isOver = false
    const present = (async () => {
      while (!isOver) await other.get(`/v1/accounts?end_customer_id=${customer}`)
    })()
    const asked_beside = await sendBatch()
    isOver = true
    await present
    expect(asked_beside).to.be.greaterThan(1)
    await sleep(300)
    expect(await sendBatch()).to.equal(1)
  })

  it('the exports of journal and tax records, with all accounts that ever were, by their newest names', async () => {
    const customer = await newEndCustomer()
    for (const day of ['01', '02']) {
      const more = Array.from({ length: 300 }, (_, index) => account(`${60_000 + index}`, `Konto ${index} vom ${day}.`))
      const only = account(`7${day}`, `Nur am ${day}.`)
      await put('/v1/accounts', chart(customer, `2026-01-${day}`, [...ACCOUNTS, ...more, only]))
    }
    await post(EXPENSES, expense(customer), { wait: 10 })
    const text = await (await fetchAs(`/v1/journal-entries?end_customer_id=${customer}`, 'text/x-ledger')).text()
    const declared = [...text.matchAll(/^account (\S+) {2}; type:\w, (.*)$/gm)].map(([, code, name]) => [code, name])
    expect(declared).to.have.length(ACCOUNTS.length + 302)
    expect(Object.fromEntries(declared)).to.deep.include({
      60000: 'Konto 0 vom 02.',
      60299: 'Konto 299 vom 02.',
      701: 'Nur am 01.',
      702: 'Nur am 02.',
    })
    expect(declared.map(([code]) => code)).to.deep.equal(declared.map(([code]) => code).sort())
    expect(text.match(/^\d{4}-\d\d-\d\d/gm)).to.have.length(1)
    const { status } = await fetchAs(`/v1/tax-records?end_customer_id=${customer}`, 'text/csv')
    expect(status).to.equal(200)
  })
})

const account = (account_code: string, account_name: string) => ({ account_code, account_name, account_type: 'asset' })
