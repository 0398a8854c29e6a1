import { expect } from 'chai'
import { Client } from 'pg'
import { openPool, row, sql } from '../../../shared/store/db/database.ts'
import { ownerUrl, service } from '../../support/service.ts'
import { there } from '../../support/there.ts'

describe('connections of the pool', () => {
  const show = async (database_url: string, name: string) => {
    const pool = await openPool(database_url, { pool_size: 1, statement_timeout_ms: 10_000 })
    try {
      return await pool.oneFirst(sql.type(row<{ value: string }>())`select current_setting(${name}) as value`)
    } finally {
      await pool.end()
    }
  }

  it('run no statement in parallel, and compile none', async () => {
    expect(await show(service().database_url, 'max_parallel_workers_per_gather')).to.equal('0')
    expect(await show(service().database_url, 'jit')).to.equal('off')
  })

  it('end no process where the server ends one between two queries that nobody listens to', async () => {
    const client = new Client(service().database_url)
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    const ends = await openPool(ownerUrl(service().database_url), { pool_size: 1, statement_timeout_ms: 10_000 })
    await ends.query(sql.type(row())`select pg_terminate_backend(${there(rows[0]).pid})`)
    await ended
    await ends.end()
  })

  it('keep the options that the URL has', async () => {
    const url = new URL(service().database_url)
    url.searchParams.set('options', '-c search_path=pg_temp,public')
    expect(await show(url.href, 'search_path')).to.equal('pg_temp,public')
    expect(await show(url.href, 'max_parallel_workers_per_gather')).to.equal('0')
  })
})
