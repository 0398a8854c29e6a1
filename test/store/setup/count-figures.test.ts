import { expect } from 'chai'
import { Client } from 'pg'
import type { QuerySqlToken } from 'slonik'
import { openPool, row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { countFigures } from '../../../shared/store/setup/end-customer-figures.ts'
import { put } from '../../support/client.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

const ALL = 10_000
const BLOCKED = { business_date: '2010-01-04', payload: { document_date: '2010-01-04' } }

describe('counting for the list of end customers', () => {
  let other: Client
  before(async () => {
    other = new Client({ connectionString: service().database_url })
    await other.connect()
  })
  after(() => other.end())

  it('goes on from what it has seen, and finds what was written since', () =>
    alone(async (tx) => {
      const [customer, named] = [await newEndCustomer(), await newEndCustomer()]
      const { seen } = await countFigures(tx, ALL)
      expect(seen).to.match(/^\d+$/)
      expect(await figuresOf(tx, customer)).to.include({ blocked_facts: 0 })

      await bookExpense(customer, BLOCKED)
      const booked = await countFigures(tx, ALL, seen)
      expect(booked.counted).to.equal(1)
      expect(await figuresOf(tx, customer)).to.include({ blocked_facts: 1 })

      await put(`/v1/end-customers/${named}`, { name: 'Zoll & Sohn' })
      const last = await countFigures(tx, ALL, booked.seen)
      expect(await figuresOf(tx, named)).to.include({ name_key: 'zoll & sohn' })
      expect(await countFigures(tx, ALL, last.seen)).to.include({ counted: 0 })
    }))

  it('compares what was under way meanwhile, and nothing that is older', () =>
    alone(async (tx) => {
      const customer = await newEndCustomer()
      await bookExpense(customer, BLOCKED)
      // Its row is new, and says the same.
      const same = 'update event_heads set last_event_number = last_event_number where end_customer_id = $1'
      await other.query('begin')
      await other.query(same, [customer])
      const { seen } = await countFigures(tx, ALL)
      await other.query('commit')
      await forget(tx, customer)
      expect(await countFigures(tx, ALL, seen)).to.include({ counted: 1 })
      expect(await figuresOf(tx, customer)).to.include({ blocked_facts: 1 })

      const after = await nextTransaction()
      await forget(tx, customer)
      expect(await countFigures(tx, ALL, after)).to.include({ counted: 0 })
      expect(await countFigures(tx, ALL)).to.include({ counted: 1 })
    }))

  it('counts nobody where nothing was written since, and plans nothing for it', () =>
    alone(async (tx) => {
      await newEndCustomer()
      const { seen } = await countFigures(tx, ALL)
      const asked: string[] = []
      const watched = new Proxy(tx, {
        get: (target, name) =>
          name === 'query'
            ? (query: QuerySqlToken) => {
                asked.push(query.sql)
                return target.query(query)
              }
            : Reflect.get(target, name),
      })
      const counting = () => asked.splice(0).filter((text) => text.includes('figures_of_end_customers')).length
      expect((await countFigures(watched, ALL, seen)).counted).to.equal(0)
      expect(counting()).to.equal(0)
      await newEndCustomer()
      expect((await countFigures(watched, ALL, seen)).counted).to.equal(1)
      expect(counting()).to.equal(1)
    }))

  it('goes on from the same place while there may be more', () =>
    alone(async (tx) => {
      const { seen } = await countFigures(tx, ALL)
      await Promise.all([newEndCustomer(), newEndCustomer()])
      expect(await countFigures(tx, 1, seen)).to.deep.equal({ counted: 1, seen })
      expect(await countFigures(tx, 2, seen)).to.include({ counted: 1 })
    }))

  it('finds marks of requests, and nothing new where another process counts', () =>
    alone(async (tx) => {
      const customer = await newEndCustomer()
      await countFigures(tx, ALL)
      const after = await nextTransaction()
      await tx.query(sql.type(row())`
        update end_customer_figures set marks = marks + 1 where end_customer_id = ${customer}
      `)
      expect(await countFigures(tx, ALL, after)).to.include({ counted: 1 })
      const pool = await openPool(service().database_url, { pool_size: 1, statement_timeout_ms: 10_000 })
      const second = await pool.transaction((its) => countFigures(its, ALL, after)).finally(() => pool.end())
      expect(second).to.deep.equal({ counted: 0, seen: after })
    }))

  /** The worker of the tests counts nothing meanwhile, and what is counted here is forgotten. */
  async function alone(work: (tx: Tx) => Promise<void>) {
    const done = new Error('done')
    await service()
      .worker.pool.transaction(async (tx) => {
        await tx.query(sql.type(row())`select pg_advisory_xact_lock(7283003)`)
        await work(tx)
        throw done
      })
      .catch((error) => {
        if (error !== done) throw error
      })
  }

  /** What will be written from now on. */
  const nextTransaction = async (): Promise<string> =>
    (await other.query('select pg_snapshot_xmax(pg_current_snapshot())::text as next')).rows[0].next

  const forget = (tx: Tx, customer: string) =>
    tx.query(sql.type(row())`
      update end_customer_figures set event_number = -1, blocked_facts = 0 where end_customer_id = ${customer}
    `)

  const figuresOf = (tx: Tx, customer: string) =>
    tx.one(sql.type(row<{ blocked_facts: number; name_key: string }>())`
      select blocked_facts, name_key from end_customer_figures where end_customer_id = ${customer}
    `)
})
