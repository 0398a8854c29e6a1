import assert from 'node:assert'
import { expect } from 'chai'
import fc from 'fast-check'
import { describeError } from '../../shared/deps/describe-error.ts'

const VALUE = 'Papeterie Muster 107.35'

/** Errors as they come: of PostgreSQL, Slonik, Node, ajv and our own assertions. Each repeats the value somewhere. */
const ERRORS: readonly (readonly [of: string, error: unknown])[] = [
  ['a duplicate key', postgres('23505', { detail: `Key (name)=(${VALUE}) already exists.`, constraint: 'names_key' })],
  ['a trigger', postgres('P0001', { message: `the entry is ${VALUE} apart`, where: `SQL statement "${VALUE}"` })],
  ['a check', postgres('23514', { message: VALUE, table: 'journal_lines' })],
  ['data', postgres('22P02', { message: `invalid input syntax for type uuid: "${VALUE}"` })],
  ['a driver', Object.assign(new Error(VALUE, { cause: postgres('22003', { message: VALUE }) }), { values: [VALUE] })],
  ['an assertion', caught(() => assert.equal(VALUE, 'x'))],
  ['an assertion of ours', caught(() => assert(false, `tax code ${VALUE} is unknown`))],
  ['JSON', caught(() => JSON.parse(`{"name": ${VALUE}}`))],
  ['BigInt', caught(() => BigInt(VALUE))],
  ['a range', caught(() => Buffer.alloc(8).writeBigInt64BE(10_735n ** 9n))],
  ['a name', Object.assign(new Error('x'), { name: VALUE, code: VALUE, table: VALUE })],
  ['several', new AggregateError([new Error(VALUE)], VALUE)],
  [
    'a report of pg-boss',
    { ...postgres('23505', { detail: VALUE }), message: VALUE, stack: `Error: ${VALUE}\n    at x` },
  ],
  ['a text that is thrown', VALUE],
  ['a message that looks like a stack', new Error(`x\n    at ${VALUE}\n    at ${VALUE}`)],
  ['data of an error', Object.assign(new Error('x'), { errors: [{ instancePath: VALUE }], params: VALUE })],
]

describe('errors in the log', () => {
  for (const [of, error] of ERRORS)
    it(`no value is in what is said of ${of}`, () => {
      const text = JSON.stringify(describeError(error))
      for (const part of ['Papeterie', '107.35', String(10_735n ** 9n).slice(0, 6)]) expect(text).to.not.include(part)
    })

  it('have their kind, code, constraint and place', () => {
    const described = describeError(ERRORS[0]?.[1]) as Record<string, string>
    expect(described).to.include({ name: 'Error', code: '23505', constraint: 'names_key' })
    expect(described.stack).to.match(/^at .*described-errors/)
  })

  it('have what PostgreSQL says of rights, locks and resources', () => {
    const message = 'permission denied for table journal_lines'
    expect(describeError(postgres('42501', { message }))).to.include({ message })
  })

  it('whatever the message, it is not in the log', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), (value) => {
        const error = new Error(`${value}\n    at ${value}`)
        const described = describeError(error) as { stack: string }
        expect(described.stack.split('\n').every((line) => !line.includes(value.trim() || '\0'))).to.equal(true)
      }),
    )
  })
})

function postgres(code: string, fields: { message?: string; [field: string]: unknown }): Error {
  const { message = 'duplicate key value', ...rest } = fields
  return Object.assign(new Error(message), { code, ...rest })
}

function caught(run: () => void): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}
