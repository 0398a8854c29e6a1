import { addDays } from '../../../accounting/amounts/dates.ts'
import { taxOnNet } from '../../../accounting/amounts/rounding.ts'
import { creditorReference } from '../../../accounting/documents/payment-references.ts'
import { TAX_CODES } from '../../../accounting/vat/tax-codes.ts'
import { sha256Of } from '../../../canonical/hash.ts'
import { CUSTOMERS } from './company.ts'
import { inFrancs } from './documents.ts'
import { createRandom } from './random.ts'

export type DemoInvoice = ReturnType<typeof yearOfInvoices>[number]

/** A calendar year of invoices to customers, some of them credit notes; the same ones in every run. */
export function yearOfInvoices(end_customer_id: string, year: number, wanted: number) {
  const random = createRandom(year * 7)
  return Array.from({ length: wanted }, (_, index) => {
    const { name, category, codes } = CUSTOMERS[index % CUSTOMERS.length] as (typeof CUSTOMERS)[number]
    const business_date = addDays(`${year}-01-01`, Math.floor((index * 364) / wanted))
    const sign = random.isOneIn(20) ? -1 : 1
    const tax_lines = codes.map((tax_code) => {
      const isDiscount = tax_code.startsWith('VS')
      const net = sign * (isDiscount ? -20_000 : random.between(500_000, 3_000_000))
      const tax = Number(taxOnNet(BigInt(net), TAX_CODES.get(tax_code)?.rate_bp ?? 0n))
      return { tax_code, net_amount: inFrancs(net), tax_amount: inFrancs(tax) }
    })
    const gross = tax_lines.reduce((sum, line) => sum + line.net_amount.amount_minor + line.tax_amount.amount_minor, 0)
    const number = `R-${year}-${String(index + 1).padStart(4, '0')}`
    return {
      business_date,
      end_customer_id,
      external_reference: number,
      idempotency_key: number,
      source_hash: sha256Of(number),
      source_payload_hash: sha256Of(`${number} payload`),
      source_system: 'demo-sales',
      fact_type: 'customer_invoice' as const,
      payload: {
        currency: 'CHF',
        document_date: business_date,
        due_date: addDays(business_date, 30),
        document_number: number,
        payment_reference: creditorReference(`${year}${String(index + 1).padStart(4, '0')}`),
        gross_amount: inFrancs(gross),
        revenue_category: category,
        customer: { name, customer_external_reference: `K-${index % CUSTOMERS.length}` },
        tax_lines,
      },
    }
  })
}
