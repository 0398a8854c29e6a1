import { expect } from 'chai'
import type { Context } from 'koa'
import type { ApiDeps } from '../../../../api/http/api-deps.ts'
import { alsoAtStandby } from '../../../../api/http/handle/place/at-standby.ts'
import type { Pool } from '../../../../shared/store/db/database.ts'

describe('a read that a standby cannot finish', () => {
  const primary = {} as Pool
  const standby = {} as Pool
  const choice = { reader: standby, isAnswered: async () => true }
  const deps = { pool: primary, standbys: { choose: async () => choice } } as unknown as ApiDeps
  const ctx = { set: () => {} } as unknown as Context

  function readWith(error: Error) {
    const asked: string[] = []
    const read = alsoAtStandby(ctx, deps, {}, async ({ pool }) => {
      asked.push(pool === standby ? 'standby' : 'primary')
      if (pool === standby) throw error
    })
    return read(deps).then(
      () => asked,
      () => [...asked, 'refused'],
    )
  }
  const errorOf = (code: string) =>
    new Error('of slonik', { cause: Object.assign(new Error('of PostgreSQL'), { code }) })

  for (const [code, why] of [
    ['40001', 'it was cancelled for what is replayed'],
    ['40P01', 'the replay waited for a page that it held'],
    ['57P01', 'the standby was stopped'],
    ['25006', 'it writes'],
    ['ECONNRESET', 'the line was cut'],
  ] as const)
    it(`is read at the primary: ${why} (${code})`, async () => {
      expect(await readWith(errorOf(code))).to.deep.equal(['standby', 'primary'])
    })

  it('is refused where the primary would refuse it as well', async () => {
    expect(await readWith(errorOf('22P02'))).to.deep.equal(['standby', 'refused'])
  })
})
