import { get, post } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import { type Attempts, emptyList, one, reversal } from './attempt.ts'

export const SETTLEMENT: Attempts = {
  'get /v1/payments': async ({ mine, theirs, key, statement_import }) => [
    [await get(`/v1/payments?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/payments?end_customer_id=${mine}&import_id=${statement_import}`, key), 200],
  ],
  'get /v1/payments/:payment_id': one('/v1/payments', 'payment'),
  'get /v1/settlement-candidates': async ({ mine, theirs, key, payment }) => [
    [await get(`/v1/settlement-candidates?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/settlement-candidates?end_customer_id=${mine}&payment_id=${payment}`, key), 200],
  ],
  'get /v1/settlement-candidates/:candidate_id': one('/v1/settlement-candidates', 'candidate'),
  'post /v1/settlement-candidates/:candidate_id/allocation-handoffs': async (world) => {
    const path = `/v1/settlement-candidates/${world.candidate}/allocation-handoffs`
    const handoff = (end_customer_id: string) => ({
      end_customer_id,
      payment_id: world.payment,
      target_document_id: world.document,
      open_ar_snapshot: chf(10_810),
      proposed_amount: chf(10_810),
      reviewer_justification: 'x',
    })
    return [
      [await post(path, handoff(world.mine), { key: world.key }), 404],
      [await post(path, handoff(world.theirs), { key: world.key }), 403],
    ]
  },
  'get /v1/settlement-candidates/:candidate_id/allocation-handoffs': async ({ mine, theirs, key, candidate }) => {
    const path = `/v1/settlement-candidates/${candidate}/allocation-handoffs`
    return [
      [await get(path, { key }), 404],
      [await get(`${path}?end_customer_id=${mine}`, { key }), 404],
      [await get(`${path}?end_customer_id=${theirs}`, { key }), 403],
    ]
  },
  'get /v1/allocation-handoffs/:handoff_id': one('/v1/allocation-handoffs', 'handoff'),
  'post /v1/allocations': async ({ mine, theirs, key, payment, payable, document: document_id }) => {
    const allocation = (end_customer_id: string) => ({
      end_customer_id,
      payment_id: payment,
      lines: [{ document_id, amount: chf(1) }],
    })
    const lines = [{ supplier_payable_id: payable, amount: chf(0), deductions: [{ type: 'rounding', amount: chf(1) }] }]
    const netting = { posting_date: '2026-03-31', lines }
    const cash = { payment_id: undefined, account_code: '1020', posting_date: '2026-03-31' }
    return [
      [await post('/v1/allocations', allocation(mine), { key }), 422],
      [await post('/v1/allocations', { ...allocation(mine), ...cash }, { key }), 422],
      [await post('/v1/allocations', { ...allocation(theirs), ...cash }, { key }), 403],
      [await post('/v1/allocations', { ...netting, end_customer_id: mine }, { key }), 422],
      [await post('/v1/allocations', { ...netting, end_customer_id: theirs }, { key }), 403],
      [await post('/v1/allocations', allocation(theirs), { key }), 403],
    ]
  },
  'get /v1/allocations': async ({ mine, theirs, key, payment }) => [
    [await get(`/v1/allocations?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/allocations?end_customer_id=${mine}&payment_id=${payment}`, key), 200],
  ],
  'get /v1/allocations/:allocation_id': one('/v1/allocations', 'allocation'),
  'post /v1/allocations/:allocation_id/reverse': reversal(({ allocation }) => `/v1/allocations/${allocation}`),
  'post /v1/supplier-payables/:supplier_payable_id/settlements': async ({ mine, theirs, key, payable }) => {
    const settlement = { settlement_date: '2026-03-31', amount: chf(1), reviewer_justification: 'x' }
    const path = `/v1/supplier-payables/${payable}/settlements`
    return [
      [await post(path, { end_customer_id: mine, ...settlement }, { key }), 404],
      [await post(path, { end_customer_id: theirs, ...settlement }, { key }), 403],
    ]
  },
  'get /v1/supplier-payables/:supplier_payable_id/settlements': async ({ mine, theirs, key, payable }) => [
    [await get(`/v1/supplier-payables/${payable}/settlements`, { key }), 404],
    [await get(`/v1/supplier-payables/${payable}/settlements?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/supplier-payables/${payable}/settlements?end_customer_id=${theirs}`, { key }), 403],
  ],
  'post /v1/supplier-payables/:supplier_payable_id/settlements/:settlement_id/reverse': reversal(
    ({ payable, settlement }) => `/v1/supplier-payables/${payable}/settlements/${settlement}`,
  ),
  'post /v1/manual-payments': async ({ theirs, key }) => {
    const manual = { end_customer_id: theirs, amount: chf(1), event_date: '2026-03-31' }
    return [[await post('/v1/manual-payments', manual, { key }), 403]]
  },
  'get /v1/manual-payments': async ({ mine, theirs, key }) => [
    [await get(`/v1/manual-payments?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/manual-payments?end_customer_id=${mine}`, key), 200],
  ],
  'get /v1/manual-payments/:payment_id': one('/v1/manual-payments', 'manual_payment'),
  'post /v1/manual-payments/:payment_id/reverse': reversal(
    ({ manual_payment }) => `/v1/manual-payments/${manual_payment}`,
  ),
}
