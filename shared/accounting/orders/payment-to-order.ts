import type { StructuredAddress } from '../qr-bills/party-of-address.ts'

/** What is to be paid to a creditor, as the books know it. */
export type PaymentToOrder = {
  /** Unique for ever, ours, in every booking of the bank: what ties it to the order. */
  readonly end_to_end_id: string
  readonly amount_minor: bigint
  readonly currency: string
  readonly creditor_name: string | null
  readonly creditor_address: StructuredAddress | null
  /** Blanks are allowed. */
  readonly creditor_iban: string | null
  /** The bank of the creditor; null where no document or request names it. */
  readonly creditor_bic?: string | null
  readonly payment_reference: string | null
  /** Told to the creditor where there is no reference. */
  readonly document_number: string | null
}

/** Where and when the money leaves, and who orders it. */
export type OrderHead = {
  readonly message_id: string
  readonly created_at: string
  readonly debtor_name: string
  readonly debtor_iban: string
  readonly execution_date: string
}

/** An IBAN or a reference as a bank has it: without blanks, in capitals. */
export function withoutBlanks(text: string | null): string | null {
  return text?.replaceAll(/\s/g, '').toUpperCase() || null
}
