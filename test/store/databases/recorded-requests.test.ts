import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { type Answer, post, put } from '../../support/client.ts'
import { chart, EXPENSES, expense, newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

type Send = (options: { readonly idempotencyKey: string }) => Promise<Answer>

/** Whose its record says that a request was. */
async function ownerOf(send: Send): Promise<string | null> {
  const idempotencyKey = randomUUID()
  expect((await send({ idempotencyKey })).status).to.equal(202)
  return service().web.pool.oneFirst(sql.type(row<{ end_customer_id: string | null }>())`
    select end_customer_id from idempotency_records where idempotency_key = ${idempotencyKey}
  `)
}

describe('a recorded request says whose it was', () => {
  let customer: string
  before(async () => {
    customer = await newEndCustomer()
  })

  it('a fact, also one that is known under another key, and one that names its end customer in upper case', async () => {
    const known = expense(customer)
    for (const body of [known, known, { ...expense(customer), end_customer_id: customer.toUpperCase() }])
      expect(await ownerOf((options) => post(EXPENSES, body, options))).to.equal(customer)
  })

  it('every other request of an end customer', async () =>
    expect(await ownerOf((options) => put('/v1/accounts', chart(customer), options))).to.equal(customer))

  it('a batch is of nobody: it may have facts of several end customers', async () =>
    expect(
      await ownerOf((options) => post('/v1/source-facts/batch', { items: [expense(customer)] }, options)),
    ).to.equal(null))
})
