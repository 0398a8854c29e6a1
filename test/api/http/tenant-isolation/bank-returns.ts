import { get, post } from '../../../support/client.ts'
import { type Attempts, emptyList, one, reversal } from './attempt.ts'

const PATH = '/v1/bank-returns'

/** Money that came back. */
export const BANK_RETURNS: Attempts = {
  'post /v1/bank-returns': async ({ mine, theirs, key, candidate }) => {
    const send = (end_customer_id: string) =>
      post(PATH, { end_customer_id, candidate_id: candidate, reason: 'x' }, { key })
    return [
      [await send(mine), 422],
      [await send(theirs), 403],
    ]
  },
  'get /v1/bank-returns': async ({ mine, theirs, key }) => [
    [await emptyList(`${PATH}?end_customer_id=${mine}`, key), 200],
    [await get(`${PATH}?end_customer_id=${theirs}`, { key }), 403],
  ],
  'get /v1/bank-returns/:return_id': one(PATH, 'bank_return'),
  'post /v1/bank-returns/:return_id/reverse': reversal(({ bank_return }) => `${PATH}/${bank_return}`),
}
