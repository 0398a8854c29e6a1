import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { endpoints } from '../../../../api/routes.ts'
import { VISIBLE } from '../../../../shared/contract/primitives.ts'
import { type Answer, post, put, upload } from '../../../support/client.ts'
import { EXPENSES, expense } from '../../../support/requests/examples.ts'
import { expectNothingStored, expectRefusal } from './refusals.ts'

/** What somebody says for those who read it later. */
const SAID = /^(reason|justification|approved_by|accept_difference|.*_(reason|justification|consent))$/

const BLANKS = [' ', '\t\n', '\u00a0', '\u200b', '\u2060\ufeff', '\u202e', '\u0007']

describe('bad input: words that say nothing', () => {
  it('no request takes a reason, a justification or a consent without a visible character', () => {
    const taken = endpoints.flatMap((endpoint) =>
      [...saidIn(requestOf(endpoint))].map(([name, pattern]) => ({ of: `${endpoint.operation_id} ${name}`, pattern })),
    )
    expect(taken).to.have.length.above(30)
    expect(taken.filter(({ pattern }) => pattern !== VISIBLE)).to.deep.equal([])
  })

  it('a visible character is one of any script, also between blanks', () => {
    const visible = new RegExp(VISIBLE, 'u')
    for (const blank of BLANKS) expect(visible.test(blank), JSON.stringify(blank)).to.equal(false)
    for (const text of ['.', ' ä ', '\u200b中', 'ش', '😀', '0']) expect(visible.test(text), text).to.equal(true)
  })

  for (const blank of BLANKS) {
    it(`${codesOf(blank)} is refused in a body, in the payload of a fact and in a query, and nothing is stored`, async () => {
      const end_customer_id = randomUUID()
      const lock = { end_customer_id, locked_through: '2025-12-31', reason: blank }
      expect(pointersOf(await put('/v1/period-locks', lock))).to.deep.equal(['/reason'])
      const excused = { missing_receipt_exception: { reason: blank, approved_by: blank } }
      const { payload, ...fact } = expense(end_customer_id)
      expect(pointersOf(await post(EXPENSES, { ...fact, payload: { ...payload, ...excused } }))).to.deep.equal([
        '/payload/missing_receipt_exception/reason',
        '/payload/missing_receipt_exception/approved_by',
      ])
      const accepted = await upload(
        end_customer_id,
        '<Document/>',
        {},
        `&accept_difference=${encodeURIComponent(blank)}`,
      )
      expect(pointersOf(accepted)).to.deep.equal(['/accept_difference'])
      await expectNothingStored(end_customer_id)
    })
  }
})

function codesOf(text: string): string {
  return [...text].map((char) => `U+${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(' ')
}

/** 400 for a query, 422 for a body. */
function pointersOf(answer: Answer): string[] {
  expect(answer.status, answer.text).to.be.oneOf([400, 422])
  expectRefusal(answer, answer.status, answer.status === 400 ? 'invalid_request' : 'validation_failed')
  return answer.body.error.details.map(({ pointer }: { pointer: string }) => pointer)
}

function requestOf({ response, ...endpoint }: (typeof endpoints)[number]): unknown {
  return endpoint
}

/** The texts of a request that somebody says, wherever they stand in it, with their patterns. */
function* saidIn(schema: unknown): Iterable<readonly [name: string, pattern: unknown]> {
  for (const [name, value] of Object.entries(schema ?? {})) {
    if (typeof value !== 'object') continue
    if (SAID.test(name) && value.type === 'string' && value.enum === undefined) yield [name, value.pattern]
    yield* saidIn(value)
  }
}
