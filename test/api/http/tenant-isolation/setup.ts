import { get, post, put } from '../../../support/client.ts'
import { chart } from '../../../support/requests/examples.ts'
import { type Attempts, emptyList } from './attempt.ts'

export const SETUP: Attempts = {
  'put /v1/accounts': async ({ theirs, key }) => [[await put('/v1/accounts', chart(theirs), { key }), 403]],
  'get /v1/accounts': async ({ mine, theirs, key }) => [
    [await get(`/v1/accounts?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/accounts?end_customer_id=${mine}`, key), 200],
  ],
  'get /v1/account-mappings': async ({ mine, theirs, key, mapping }) => [
    [await get(`/v1/account-mappings?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/account-mappings?end_customer_id=${mine}&starting_after=${mapping}`, key), 200],
  ],
  'put /v1/account-mappings': async ({ theirs, key }) => {
    const mappings = [{ mapping_key: 'posting.bank', account_code: '1020', valid_from: '2026-01-01' }]
    return [[await put('/v1/account-mappings', { end_customer_id: theirs, mappings }, { key }), 403]]
  },
  'get /v1/end-customers': async ({ theirs, key }) => [
    [await emptyList('/v1/end-customers', key), 200],
    [await get(`/v1/end-customers?starting_after=${theirs}`, { key }), 400],
  ],
  'get /v1/end-customers/:end_customer_id': async ({ mine, theirs, key }) => [
    [await get(`/v1/end-customers/${theirs}`, { key }), 403],
    [await get(`/v1/end-customers/${mine}`, { key }), 404],
  ],
  'put /v1/end-customers/:end_customer_id': async ({ theirs, key }) => [
    [await put(`/v1/end-customers/${theirs}`, { name: 'x' }, { key }), 403],
  ],
  'get /v1/partner-relations': async ({ mine, theirs, key }) => [
    [await get(`/v1/partner-relations?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/partner-relations?end_customer_id=${mine}`, key), 200],
  ],
  'put /v1/partner-relations': async ({ theirs, key }) => {
    const relations = [{ partner: { name: 'x' }, related_to: 'holders' as const, valid_from: '2026-01-01' }]
    return [[await put('/v1/partner-relations', { end_customer_id: theirs, relations }, { key }), 403]]
  },
  'get /v1/fiscal-years': async ({ mine, theirs, key }) => [
    [await get(`/v1/fiscal-years?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/fiscal-years?end_customer_id=${mine}`, key), 200],
  ],
  'get /v1/fiscal-years/:fiscal_year_id': async ({ mine, theirs, key }) => [
    [await get(`/v1/fiscal-years/FY2026?end_customer_id=${theirs}`, { key }), 403],
    [await get(`/v1/fiscal-years/FY2026?end_customer_id=${mine}`, { key }), 404],
  ],
  'put /v1/fiscal-years/:fiscal_year_id': async ({ theirs, key }) => {
    const dates = { start_date: '2026-01-01', end_date: '2026-12-31' }
    return [[await put('/v1/fiscal-years/FY2026', { end_customer_id: theirs, ...dates }, { key }), 403]]
  },
  'post /v1/fiscal-years/:fiscal_year_id/close': async ({ mine, theirs, key }) => [
    [await post('/v1/fiscal-years/FY2026/close', { end_customer_id: theirs, reason: 'x' }, { key }), 403],
    [await post('/v1/fiscal-years/FY2026/close', { end_customer_id: mine, reason: 'x' }, { key }), 404],
  ],
  'post /v1/fiscal-years/:fiscal_year_id/reopen': async ({ mine, theirs, key }) => [
    [await post('/v1/fiscal-years/FY2026/reopen', { end_customer_id: theirs, reason: 'x' }, { key }), 403],
    [await post('/v1/fiscal-years/FY2026/reopen', { end_customer_id: mine, reason: 'x' }, { key }), 404],
  ],
  'get /v1/period-locks': async ({ theirs, key }) => [
    [await get(`/v1/period-locks?end_customer_id=${theirs}`, { key }), 403],
  ],
  'put /v1/period-locks': async ({ theirs, key }) => {
    const lock = { locked_through: '2026-01-31', reason: 'x' }
    return [[await put('/v1/period-locks', { end_customer_id: theirs, ...lock }, { key }), 403]]
  },
  'get /v1/exchange-rates': async ({ mine, theirs, key }) => [
    [await get(`/v1/exchange-rates?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/exchange-rates?end_customer_id=${mine}`, key), 200],
  ],
  'put /v1/exchange-rates': async ({ theirs, key }) => {
    const rates = [{ currency: 'EUR', rate_date: '2026-01-31', rate: '0.95' }]
    return [[await put('/v1/exchange-rates', { end_customer_id: theirs, rates }, { key }), 403]]
  },
}
