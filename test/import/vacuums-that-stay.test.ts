import { expect } from 'chai'
import { openPool, type Pool, row, sql } from '../../shared/store/db/database.ts'
import { inHeldTables } from '../../shared/store/import/hold-tables.ts'
import { ownerUrl, service } from '../support/service.ts'

describe('tables that are held for an import', () => {
  let pools: Pool[]
  before(async () => {
    const url = ownerUrl(await service().server.createDatabase())
    pools = await Promise.all([1, 2].map(() => openPool(url, { pool_size: 2, statement_timeout_ms: 60_000 })))
  })
  after(() => Promise.all(pools.map((pool) => pool.end())))

  it('are waited for once where a vacuum gives way to nobody, which is named where it does not end', async () => {
    const [ours, others] = pools as [Pool, Pool]
    const [locked, done] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
    const vacuum = others.transaction(async (tx) => {
      await tx.query(sql.type(row())`lock table accounts in share update exclusive mode`)
      locked.resolve(await tx.oneFirst(sql.type(row<{ process: number }>())`select pg_backend_pid() as process`))
      await done.promise
    })
    const process = await locked.promise
    const said: string[] = []
    const options = { say: (line: string) => said.push(line), most_tries: 3, patience_with_vacuum: '50ms' }
    const held = inHeldTables(ours, ['accounts', 'vat_filings'], async () => {}, options)
    const reason = await held.then(() => null).catch(({ message }: Error) => message)
    done.resolve()
    await vacuum
    const name = `a vacuum of accounts (process ${process} of the database)`
    expect(said).to.deep.equal([`Waiting for ${name}.`])
    expect(reason).to.equal(
      `There is ${name}, or an analysis or a new index of it, and it does not give way, so nothing was imported. Import when it has ended.`,
    )
    const rows: string[] = []
    await inHeldTables(ours, ['accounts'], async (tx) => {
      rows.push(await tx.oneFirst(sql.type(row<{ one: string }>())`select 'held' as one`))
    })
    expect(rows).to.deep.equal(['held'])
  })
})
