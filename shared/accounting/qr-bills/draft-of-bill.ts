import type { ExpenseDocumentRequest } from '../../contract/facts/expense-documents.ts'
import type { QrAddress } from '../../contract/qr-bills/qr-bills.ts'
import { type BillingInformation, dueDateOf } from './billing-information.ts'
import type { QrBill, QrParty } from './qr-bill.ts'
import type { DraftTaxLine } from './tax-lines-of-bill.ts'

/** Expense document of a bill: what the code says, and nothing that it does not say. */
export function draftOfBill(
  bill: QrBill,
  said: BillingInformation | null,
  tax_lines: readonly DraftTaxLine[],
): ExpenseDocumentRequest['payload'] {
  const { currency, creditor, amount_minor } = bill
  const supply = said?.supply ?? null
  const discount_terms = (said?.terms ?? [])
    .filter(({ discount_bp }) => discount_bp > 0n)
    .map(({ days, discount_bp }) => ({ days, discount_bp: Number(discount_bp) }))
  return withoutNulls({
    currency,
    document_date: said?.document_date ?? null,
    document_number: said?.document_number ?? null,
    due_date: said === null ? null : dueDateOf(said),
    discount_terms: discount_terms.length > 0 ? discount_terms : null,
    supply_date: supply !== null && supply.from === supply.to ? supply.from : null,
    gross_amount: amount_minor === null ? null : { amount_minor: Number(amount_minor), currency },
    payment_reference: bill.reference_type === 'NON' ? null : bill.reference,
    supplier: withoutNulls({
      name: creditor.name,
      structured_address: qrAddressOf(creditor),
      uid_mwst_number: said?.uid ? said.uid.replace(/^(...)(...)(...)$/, 'CHE-$1.$2.$3') : null,
      iban: bill.iban,
    }),
    tax_lines: tax_lines.length > 0 ? [...tax_lines] : null,
  })
}

/**
 * The members of an address of type S. Of type K nothing but the country has a place of its own: its two lines stay as they
 * are (ISO 20022, AdrLine).
 */
export function qrAddressOf(party: QrParty): QrAddress {
  const { address_type, street_or_line, number_or_line, post_code, town_name, country } = party
  return address_type === 'K'
    ? withoutNulls({ address_line_1: street_or_line, address_line_2: number_or_line, country })
    : withoutNulls({ street_name: street_or_line, building_number: number_or_line, post_code, town_name, country })
}

type Present<Members> = { [Name in keyof Members]?: NonNullable<Members[Name]> }

function withoutNulls<Members extends object>(members: Members): Present<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) as Present<Members>
}
