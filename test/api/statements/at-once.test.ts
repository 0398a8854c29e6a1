import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { QuerySqlToken } from 'slonik'
import { type App, buildApp } from '../../../api/app.ts'
import { snapshotAtOnce } from '../../../api/statements/books/snapshot-at-once.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { refreshWhole } from '../../../shared/store/statements/account-period-totals.ts'
import { findBooksAtOnce } from '../../../shared/store/statements/books-at-once.ts'
import { readLedger } from '../../../shared/store/statements/ledger-snapshot.ts'
import { at, put } from '../../support/client.ts'
import { chf, EXPENSES, expense, newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

const KEPT = ['activity_of_accounts', 'book_check_figures', 'other_sides_of_partners', 'sums_of_related_partners']
const STATEMENTS = ['or-balance-sheet', 'or-income-statement', 'balance-sheet', 'income-statement', 'trial-balance']

describe('a statement of an open year', () => {
  let app: App
  let server: Server
  let client: ReturnType<typeof at>
  let asked: string[] = []
  before(async () => {
    app = buildApp(service().web, (deps) => {
      const pool = new Proxy(deps.pool, {
        get(target, name) {
          asked.push(String(name))
          return Reflect.get(target, name)
        },
      })
      return { ...deps, pool }
    })
    server = createServer(app.koa.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    client = at(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, service().key)
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await app.close()
  })

  const get = async (name: string, customer: string, more = '') => {
    asked = []
    const query = `end_customer_id=${customer}&fiscal_year_id=FY2026${more}`
    return (await client.get(`/v1/statements/${name}?${query}`)).body
  }
  const book = (customer: string, business_date: string, amount: number) =>
    client.post(
      EXPENSES,
      expense(customer, { business_date, payload: { document_date: business_date, gross_amount: chf(amount) } }),
      { wait: 10 },
    )

  it('is read in one query behind that of its tag, and is what a transaction of many queries reads', async () => {
    const customer = await newEndCustomer()
    await book(customer, '2025-06-30', 700)
    await book(customer, '2026-06-30', 300)
    for (const refreshed of [false, true]) {
      if (refreshed) await refresh(customer)
      for (const name of STATEMENTS)
        for (const more of ['', '&comparison=prior_fiscal_year']) {
          const body = await get(name, customer, more)
          expect(asked, `${name}${more}`).to.deep.equal(['maybeOne', 'any'])
          const in_transaction = await get(name, customer, `${more}&as_of_entry_number=2`)
          expect(asked).to.include('transaction')
          expect(body).to.deep.equal(in_transaction)
        }
    }
  })

  it('is planned in parts, of which a session keeps the plans: altogether that takes longer than reading it', async () => {
    const customer = await newEndCustomer()
    const { pool } = service().web
    const plans: string[] = []
    const explaining = new Proxy(pool, {
      get: (target, name) =>
        name === 'any'
          ? async ({ sql: text, values }: QuerySqlToken) => {
              const query = { ...sql.type(row<{ 'QUERY PLAN': string }>())`explain`, sql: `explain ${text}`, values }
              plans.push(...(await target.any(query)).map((line) => line['QUERY PLAN']))
              return []
            }
          : Reflect.get(target, name),
    })
    await findBooksAtOnce(explaining, customer, { starts: ['2026-01-01'], end_date: '2026-12-31' }, 0n)
    for (const name of KEPT) expect(plans.join('\n')).to.include(`Function Scan on ${name}`)
    expect(
      await pool.anyFirst(sql.type(row<{ proname: string }>())`
      select proname from pg_proc
      where proname = any(${sql.array(KEPT, 'text')}) and 'plan_cache_mode=force_generic_plan' = any(proconfig)
        and prolang = (select oid from pg_language where lanname = 'plpgsql')
      order by proname
    `),
    ).to.deep.equal(KEPT)
  })

  it('has a transaction where totals or fiscal years have gone on behind its tag', async () => {
    const customer = await newEndCustomer()
    await book(customer, '2026-06-30', 300)
    const { pool } = service().web
    const query = { end_customer_id: customer, fiscal_year_id: 'FY2026' }
    const known = await readLedger(pool, customer)
    const read = () => snapshotAtOnce(pool, query, known, async () => {})
    expect((await read())?.position.entry_number).to.equal(1n)
    await book(customer, '2026-07-31', 500)
    // The second entry is behind the tag, and not in the totals yet.
    expect((await read())?.books.accounts.map(({ debit }) => debit)).to.include.deep.members([[300n]])
    await refresh(customer)
    expect(await read()).to.equal(null)

    const later = await readLedger(pool, customer)
    await put('/v1/fiscal-years/FY2027', {
      end_customer_id: customer,
      start_date: '2027-01-01',
      end_date: '2027-12-31',
    })
    expect(await snapshotAtOnce(pool, query, later, async () => {})).to.equal(null)
  })
})

async function refresh(customer: string): Promise<void> {
  await refreshWhole(service().worker.pool, [customer])
}
