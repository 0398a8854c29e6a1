import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { post, put } from '../../../support/client.ts'
import { chart, EXPENSES, expense, newEndCustomer } from '../../../support/requests/examples.ts'
import { expectNothingStored, expectRefusal } from './refusals.ts'

describe('bad input: charts', () => {
  it('422: duplicate codes and ids', async () => {
    const accounts = [
      { account_code: '1000', account_name: 'Kasse', account_type: 'asset', account_id: 'a' },
      { account_code: '1000', account_name: 'Kasse', account_type: 'asset', account_id: 'a' },
    ]
    const customer = randomUUID()
    const answer = await put('/v1/accounts', chart(customer, '2026-01-01', accounts))
    expectRefusal(answer, 422, 'validation_failed')
    expect(answer.body.error.details.map((detail) => detail.pointer)).to.deep.equal([
      '/accounts/1/account_code',
      '/accounts/1/account_id',
    ])
    await expectNothingStored(customer)
  })

  it('422: a hundred of three thousand errors are shown', async () => {
    const account = { account_code: '1000', account_name: 'Kasse', account_type: 'asset' }
    const customer = randomUUID()
    const answer = await put('/v1/accounts', chart(customer, '2026-01-01', Array(3_000).fill(account)))
    expectRefusal(answer, 422, 'validation_failed')
    expect(answer.body.error.message).to.contain('There are 2999 such fields')
    expect(answer.body.error.details).to.have.lengthOf(100)
    await expectNothingStored(customer)
  })

  it('422: an account type that does not exist', async () => {
    const accounts = [{ account_code: '1000', account_name: 'Kasse', account_type: 'cash' }]
    const customer = randomUUID()
    const answer = await put('/v1/accounts', chart(customer, '2026-01-01', accounts))
    expectRefusal(answer, 422, 'validation_failed')
    expect(answer.body.error.details[0]).to.include({ pointer: '/accounts/0/account_type', code: 'not_allowed' })
    await expectNothingStored(customer)
  })

  it('422: an account with postings keeps its type', async () => {
    const customer = await newEndCustomer()
    await post(EXPENSES, expense(customer), { wait: 10 })
    const accounts = [{ account_code: '6500', account_name: 'x', account_type: 'asset' }]
    const answer = await put('/v1/accounts', chart(customer, '2026-01-01', accounts))
    expectRefusal(answer, 422, 'validation_failed')
    expect(answer.body.error.details[0]?.code).to.equal('account_type_in_use')
  })
})
