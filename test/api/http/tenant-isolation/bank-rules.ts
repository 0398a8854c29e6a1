import { get, post, put } from '../../../support/client.ts'
import { charges, RULES } from '../../bank-rules/rule-requests.ts'
import { type Attempts, emptyList, one, reversal } from './attempt.ts'

export const BANK_RULES: Attempts = {
  'post /v1/bank-rules': async ({ theirs, key }) => [[await post(RULES, charges(theirs), { key }), 403]],
  'get /v1/bank-rules': async ({ mine, theirs, key }) => [
    [await get(`${RULES}?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`${RULES}?end_customer_id=${mine}`, key), 200],
  ],
  'get /v1/bank-rules/:rule_id': one(RULES, 'bank_rule'),
  'put /v1/bank-rules/:rule_id': async ({ mine, theirs, key, bank_rule }) => [
    [await put(`${RULES}/${bank_rule}`, charges(mine, { version: 1 }), { key }), 404],
    [await put(`${RULES}/${bank_rule}`, charges(theirs, { version: 1 }), { key }), 403],
  ],
  'get /v1/bank-rules/:rule_id/trial': async ({ mine, theirs, key, bank_rule }) => [
    [await get(`${RULES}/${bank_rule}/trial?end_customer_id=${mine}`, { key }), 404],
    [await get(`${RULES}/${bank_rule}/trial?end_customer_id=${theirs}`, { key }), 403],
  ],
  'get /v1/bank-rules/:rule_id/bookings': async ({ mine, theirs, key, bank_rule }) => [
    [await get(`${RULES}/${bank_rule}/bookings?end_customer_id=${mine}`, { key }), 404],
    [await get(`${RULES}/${bank_rule}/bookings?end_customer_id=${theirs}`, { key }), 403],
  ],
  'post /v1/bank-rules/:rule_id/reverse': reversal(({ bank_rule }) => `${RULES}/${bank_rule}`),
  'post /v1/settlement-candidates/:candidate_id/accept': async ({ mine, theirs, key, candidate }) => {
    const send = (end_customer_id: string) =>
      post(`/v1/settlement-candidates/${candidate}/accept`, { end_customer_id }, { key })
    return [
      [await send(mine), 404],
      [await send(theirs), 403],
    ]
  },
  'post /v1/bank-rules/:rule_id/switch': async ({ mine, theirs, key, bank_rule }) => {
    const send = (end_customer_id: string) =>
      post(`${RULES}/${bank_rule}/switch`, { end_customer_id, state: 'on', reason: 'x' }, { key })
    return [
      [await send(mine), 404],
      [await send(theirs), 403],
    ]
  },
}
