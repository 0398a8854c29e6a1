import { expect } from 'chai'
import { Client } from 'pg'
import { PG_INPUT_IS_VALID } from '../../../shared/store/add-functions-of-newer-servers.ts'
import { ownerUrl, service } from '../../support/service.ts'

describe('functions that PostgreSQL 15 gets from us', () => {
  const cases: readonly [text: string | null, type: string, is_valid: boolean | null][] = [
    ['2026-02-28', 'date', true],
    ['2026-02-29', 'date', false],
    ['2026-13-01', 'date', false],
    ["2026-01-01' or true", 'date', false],
    ['2026-02-28T23:59:59.5+01:00', 'timestamptz', true],
    ['2026-02-28T25:00:00Z', 'timestamptz', false],
    ['2026-02-29T10:00:00Z', 'timestamptz', false],
    ['2026-02-28T10:00:00+99:00', 'timestamptz', false],
    [null, 'date', null],
  ]

  it('tell days and moments of the calendar from others', async () => {
    const client = new Client({ connectionString: ownerUrl(await service().server.createEmptyDatabase()) })
    await client.connect()
    try {
      await client.query(PG_INPUT_IS_VALID)
      for (const [text, type, is_valid] of cases) {
        const { rows } = await client.query('select public.pg_input_is_valid($1, $2) as is_valid', [text, type])
        expect(rows[0].is_valid, `${text} as ${type}`).to.equal(is_valid)
      }
    } finally {
      await client.end()
    }
  })
})
