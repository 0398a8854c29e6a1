import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { post, put } from '../../support/client.ts'
import { EXPENSES, expense, newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { longestParsed } from '../../support/watched/longest-parsed.ts'

const MAPPINGS = 500
/** Characters: a piece, and what stands around it. */
const MOST = 33_000

describe('posting settings that were changed hundreds of times', () => {
  it('are parsed some mappings at a time, by web and by the worker', async () => {
    const customer = await newEndCustomer()
    const mappings = Array.from({ length: MAPPINGS }, (_, index) => ({
      mapping_key: 'posting.accounts_payable',
      account_code: '2000',
      valid_from: new Date(Date.UTC(2021, 0, 1 + index)).toISOString().slice(0, 10),
    }))
    const mapped = await put('/v1/account-mappings', { end_customer_id: customer, mappings }, { wait: 10 })
    expect(mapped.status, mapped.text).to.equal(202)
    const characters = await service().web.pool.oneFirst(sql.type(row<{ count: number }>())`
      select length(books::text) as count from books where end_customer_id = ${customer}
    `)
    expect(characters).to.be.greaterThan(MOST)
    let state: string | undefined
    const longest = await longestParsed(async () => {
      const rates = [{ currency: 'EUR', rate_date: '2026-01-01', rate: '0.95' }]
      expect((await put('/v1/exchange-rates', { end_customer_id: customer, rates })).status).to.equal(202)
      state = (await post(EXPENSES, expense(customer), { wait: 10 })).body.state
    })
    expect(state).to.equal('posted')
    expect(longest).to.be.within(1_000, MOST)
  })
})
