import { get } from '../../../support/client.ts'
import { type Attempts, emptyList } from './attempt.ts'

export const OPEN_ITEMS: Attempts = {
  'get /v1/supplier-payables': async ({ mine, theirs, key, fact }) => [
    [await get(`/v1/supplier-payables?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/supplier-payables?end_customer_id=${mine}&source_fact_id=${fact}`, key), 200],
    [await emptyList(`/v1/supplier-payables?end_customer_id=${mine}&due_before=2999-01-01`, key), 200],
    [await get(`/v1/supplier-payables?end_customer_id=${theirs}&due_before=2999-01-01`, { key }), 403],
  ],
  'get /v1/supplier-payables/:supplier_payable_id': async ({ mine, theirs, key, payable }) => [
    [await get(`/v1/supplier-payables/${payable}`, { key }), 404],
    [await get(`/v1/supplier-payables/${payable}?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/supplier-payables/${payable}?end_customer_id=${theirs}`, { key }), 403],
  ],
  'get /v1/documents': async ({ mine, theirs, key, fact }) => [
    [await get(`/v1/documents?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/documents?end_customer_id=${mine}&source_fact_id=${fact}`, key), 200],
    [await emptyList(`/v1/documents?end_customer_id=${mine}&due_before=2999-01-01`, key), 200],
    [await get(`/v1/documents?end_customer_id=${theirs}&due_before=2999-01-01`, { key }), 403],
  ],
  'get /v1/documents/:document_id': async ({ mine, theirs, key, document }) => [
    [await get(`/v1/documents/${document}`, { key }), 404],
    [await get(`/v1/documents/${document}?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/documents/${document}?end_customer_id=${theirs}`, { key }), 403],
  ],
}
