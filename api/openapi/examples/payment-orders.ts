import { chf, type Example, ours } from './example.ts'
import { expense, expenseDocument } from './expense.ts'

const order = {
  ...ours,
  bank_account: 'CH93 0076 2011 6238 5295 7',
  execution_date: '2099-06-10',
  select: { due_through: '2026-06-10', currency: 'CHF', partner_reference: 'L-1042' },
}

/** A payable is ordered, and its order is withdrawn. */
export const PAYMENT_ORDERS: readonly Example[] = [
  {
    name: 'expense-with-an-iban',
    operation_id: 'recordExpenseDocument',
    summary: 'An invoice that says where its supplier wants to be paid',
    request: () => ({
      body: expenseDocument('EXP-2026-0090', {
        business_date: '2026-05-11',
        payload: {
          ...expense.payload,
          document_date: '2026-05-11',
          due_date: '2026-06-10',
          document_number: 'R-48901',
          gross_amount: chf(21_620),
          supplier: { ...expense.payload.supplier, iban: 'CH56 0483 5012 3456 7800 9' },
          tax_lines: [{ tax_code: 'I81', net_amount: chf(20_000), tax_amount: chf(1_620) }],
        },
      }),
    }),
  },
  {
    name: 'payment-order-tried',
    operation_id: 'orderPayments',
    summary: 'What the order would pay; nothing is stored',
    status: 200,
    request: () => ({ query: { dry_run: true }, body: order }),
  },
  {
    name: 'payment-order',
    operation_id: 'orderPayments',
    summary: 'All open invoices of a supplier that are due by a day',
    request: () => ({ body: order }),
  },
  {
    name: 'payment-order-file',
    operation_id: 'getPaymentOrderFile',
    summary: 'The file for the bank',
    media_type: 'application/xml',
    request: (of) => ({ path: { payment_order_id: of('payment-order', '/id') } }),
  },
  {
    name: 'payment-order-file-in-json',
    operation_id: 'getPaymentOrderFile',
    summary: 'The same in JSON, with its name and its hash',
    request: (of) => ({ path: { payment_order_id: of('payment-order', '/id') }, query: { format: 'json' } }),
  },
  {
    name: 'ordered-payable',
    operation_id: 'getSupplierPayable',
    summary: 'A payable that the bank is ordered to pay',
    request: (of) => ({ path: { supplier_payable_id: of('payment-order', '/payments/0/supplier_payable_id') } }),
  },
  {
    name: 'payable-ordered-twice',
    operation_id: 'orderPayments',
    summary: 'A payable is in one order at a time',
    status: 409,
    request: (of) => ({
      body: {
        ...ours,
        bank_account: 'CH9300762011623852957',
        execution_date: '2099-06-10',
        payables: [of('payment-order', '/payments/0/supplier_payable_id')],
      },
    }),
  },
  {
    name: 'payment-order-status',
    operation_id: 'reportStatus',
    summary: 'The bank has accepted the order: nothing is paid by that',
    request: (of) => ({
      path: { payment_order_id: of('payment-order', '/id') },
      query: ours,
      body: `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">
  <CstmrPmtStsRpt>
    <GrpHdr><MsgId>BANK-77</MsgId><CreDtTm>2026-06-09T08:00:00</CreDtTm></GrpHdr>
    <OrgnlGrpInfAndSts>
      <OrgnlMsgId>${of('payment-order', '/message_id')}</OrgnlMsgId>
      <OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>
      <GrpSts>ACCP</GrpSts>
    </OrgnlGrpInfAndSts>
  </CstmrPmtStsRpt>
</Document>`,
    }),
  },
  {
    name: 'payment-order-withdrawn',
    operation_id: 'withdrawPayments',
    summary: 'The bank has accepted it, and has told on the telephone that it has cancelled it',
    request: (of) => ({
      path: { payment_order_id: of('payment-order', '/id') },
      body: { ...ours, reason: 'Wird von der anderen Bank bezahlt.', cancelled_by_bank: true },
    }),
  },
  {
    name: 'payment-orders',
    operation_id: 'listPaymentOrders',
    summary: 'The orders, without their payments',
    request: () => ({ query: ours }),
  },
  {
    name: 'payment-order-afterwards',
    operation_id: 'getPaymentOrder',
    summary: 'What became of each payment',
    request: (of) => ({ path: { payment_order_id: of('payment-order', '/id') } }),
  },
]
