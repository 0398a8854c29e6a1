import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { service } from '../../support/service.ts'

describe('the statistics of columns', () => {
  it('are not made of JSON and of bytes, which no query compares', async () => {
    const made = await service().web.pool.anyFirst(sql.type(row<{ format: string }>())`
      select format('%s.%s', attrelid::regclass, attname)
      from pg_attribute column_of join pg_class on pg_class.oid = attrelid
      where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0
        and atttypid in ('jsonb'::regtype, 'bytea'::regtype) and attstattarget is distinct from 0
    `)
    expect(made, 'a migration has to say `set statistics 0` of it: sql.md').to.deep.equal([])
  })

  it('are made of whatever an index holds', async () => {
    const missing = await service().web.pool.anyFirst(sql.type(row<{ format: string }>())`
      select distinct format('%s.%s', attrelid::regclass, attname)
      from pg_attribute join pg_index on indrelid = attrelid and attnum = any(indkey)
      join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and attstattarget = 0
    `)
    expect(missing).to.deep.equal([])
  })

  it('are not made of what jobs carry, whatever pg-boss has made its tables of', async () => {
    const made = await service().web.pool.anyFirst(sql.type(row<{ name: string }>())`
      select relname::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p') and attname = 'data'
        and (relname = 'job' or relispartition) and attstattarget is distinct from 0
    `)
    expect(made).to.deep.equal([])
  })
})
