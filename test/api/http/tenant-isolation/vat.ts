import { get } from '../../../support/client.ts'
import { type Attempts, emptyList } from './attempt.ts'

export const VAT: Attempts = {
  'get /v1/tax-records': async ({ mine, theirs, key, entry }) => [
    [await get(`/v1/tax-records?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/tax-records?end_customer_id=${mine}`, key), 200],
    [await get(`/v1/tax-records?end_customer_id=${mine}&starting_after=${entry}.1.0`, { key }), 400],
  ],
}
