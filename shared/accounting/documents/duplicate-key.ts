import { hashOf } from '../../canonical/hash.ts'
import type { Amount, Invoice, JournalVoucher } from './accounting-document.ts'
import { comparableName, comparableNumber, partnerNameKey } from './comparable-text.ts'

/** Digits by which a key begins that documents of one partner with one number have in common. */
export const LOOSE_KEY_LENGTH = 16

/**
 * Equal for two invoices of the same kind, partner, date, amount and number. Without a number two equal invoices are two
 * events, so there is no key. It begins with the same digits for two invoices of the same kind and side whose
 * partner and number are the same as far as spelling tells, whatever date and amount they have.
 */
export function duplicateKeyOfInvoice(invoice: Invoice): string | null {
  const { fact_type, document_number, document_date, partner_reference, partner_uid, partner_name, gross } = invoice
  const partner = partner_reference ?? partner_uid ?? partnerNameKey(partner_name ?? '')
  if (!document_number || !partner || !gross) return null
  const key = [partner, document_date, ...partsOf(gross), document_number]
  const side = gross.amount_minor < 0n ? 'credit note' : 'invoice'
  const loose = [fact_type, side, comparableName(partner_name ?? partner), comparableNumber(document_number)]
  // Expense documents came first, and their kept keys do not name the kind.
  const exact = hashOf(fact_type === 'expense_document' ? key : [fact_type, ...key])
  return hashOf(loose).slice(0, LOOSE_KEY_LENGTH) + exact
}

/** Equal for two vouchers of the same date, number and amounts; null without a number. */
export function duplicateKeyOfVoucher({ fact_type, document_number, document_date, lines }: JournalVoucher) {
  if (!document_number) return null
  const amounts = lines.map(({ account_code, amount }) => [account_code, ...partsOf(amount)])
  return hashOf([fact_type, document_date, document_number, amounts])
}

function partsOf({ amount_minor, currency }: Amount): [number, string] {
  return [Number(amount_minor), currency]
}
