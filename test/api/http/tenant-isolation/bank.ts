import { camt053Message } from '../../../camt053/messages.ts'
import { get, upload } from '../../../support/client.ts'
import { type Attempts, emptyList } from './attempt.ts'

export const BANK: Attempts = {
  'post /v1/camt-053/imports': async ({ theirs, key }) => [[await upload(theirs, camt053Message(), { key }), 403]],
  'get /v1/camt-053/imports/:import_id': async ({ mine, theirs, key, statement_import }) => [
    [await get(`/v1/camt-053/imports/${statement_import}`, { key }), 404],
    [await get(`/v1/camt-053/imports/${statement_import}?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/camt-053/imports/${statement_import}?end_customer_id=${theirs}`, { key }), 403],
  ],
  'get /v1/camt-053/entries': async ({ mine, theirs, key, statement_import }) => [
    [await get(`/v1/camt-053/entries?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/camt-053/entries?end_customer_id=${mine}&import_id=${statement_import}`, key), 200],
  ],
  'get /v1/camt-053/entries/:entry_id': async ({ mine, theirs, key, bank_entry }) => [
    [await get(`/v1/camt-053/entries/${bank_entry}`, { key }), 404],
    [await get(`/v1/camt-053/entries/${bank_entry}?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/camt-053/entries/${bank_entry}?end_customer_id=${theirs}`, { key }), 403],
  ],
}
