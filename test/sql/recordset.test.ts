import { expect } from 'chai'
import fc from 'fast-check'
import { row, sql } from '../../shared/store/database.ts'
import { recordset } from '../../shared/store/recordset.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'

describe('rows as a relation', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  const COLUMNS = {
    position: 'int4',
    id: 'uuid',
    amount: 'int8',
    day: 'date',
    word: 'text',
    said: 'jsonb',
    body: 'document',
  } as const

  const nasty = fc.constantFrom(
    '',
    ' ',
    'null',
    'NULL',
    ',',
    '{',
    '}',
    '{}',
    '"',
    '\\',
    '\\"',
    "'",
    '\n',
    '\t',
    'é',
    '😀',
    '$1',
    '-',
  )
  const words = fc.oneof(
    nasty,
    fc.string({ unit: 'grapheme' }),
    fc.array(nasty).map((all) => all.join('')),
  )
  // PostgreSQL has no NUL in a text.
  const word = words.map((text) => text.replaceAll('\u0000', ''))
  // V8 13.6 may read the key "\"" as "\\" once it has seen the latter; what is sent is right.
  const key = word.map((text) => text.replaceAll(/["\\]/g, ''))
  const rows = fc.array(
    fc.record({
      id: fc.option(fc.uuid()),
      amount: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
      day: fc.option(fc.constantFrom('1990-01-01', '2026-02-28', '2028-02-29')),
      word: fc.option(word),
      said: fc.option(fc.dictionary(key, fc.oneof(word, fc.integer(), fc.boolean()))),
      body: fc.dictionary(key, fc.oneof(word, fc.integer(), fc.array(word))),
    }),
    { maxLength: 20 },
  )

  it('come back as they were, whatever their texts contain', () =>
    fc.assert(
      fc.asyncProperty(rows, async (some) => {
        const sent = some.map((one, position) => ({ position, ...one }))
        const found = await quiet.worker.pool.any(sql.type(row<object>())`
          select position, id, amount, day, word, said, body from ${recordset('sent', COLUMNS, sent)} order by position
        `)
        const expected = sent.map(({ said, body, ...rest }) => ({
          ...rest,
          said: said && { ...said },
          body: { ...body },
        }))
        expect(found.map((one) => ({ ...one }))).to.deep.equal(expected)
      }),
    ))
})
