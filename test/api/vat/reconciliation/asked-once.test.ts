import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { type App, buildApp } from '../../../../api/app.ts'
import { openPool, type Pool } from '../../../../shared/store/db/database.ts'
import { send } from '../../../support/client.ts'
import { INVOICES, invoice } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { service } from '../../../support/service.ts'
import { inPool } from '../../../support/watched/in-pool.ts'
import { booked } from '../records.ts'
import { pathOf } from './reconciled.ts'

/** Each of them reads the entries that no refresh has folded yet, which takes longer than all the rest. */
const OF_TAIL = ['taxed_movements', 'tax_totals'] as const

describe('the yearly reconciliation and the entries that no refresh has folded', () => {
  let customer: string
  let pool: Pool
  let app: App
  let server: Server
  const asked: string[] = []

  before(async () => {
    customer = await newKmuCustomer()
    await booked(INVOICES, invoice(customer))
    const { web, database_url } = service()
    const beforeQueryExecution = (_: unknown, { sql }: { readonly sql: string }) => {
      asked.push(...OF_TAIL.filter((name) => sql.includes(`from ${name}`)))
      return null
    }
    const interceptors = [{ name: 'what is asked', beforeQueryExecution }]
    pool = await openPool(database_url, { pool_size: 2, statement_timeout_ms: 10_000, interceptors })
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

  it('reads them once for the movements, and once for the totals of all periods', async () => {
    expect((await askedFor(pathOf(customer))).sort()).to.deep.equal(['tax_totals', 'taxed_movements'])
  })

  for (const [category, expected] of [
    ['transferred', []],
    ['other', []],
    ['recorded', ['taxed_movements']],
  ] as const)
    it(`reads them for entries of ${category}: ${expected.length > 0 ? 'once' : 'never'}`, async () => {
      const path = pathOf(customer, `&category=${category}&account_code=2200`)
      expect(await askedFor(path.replace('?', '/entries?'))).to.deep.equal(expected)
    })

  async function askedFor(path: string): Promise<string[]> {
    asked.length = 0
    const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { status, text } = await send('GET', path, undefined, { base_url })
    expect(status, text).to.equal(200)
    return [...asked]
  }
})
