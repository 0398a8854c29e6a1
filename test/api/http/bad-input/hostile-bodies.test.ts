import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { createJsonReader, readOn } from '../../../../api/http/body/json-reader.ts'
import { post } from '../../../support/client.ts'
import { EXPENSES, expense, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { HOSTILE_BODIES, validBatch } from '../../../support/requests/hostile-bodies.ts'

const BELOW_THE_LIMIT = 1_000_000
/** 500 outcomes with the first thing that is wrong with each, or a thousand details. */
const LONGEST_ANSWER = 600_000
const LONGEST_POINTER = 501

type Details = { readonly details: readonly { readonly pointer: string }[] }
type Refusal = { readonly error?: Details; readonly counts?: { rejected: number }; readonly data: readonly Details[] }

describe('bad input: hostile bodies below the limit', function () {
  this.timeout(180_000)

  for (const [name, body] of Object.entries(HOSTILE_BODIES))
    it(`a short refusal with a hundred details at most: ${name}`, async () => {
      const { path, text } = body(BELOW_THE_LIMIT)
      expect(Buffer.byteLength(text)).to.be.within(0.9 * BELOW_THE_LIMIT, 1.001 * BELOW_THE_LIMIT)
      const answer = await post(path, text)
      expect(answer.status, answer.text.slice(0, 500)).to.be.oneOf([202, 400, 422])
      expect(answer.text.length).to.be.lessThan(LONGEST_ANSWER)
      const { error, counts, data }: Refusal = JSON.parse(answer.text)
      const lists = error ? [error.details] : data.map(({ details }) => details)
      for (const details of lists) expect(details.length).to.be.at.most(100)
      expect(lists.flat().length).to.be.at.most(1_500)
      for (const { pointer } of lists.flat()) expect(pointer.length).to.be.at.most(LONGEST_POINTER)
      if (counts) expect(counts.rejected).to.equal(500)
    })

  it('422: a hundred unsafe names are named, and the pointers to them end with an ellipsis', async () => {
    const hostile = HOSTILE_BODIES['unsafe names below a name of half the body']?.(BELOW_THE_LIMIT)
    const { status, body } = await post(EXPENSES, hostile?.text)
    expect(status).to.equal(422)
    expect(body.error.details).to.have.length(100)
    expect(body.error.details[7]).to.deep.equal({
      pointer: `/${'a'.repeat(100)}…/7/constructor`,
      code: 'unsafe_field',
      message: 'The name constructor is not allowed. Leave it out.',
    })
  })

  it('422: a batch with more unsafe names than are shown is refused as a whole, lest one is overlooked', async () => {
    const hostile = HOSTILE_BODIES['unsafe names in the items of a batch']?.(BELOW_THE_LIMIT)
    expect((await post('/v1/source-facts/batch', hostile?.text)).status).to.equal(422)
  })

  it('202: each rejected item of a batch shows at least the first thing that is wrong', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`m${index}`, 'unknown']))
    const items = Array.from({ length: 500 }, () => ({ fact_type: 'expense_document', ...unknown }))
    const { body } = await post('/v1/source-facts/batch', { items })
    const counts = body.data.map(({ details }) => details.length)
    expect(counts[0]).to.be.greaterThan(40)
    expect(counts.at(-1)).to.equal(1)
    expect(counts.reduce((sum, count) => sum + count)).to.be.within(1_000, 1_500)
  })

  it('422: the wrong lines of a voucher are counted while they are collected', async () => {
    const line = { account_code: '1020', debit: { amount_minor: 0, currency: 'CHF' } }
    const lines = Array.from({ length: 1_000 }, () => line)
    const { body } = await post(VOUCHERS, voucher(randomUUID(), { payload: { lines } }))
    expect(body.error.details).to.have.length(100)
  })

  it('400: a body has one value for every ten bytes at most, whoever reads it', async () => {
    const refusal = 'Send at most one value for every ten bytes in one body, or a thousand.'
    for (const [path, count] of [
      [EXPENSES, 2_000],
      [EXPENSES, 200_000],
      ['/v1/source-facts/batch', 200_000],
    ] as const) {
      const { status, body } = await post(path, `{"items":[${'1,'.repeat(count)}1]}`)
      expect([status, body.error.code, body.error.details[0]?.message]).to.deep.equal([400, 'invalid_request', refusal])
    }
  })

  it('the limits on values and names are above what a valid body can have', () => {
    const address = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [String.fromCharCode(97 + index), '']))
    const densest = JSON.stringify(expense(randomUUID(), { payload: { supplier: { structured_address: address } } }))
    for (const text of [densest, validBatch(BELOW_THE_LIMIT, randomUUID()).text]) {
      const reading = createJsonReader(text, text.length / 10)
      readOn(reading, () => false)
      expect(reading.end).to.equal('complete')
    }
  })
})
