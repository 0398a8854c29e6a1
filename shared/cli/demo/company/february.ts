import { creditorReference } from '../../../accounting/documents/payment-references.ts'
import { sha256Of } from '../../../canonical/hash.ts'
import type { RequestTo } from '../../../client/index.ts'
import { CUSTOMERS, SUPPLIERS, type Supplier } from './company.ts'
import { inFrancs } from './documents.ts'

/** The documents of February 2026, and the bill of a supplier as its QR code says it. */

type DemoSale = RequestTo<'recordCustomerInvoice'>['body']
type DemoPurchase = RequestTo<'recordExpenseDocument'>['body']

const DAY = '2026-02-01'
export const BUYER = CUSTOMERS[0]?.name ?? ''
const [, , , PAPER, , , METAL] = SUPPLIERS as unknown as readonly [
  unknown,
  unknown,
  unknown,
  Supplier,
  unknown,
  unknown,
  Supplier,
]

/** 1,081.00 with 2 % for whoever pays within ten days; 108.10; a credit note of 108.10; and 216.20 and 324.30, which come in one amount. */
export function salesOfFebruary(end_customer_id: string): DemoSale[] {
  const terms = { discount_terms: [{ days: 10, discount_bp: 200 }] }
  return [
    sale(end_customer_id, 'R-2026-0001', 100_000, terms),
    sale(end_customer_id, 'R-2026-0002', 10_000),
    sale(end_customer_id, 'G-2026-0001', -10_000),
    sale(end_customer_id, 'R-2026-0003', 20_000),
    sale(end_customer_id, 'R-2026-0004', 30_000),
  ]
}

function sale(end_customer_id: string, number: string, net: number, terms: object = {}): DemoSale {
  const tax = Math.round((net * 81) / 1_000)
  return {
    ...factOf(end_customer_id, number, 'demo-sales'),
    fact_type: 'customer_invoice',
    payload: {
      currency: 'CHF',
      document_date: DAY,
      document_number: number,
      payment_reference: creditorReference(number.replaceAll('-', '')),
      gross_amount: inFrancs(net + tax),
      revenue_category: 'services',
      customer: { name: BUYER },
      tax_lines: [{ tax_code: 'V81', net_amount: inFrancs(net), tax_amount: inFrancs(tax) }],
      ...terms,
    },
  }
}

/** 540.50 to be paid to an ordinary account, with the billing information of Swico: number, day and rate. */
export const SCANNED = [
  ...['SPC', '0200', '1', PAPER.iban, 'S', PAPER.name, 'Kornmarkt', '3', '6004', PAPER.town, 'CH'],
  ...['', '', '', '', '', '', '', '540.50', 'CHF', '', '', '', '', '', '', '', 'NON', '', 'Papier Februar', 'EPD'],
  '//S1/10/PK-77/11/260201/32/8.1',
].join('\n')

/** @param payload as the service has read it from the code; the company adds category and receipt */
export function scannedPurchase(end_customer_id: string, payload: object): DemoPurchase {
  return purchase(end_customer_id, 'E-2026-00001', { ...payload, expense_category: PAPER.category })
}

/** 1,081.00 of material. */
export function otherPurchase(end_customer_id: string): DemoPurchase {
  const { name, town, iban, category } = METAL
  return purchase(end_customer_id, 'E-2026-00002', {
    currency: 'CHF',
    document_date: DAY,
    document_number: 'MR-12',
    gross_amount: inFrancs(108_100),
    expense_category: category,
    supplier: { name, structured_address: { town_name: town, country: 'CH' }, iban },
    tax_lines: [{ tax_code: 'M81', net_amount: inFrancs(100_000), tax_amount: inFrancs(8_100) }],
  })
}

function purchase(end_customer_id: string, number: string, payload: object): DemoPurchase {
  return {
    ...factOf(end_customer_id, number, 'demo-expenses'),
    fact_type: 'expense_document',
    evidence_links: [{ sha256: sha256Of(`receipt of ${number}`), type: 'receipt', label: 'receipt' }],
    payload: { ...payload, receipt_required: true } as DemoPurchase['payload'],
  }
}

function factOf(end_customer_id: string, number: string, source_system: string) {
  return {
    business_date: DAY,
    end_customer_id,
    external_reference: number,
    idempotency_key: number,
    source_hash: sha256Of(number),
    source_payload_hash: sha256Of(`${number} payload`),
    source_system,
  }
}

/** The bank accepts one payment of an order and rejects the other. */
export function reportOf(message_id: string, batch: string, accepted: string, rejected: string): string {
  const told = (id: string, status: string, reason = '') =>
    `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reason}</TxInfAndSts>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
  <GrpHdr><MsgId>DEMO-STATUS</MsgId><CreDtTm>2026-02-03T20:00:00</CreDtTm></GrpHdr>
  <OrgnlGrpInfAndSts><OrgnlMsgId>${message_id}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
  <OrgnlPmtInfAndSts><OrgnlPmtInfId>${batch}</OrgnlPmtInfId><PmtInfSts>PART</PmtInfSts>
    ${told(accepted, 'ACSP')}${told(rejected, 'RJCT', '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>')}
  </OrgnlPmtInfAndSts>
</CstmrPmtStsRpt></Document>
`
}
