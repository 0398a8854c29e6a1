import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { type App, buildApp } from '../../../../api/app.ts'
import type { ReadRoute } from '../../../../api/http/endpoint.ts'
import { endpoints } from '../../../../api/routes.ts'
import { openPool, type Pool } from '../../../../shared/store/db/database.ts'
import { post, send } from '../../../support/client.ts'
import { service } from '../../../support/service.ts'
import { inPool } from '../../../support/watched/in-pool.ts'
import { newWorld, type World } from '../tenant-isolation/world.ts'

/** Lists whose pages are bounded otherwise. */
const OTHERWISE: Readonly<Record<string, string>> = {
  listFiscalYears: 'at most 300 years of a few members',
  listJournalEntries: 'pieces of 250 lines, each with room of its own',
  getAccountLedger: 'pieces of 250 lines, at most 500 in JSON',
  getOpenItems: 'at most 500 items and 500 partners of bounded texts, read by one function of the database',
}

/** What a list has to be asked for beside its end customer. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  listReconciledVatEntries: [
    '&fiscal_year_id=FY2026&category=recorded',
    '&fiscal_year_id=FY2026&category=transferred&account_code=2200',
  ],
  listTaxNotDue: ['&date=2026-12-31'],
}

/** Lists of what belongs to an API client, which name no end customer. */
const OF_A_CLIENT: readonly string[] = ['listEndCustomers', 'listWebhookPositions']

const lists = endpoints.filter(
  (endpoint): endpoint is typeof endpoint & ReadRoute =>
    endpoint.method === 'get' && 'has_more' in (endpoint.response.properties ?? {}),
)

/** Nothing else writes this name of a column. */
const MEASURED = 'bytes_before'

describe('every list', () => {
  let world: World
  let subscription_id: string
  let pool: Pool
  let app: App
  let server: Server
  const queries: string[] = []

  before(async () => {
    world = await newWorld()
    subscription_id = await subscribe(world.theirs)
    const { web, database_url } = service()
    const listen = {
      name: 'what is asked',
      beforeQueryExecution: (_: unknown, { sql }: { readonly sql: string }) => {
        queries.push(sql)
        return null
      },
    }
    pool = await openPool(database_url, { pool_size: 2, statement_timeout_ms: 10_000, interceptors: [listen] })
    app = buildApp(inPool(web, pool))
    server = createServer(app.koa.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await app.close()
    await pool.end()
  })

  it('is known: those that are bounded otherwise are lists', () => {
    const names = lists.map(({ operation_id }) => operation_id)
    expect(names.length).to.be.greaterThan(20)
    expect(names).to.include.members([...Object.keys(OTHERWISE), ...Object.keys(MORE)])
  })

  for (const { operation_id, path } of lists)
    if (!OTHERWISE[operation_id])
      for (const more of MORE[operation_id] ?? [''])
        it(`ends its pages by bytes: ${operation_id}${more}`, async function () {
          // Watched are the queries where end customers live, and subscriptions are at home.
          if (operation_id === 'listWebhookSubscriptions' && service().home !== service().owner) this.skip()
          queries.length = 0
          const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
          const query = OF_A_CLIENT.includes(operation_id) ? '' : `?end_customer_id=${world.theirs}${more}`
          const url = `${path.replace(/:(\w+)/g, (_, name) => idOf(name))}${query}`
          const { status, text } = await send('GET', url, undefined, { base_url: address })
          expect(status, text).to.equal(200)
          expect(queries.filter((query) => query.includes(MEASURED)).length, queries.join('\n')).to.be.greaterThan(0)
        })

  function idOf(name: string): string {
    const { candidate, payable, bank_entry, bank_rule } = world
    const ids: Readonly<Record<string, string>> = {
      candidate_id: candidate,
      supplier_payable_id: payable,
      entry_id: bank_entry,
      rule_id: bank_rule,
      subscription_id,
    }
    return ids[name] ?? expect.fail(`there is no ${name}`)
  }
})

/** A subscription of the client that reads the lists. */
async function subscribe(end_customer_id: string): Promise<string> {
  const subscription = { url: 'http://127.0.0.1:9/', end_customer_ids: [end_customer_id], state: 'off' }
  const { body, text } = await post('/v1/webhook-subscriptions', subscription)
  expect(body.object, text).to.equal('webhook_subscription')
  return body.id
}
