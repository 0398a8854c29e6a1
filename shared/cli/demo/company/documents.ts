import { addDays } from '../../../accounting/amounts/dates.ts'
import { taxOnNet } from '../../../accounting/amounts/rounding.ts'
import { TAX_CODES } from '../../../accounting/vat/tax-codes.ts'
import { sha256Of } from '../../../canonical/hash.ts'
import { SUPPLIERS, type Supplier } from './company.ts'
import { createRandom, type Random } from './random.ts'

export const inFrancs = (amount_minor: number) => ({ amount_minor, currency: 'CHF' })

export type DemoDocument = ReturnType<typeof documentOf>

/** A calendar year of expense documents, in the order of their days; the same ones in every run. */
export function yearOfDocuments(end_customer_id: string, year: number, wanted: number): DemoDocument[] {
  const random = createRandom(year)
  const total = SUPPLIERS.reduce((sum, { documents }) => sum + documents, 0)
  const documents = SUPPLIERS.flatMap((supplier) => {
    const count = Math.max(1, Math.round((supplier.documents * wanted) / total))
    return Array.from({ length: count }, (_, index) => {
      const day = Math.floor((index * 365) / count) + random.between(0, Math.floor(364 / count))
      return { supplier, business_date: addDays(`${year}-01-01`, Math.min(day, 364)), index }
    })
  })
  documents.sort((a, b) => (a.business_date < b.business_date ? -1 : 1))
  return documents.map(({ supplier, business_date }, index) =>
    documentOf(end_customer_id, random, supplier, business_date, `E-${year}-${String(index + 1).padStart(5, '0')}`),
  )
}

function documentOf(
  end_customer_id: string,
  random: Random,
  supplier: Supplier,
  business_date: string,
  reference: string,
) {
  // About one document in twenty-five is a credit note.
  const sign = random.isOneIn(25) ? -1 : 1
  const tax_lines = supplier.codes.map((tax_code) => {
    const net = sign * random.between(supplier.from, supplier.to)
    const tax = Number(taxOnNet(BigInt(net), TAX_CODES.get(tax_code)?.rate_bp ?? 0n))
    return { tax_code, net_amount: inFrancs(net), tax_amount: inFrancs(tax) }
  })
  const gross = tax_lines.reduce((sum, line) => sum + line.net_amount.amount_minor + printedTax(line), 0)
  const source_hash = sha256Of(`${reference} of ${supplier.name}`)
  return {
    business_date,
    end_customer_id,
    external_reference: reference,
    idempotency_key: reference,
    source_hash,
    source_payload_hash: sha256Of(source_hash),
    source_system: 'demo-expenses',
    replay_policy: 'idempotent_replay' as const,
    fact_type: 'expense_document' as const,
    evidence_links: [
      { sha256: source_hash, type: 'source_export', label: 'export of the expense tool' },
      { sha256: sha256Of(`receipt of ${reference}`), type: 'receipt', label: 'receipt', media_type: 'application/pdf' },
    ],
    payload: {
      currency: 'CHF',
      document_date: business_date,
      document_number: `${supplier.name.slice(0, 2).toUpperCase()}-${reference}`,
      gross_amount: inFrancs(gross),
      receipt_required: true,
      expense_category: supplier.category,
      supplier: {
        name: supplier.name,
        structured_address: { town_name: supplier.town, country: supplier.uid ? 'CH' : 'IE' },
        iban: supplier.iban,
        ...(supplier.uid ? { uid_mwst_number: supplier.uid } : {}),
      },
      tax_lines,
    },
  }
}

/** A foreign supplier prints no Swiss tax: the tax on its services is not part of the amount. */
function printedTax({ tax_code, tax_amount }: { tax_code: string; tax_amount: { amount_minor: number } }): number {
  return tax_code.startsWith('B') ? 0 : tax_amount.amount_minor
}

type Spoil = (document: DemoDocument) => DemoDocument
export type Spoiled = { readonly blocker: string; readonly spoil: Spoil }

const payload = (document: DemoDocument, fields: object) => ({
  ...document,
  payload: { ...document.payload, ...fields },
})
const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })

/** Mistakes of practice with the blocker of each. A second version with the same reference puts them right. */
export const SPOILED: readonly Spoiled[] = [
  {
    blocker: 'receipt_missing',
    spoil: (document) => ({ ...document, evidence_links: document.evidence_links.slice(0, 1) }),
  },
  { blocker: 'supplier_missing', spoil: (document) => payload(document, { supplier: {} }) },
  {
    blocker: 'supplier_uid_invalid',
    spoil: (document) =>
      payload(document, { supplier: { ...document.payload.supplier, uid_mwst_number: 'CHE-123.456.789' } }),
  },
  { blocker: 'amount_missing', spoil: (document) => payload(document, { gross_amount: undefined }) },
  {
    blocker: 'tax_amount_mismatch',
    spoil: (document) =>
      payload(document, { gross_amount: inFrancs(document.payload.gross_amount.amount_minor + 500) }),
  },
  {
    blocker: 'tax_rate_not_valid_on_date',
    spoil: (document) =>
      payload(document, {
        tax_lines: [{ tax_code: 'I77', net_amount: inFrancs(10_000), tax_amount: inFrancs(770) }],
        gross_amount: inFrancs(10_770),
      }),
  },
  {
    blocker: 'document_date_in_future',
    spoil: (document) => payload(document, { document_date: '2199-01-01', supply_date: document.business_date }),
  },
  {
    blocker: 'exchange_rate_missing',
    spoil: (document) => payload(document, { currency: 'EUR', gross_amount: eur(50_000), tax_lines: [] }),
  },
  {
    blocker: 'reference_invalid',
    spoil: (document) => payload(document, { payment_reference: '210000000003139471430009016' }),
  },
]
