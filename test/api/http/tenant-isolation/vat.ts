import { get, post, put } from '../../../support/client.ts'
import { type Attempts, emptyList } from './attempt.ts'

export const VAT: Attempts = {
  'get /v1/vat-registrations': async ({ theirs, key }) => [
    [await get(`/v1/vat-registrations?end_customer_id=${theirs}`, { key }), 403],
  ],
  'put /v1/vat-registrations': async ({ theirs, key }) => {
    const registration = { valid_from: '2027-01-01', method: 'not_registered' as const, reason: 'x' }
    return [[await put('/v1/vat-registrations', { end_customer_id: theirs, ...registration }, { key }), 403]]
  },
  'get /v1/supplier-uids': async ({ mine, theirs, key }) => [
    [await get(`/v1/supplier-uids?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/supplier-uids?end_customer_id=${mine}`, key), 200],
  ],
  'put /v1/supplier-uids': async ({ theirs, key }) => {
    const answer = { uid: 'CHE-116.281.710', is_registered: true, reason: 'x' }
    return [[await put('/v1/supplier-uids', { end_customer_id: theirs, ...answer }, { key }), 403]]
  },
  'get /v1/tax-records': async ({ mine, theirs, key, entry }) => [
    [await get(`/v1/tax-records?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/tax-records?end_customer_id=${mine}`, key), 200],
    [await get(`/v1/tax-records?end_customer_id=${mine}&starting_after=${entry}.1.0`, { key }), 400],
  ],
  'get /v1/vat-returns/:period': async ({ mine, theirs, key }) => [
    [await get(`/v1/vat-returns/2026-Q1?end_customer_id=${theirs}`, { key }), 403],
    [await get(`/v1/vat-returns/2026-Q1?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/vat-returns/2026?end_customer_id=${theirs}&submission=correction`, { key }), 403],
    [await get(`/v1/vat-returns/2026?end_customer_id=${theirs}&submission=annual_reconciliation`, { key }), 403],
    [await get(`/v1/vat-returns/2026?end_customer_id=${mine}&submission=annual_reconciliation`, { key }), 404],
  ],
  'get /v1/tax-not-due': async ({ mine, theirs, key }) => [
    [await get(`/v1/tax-not-due?end_customer_id=${theirs}&date=2026-12-31`, { key }), 403],
    [await emptyList(`/v1/tax-not-due?end_customer_id=${mine}&date=2026-12-31`, key), 200],
  ],
  'get /v1/acquisition-tax': async ({ mine, theirs, key }) => [
    [await get(`/v1/acquisition-tax?end_customer_id=${theirs}&year=2026`, { key }), 403],
    [await get(`/v1/acquisition-tax?end_customer_id=${mine}&year=2026`, { key }), 404],
  ],
  'get /v1/statements/vat-reconciliation': async ({ mine, theirs, key }) => {
    const path = (customer: string) =>
      `/v1/statements/vat-reconciliation?end_customer_id=${customer}&fiscal_year_id=FY2026` as const
    return [
      [await get(path(theirs), { key }), 403],
      [await get(path(mine), { key }), 404],
    ]
  },
  'get /v1/statements/vat-reconciliation/entries': async ({ mine, theirs, key, entry }) => {
    const path = (customer: string, more = '') =>
      `/v1/statements/vat-reconciliation/entries?end_customer_id=${customer}&fiscal_year_id=FY2026&category=recorded${more}` as const
    const ofTotal = (customer: string) =>
      `/v1/statements/vat-reconciliation/entries?end_customer_id=${customer}&fiscal_year_id=FY2026&total=200` as const
    return [
      [await get(path(theirs), { key }), 403],
      [await get(path(mine), { key }), 404],
      [await get(path(mine, `&starting_after=${entry}.1.1`), { key }), 404],
      [await get(ofTotal(theirs), { key }), 403],
      [await get(ofTotal(mine), { key }), 404],
    ]
  },
  'post /v1/vat-returns/:period/file': async ({ mine, theirs, key }) => [
    [await post('/v1/vat-returns/2026-Q1/file', { end_customer_id: theirs }, { key }), 403],
    [await post('/v1/vat-returns/2026-Q1/file', { end_customer_id: mine }, { key }), 404],
    [await post('/v1/vat-returns/2026/file', { end_customer_id: theirs, submission: 'correction' }, { key }), 403],
    [
      await post(
        '/v1/vat-returns/2026/file',
        { end_customer_id: theirs, submission: 'annual_reconciliation' },
        { key },
      ),
      403,
    ],
  ],
  'get /v1/vat-filings': async ({ mine, theirs, key }) => [
    [await get(`/v1/vat-filings?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/vat-filings?end_customer_id=${mine}`, key), 200],
  ],
}
