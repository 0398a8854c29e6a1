import type { ExpenseDocumentRequest } from '../../contract/facts/expense-documents.ts'
import type { QrAddress } from '../../contract/qr-bills/qr-bills.ts'
import { type BillingInformation, dueDateOf } from './billing-information.ts'
import type { QrBill, QrParty } from './qr-bill.ts'
import type { DraftTaxLine } from './tax-lines-of-bill.ts'

/** As many as an expense document takes. */
const MOST_TERMS = 5
const MOST_DAYS = 365
/** What an expense document takes as one, whether its check digits are right or not. */
const LOOKS_LIKE_IBAN = /^[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}$/

/**
 * Expense document of a bill: what the code says, and nothing that it does not say. What an expense document does not take is
 * left out, and named as a defect.
 *
 * @param bill without what is longer than it may be
 */
export function draftOfBill(
  bill: QrBill,
  said: BillingInformation | null,
  tax_lines: readonly DraftTaxLine[],
): ExpenseDocumentRequest['payload'] {
  const { currency, creditor, amount_minor } = bill
  const supply = said?.supply ?? null
  const discount_terms = discountTermsOf(said)
  return withoutNulls({
    currency,
    document_date: said?.document_date ?? null,
    document_number: said?.document_number ?? null,
    due_date: said === null ? null : dueDateOf(said),
    discount_terms: discount_terms.length > 0 && doTermsFit(discount_terms) ? discount_terms : null,
    supply_date: supply !== null && supply.from === supply.to ? supply.from : null,
    gross_amount: amount_minor === null ? null : { amount_minor: Number(amount_minor), currency },
    payment_reference: bill.reference_type === 'NON' ? null : bill.reference,
    supplier: withoutNulls({
      name: creditor.name || null,
      structured_address: qrAddressOf(creditor),
      uid_mwst_number: said?.uid ? said.uid.replace(/^(...)(...)(...)$/, 'CHE-$1.$2.$3') : null,
      iban: LOOKS_LIKE_IBAN.test(bill.iban) ? bill.iban : null,
    }),
    tax_lines: tax_lines.length > 0 ? [...tax_lines] : null,
  })
}

type DraftTerm = NonNullable<ExpenseDocumentRequest['payload']['discount_terms']>[number]

export function discountTermsOf(said: BillingInformation | null): DraftTerm[] {
  return (said?.terms ?? [])
    .filter(({ discount_bp }) => discount_bp > 0n)
    .map(({ days, discount_bp }) => ({ days, discount_bp: Number(discount_bp) }))
}

/** All of them or none: with some, the draft would say another discount than the bill. */
export function doTermsFit(terms: readonly DraftTerm[]): boolean {
  return terms.length <= MOST_TERMS && terms.every(({ days }) => days <= MOST_DAYS)
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
