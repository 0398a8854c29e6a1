import { expect } from 'chai'
import { get, post } from '../../../support/client.ts'
import { EXPENSES, expense, INVOICES, invoice, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { type Attempts, emptyList } from './attempt.ts'

export const FACTS: Attempts = {
  'post /v1/source-facts/expense-documents': async ({ theirs, key }) => [
    [await post(EXPENSES, expense(theirs), { key }), 403],
  ],
  'post /v1/source-facts/customer-invoices': async ({ theirs, key }) => [
    [await post(INVOICES, invoice(theirs), { key }), 403],
  ],
  'post /v1/source-facts/journal-vouchers': async ({ theirs, key }) => [
    [await post(VOUCHERS, voucher(theirs), { key }), 403],
  ],
  'post /v1/source-facts/batch': async ({ theirs, key }) => {
    const answer = await post('/v1/source-facts/batch', { items: [expense(theirs), expense(theirs)] }, { key })
    expect(answer.body.data.map(({ outcome, details }) => [outcome, details[0]?.code])).to.deep.equal([
      ['rejected', 'forbidden'],
      ['rejected', 'forbidden'],
    ])
    return [[answer, 202]]
  },
  'get /v1/source-facts': async ({ mine, theirs, key, fact }) => [
    [await get(`/v1/source-facts?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/source-facts?end_customer_id=${mine}`, key), 200],
    [await emptyList(`/v1/source-facts?end_customer_id=${mine}&starting_after=${fact}`, key), 200],
  ],
  'get /v1/source-facts/:source_fact_id': async ({ mine, theirs, key, fact }) => [
    [await get(`/v1/source-facts/${fact}`, { key }), 404],
    [await get(`/v1/source-facts/${fact}?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/source-facts/${fact}?end_customer_id=${theirs}`, { key }), 403],
  ],
  'post /v1/source-facts/:source_fact_id/reverse': async ({ mine, theirs, key, fact }) => [
    [await post(`/v1/source-facts/${fact}/reverse`, { end_customer_id: mine, reason: 'x' }, { key }), 404],
    [await post(`/v1/source-facts/${fact}/reverse`, { end_customer_id: theirs, reason: 'x' }, { key }), 403],
  ],
  'post /v1/source-facts/:source_fact_id/withdraw': async ({ mine, theirs, key, blocked_fact: fact }) => [
    [await post(`/v1/source-facts/${fact}/withdraw`, { end_customer_id: mine, reason: 'x' }, { key }), 404],
    [await post(`/v1/source-facts/${fact}/withdraw`, { end_customer_id: theirs, reason: 'x' }, { key }), 403],
  ],
}
