import { post, put } from '../../support/client.ts'
import { chf } from '../../support/requests/examples.ts'

export const RULES = '/v1/bank-rules'

/** Bank charges: debits with that text go to 6500. */
export function charges(end_customer_id: string, more: object = {}) {
  return {
    end_customer_id,
    name: 'Bankspesen',
    mode: 'candidate',
    conditions: { credit_debit_indicator: 'DBIT', text: 'Spesen', amount_to: chf(5_000) },
    action: { text: 'Bankspesen', lines: [{ account_code: '6500' }] },
    ...more,
  }
}

export function createRule(end_customer_id: string, more: object = {}) {
  return post(RULES, charges(end_customer_id, more))
}

export function changeRule(end_customer_id: string, id: string, version: number, more: object = {}) {
  return put(`${RULES}/${id}`, charges(end_customer_id, { version, ...more }))
}

export function switchRule(end_customer_id: string, id: string, state: 'on' | 'off') {
  return post(`${RULES}/${id}/switch`, { end_customer_id, state, reason: 'x' })
}
