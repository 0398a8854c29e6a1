import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Client } from 'pg'
import { TABLE_RULES } from '../../../shared/store/databases/table-rules.ts'
import { ownerUrl, service } from '../../support/service.ts'

/** They say where an end customer lives. */
const ABOUT_PLACES = ['placements', 'moves', 'fences', 'departed_customers']

const movedAs = (...moves: readonly string[]) =>
  Object.entries(TABLE_RULES).flatMap(([table, { move }]) => (moves.includes(move) ? [table] : []))

describe('rules for the tables of an end customer', () => {
  let owner: Client
  before(async () => {
    owner = new Client({ connectionString: ownerUrl(await service().server.createDatabase()) })
    await owner.connect()
  })
  after(() => owner.end())

  const namesOf = async (query: string): Promise<string[]> =>
    (await owner.query<{ name: string }>(query)).rows.map(({ name }) => name)

  it('there is a rule for every table, and a table for every rule', async () => {
    const tables = await namesOf(`
      select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    `)
    expect(Object.keys(TABLE_RULES)).to.have.members(tables)
  })

  it('a table with rows of an end customer brings them along, or workers count them anew', async () => {
    const owned = await namesOf(`
      select attrelid::regclass::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname = 'end_customer_id'
    `)
    const withRows = owned.filter((table) => !ABOUT_PLACES.includes(table))
    expect(movedAs('replicated', 'copied', 'counted anew')).to.have.members([...withRows, 'time_stamps'])
  })

  it('an export has no answers to requests of an API client, and no row that is of no end customer', () => {
    const exported = Object.entries(TABLE_RULES).filter(([, rule]) => rule.exported !== 'nothing')
    expect(exported.map(([table]) => table)).not.to.include('idempotency_records')
    expect(new Set(exported.map(([, { move }]) => move))).to.deep.equal(new Set(['replicated', 'copied']))
  })

  // PostgreSQL refuses every change of a table that is published by a condition on a column that does not identify its rows.
  it('tables that are replicated stay writable while the rows of one end customer are published', async () => {
    const tables = movedAs('replicated')
    const customer = randomUUID()
    await owner.query(
      `create publication one_customer for table ${tables
        .map((table) => `${table} where (end_customer_id = '${customer}')`)
        .join(', ')}`,
    )
    for (const table of tables)
      for (const change of [`delete from ${table}`, `update ${table} set end_customer_id = end_customer_id`])
        await owner.query(`explain ${change} where end_customer_id = '${customer}'`).catch(({ message }) => {
          throw new Error(`${table}: ${message}`)
        })
  })
})
