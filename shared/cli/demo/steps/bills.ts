import type { Receivable } from '../company/bank-statement.ts'
import { COMPANY } from '../company/company.ts'
import { otherPurchase, SCANNED, salesOfFebruary, scannedPurchase } from '../company/february.ts'
import { DECIDED, type Demo, expectEqual, say } from '../demo.ts'
import { francs } from '../tables.ts'

type Sold = readonly [Receivable, Receivable, Receivable, ...Receivable[]]

/** Two invoices and a credit note, and two that the bank books as one amount. */
export async function sell(demo: Demo): Promise<Sold> {
  const { client, customer } = demo
  const items: Receivable[] = []
  for (const body of salesOfFebruary(customer)) {
    const fact = await client.recordCustomerInvoice({ body }, DECIDED)
    const { data } = await client.listDocuments({ query: { end_customer_id: customer, source_fact_id: fact.id } })
    items.push(...data)
  }
  return items as unknown as Sold
}

/** The code on our own invoice says what a scanner reads. */
export async function writeBill(
  { client, customer: end_customer_id }: Demo,
  { id: document_id }: Receivable,
): Promise<void> {
  const structured_address = {
    street_name: 'Werkgasse',
    building_number: '5',
    post_code: '3000',
    town_name: 'Bern',
    country: 'CH',
  }
  await client.putEndCustomer({ end_customer_id, body: { name: COMPANY, structured_address } })
  const { text, reference } = await client.getPaymentPart({ document_id })
  const scanned = await client.readQrBill({ body: { end_customer_id, text } })
  expectEqual('the amount of the QR-bill', scanned.amount?.amount_minor, 108_100)
  expectEqual('the reference of the QR-bill', scanned.reference, reference)
  say(`   QR-bill written: 1'081.00 with reference ${reference}`)
}

/** @returns the payables of a bill that was scanned, and of another document */
export async function readBill({ client, customer: end_customer_id }: Demo): Promise<string[]> {
  const { payload, defects } = await client.readQrBill({ body: { end_customer_id, text: SCANNED } })
  expectEqual('defects of the scanned bill', defects.length, 0)
  const purchases = [scannedPurchase(end_customer_id, payload), otherPurchase(end_customer_id)]
  const ids: string[] = []
  for (const body of purchases) {
    const { id: source_fact_id } = await client.recordExpenseDocument({ body }, DECIDED)
    const { data } = await client.listSupplierPayables({ query: { end_customer_id, source_fact_id } })
    ids.push(...data.map(({ id }) => id))
  }
  say(`   QR-bill read: ${francs(540_50)} of ${payload.supplier?.name}, with its tax`)
  return ids
}
