import type { StructuredAddress } from '../qr-bills/party-of-address.ts'
import type { DiscountedDocument } from './early-payment.ts'

/** A payable that is to be paid, with what the document that opened it says of its supplier. */
export type PayableToOrder = DiscountedDocument & {
  readonly supplier_payable_id: string
  readonly currency: string
  readonly document_number: string | null
  readonly due_date: string | null
  readonly payment_reference: string | null
  readonly partner_name: string
  readonly partner_key: string
  readonly creditor_iban: string | null
  readonly creditor_address: StructuredAddress | null
  /** What an order has taken off it as a discount, or somebody who has paid it within its terms, and its money was booked without; 0 without one. */
  readonly discount_taken_minor: bigint
  /** What the request says of it beside that. */
  readonly instruction?: PaymentInstruction
}

/** How one of the payables is to be paid, where that is not how its document says. */
export type PaymentInstruction = {
  /** A part of what is open; no discount is taken off then. */
  readonly amount_minor?: bigint
  readonly creditor_name?: string
  readonly creditor_iban?: string
  readonly creditor_address?: StructuredAddress
  readonly creditor_bic?: string
}

export type OrderTerms = {
  readonly message_id: string
  readonly execution_date: string
  readonly takes_discount: boolean
  readonly accepted_ibans: readonly string[]
  /** Where each partner was paid last, by its key. */
  readonly last_ibans: ReadonlyMap<string, string>
  /** Accounts of each partner that somebody has accepted by name before, by its key: one that bills by turns with two is no news. */
  readonly ibans_accepted_before: ReadonlyMap<string, ReadonlySet<string>>
  /** To which a bank has not paid the last time, by the IBAN. */
  readonly refused_accounts: ReadonlyMap<string, { readonly code: string; readonly day: string }>
  readonly fitting_debits: FittingDebits
  readonly named_elsewhere: NamedElsewhere
  /** What each partner owes, by its key. */
  readonly credit_of_suppliers: ReadonlyMap<string, readonly CreditOfSupplier[]>
  /** By the payable. */
  readonly alike_payables: ReadonlyMap<string, readonly AlikePayable[]>
  /** Debits that somebody has checked: they have paid something else. */
  readonly accepted_debits: readonly string[]
}

/** A credit note, an advance, or what was paid too much; or what a final bill has taken off of advances. */
export type CreditOfSupplier = {
  readonly public_id: string
  readonly currency: string
  readonly account_code: string
  /** Above zero; below it what was taken off. */
  readonly open_minor: bigint
  /** Its tax is declared: no allocation takes it. */
  readonly is_taxed: boolean
  /** The payable of the bill for an advance; null of all other credit. */
  readonly opened_by: string | null
  /** Something of that payable is paid, or is to be paid. */
  readonly is_paid_for: boolean
}

/** Debits of the bank that may have paid a payable already, by the payable. */
export type FittingDebits = {
  /** So much speaks for it that the payable is held back. */
  readonly certain: ReadonlyMap<string, ReadonlySet<string>>
  /** Worth a look. */
  readonly possible: ReadonlyMap<string, ReadonlySet<string>>
  /** The same of those that are booked, and for no open item. */
  readonly booked_otherwise: ReadonlyMap<string, ReadonlySet<string>>
  /** The same of those that are dismissed. */
  readonly dismissed: ReadonlyMap<string, ReadonlySet<string>>
  /** The same of those that are booked for open items of others, which do not explain them. */
  readonly given_to_others: ReadonlyMap<string, ReadonlySet<string>>
  /** Those that the bank has announced, and not booked yet. */
  readonly announced: ReadonlySet<string>
}

/** Debits that name a payable, or a payment that was ordered for it, and that somebody has given to something else; by the payable. */
export type NamedElsewhere = {
  readonly booked: ReadonlyMap<string, readonly string[]>
  readonly dismissed: ReadonlyMap<string, readonly string[]>
}

/** Another payable with the creditor of one that is to be ordered, and with its reference, its number, or its amount. */
export type AlikePayable = {
  readonly supplier_payable_id: string
  /** By its public id. */
  readonly other_id: string
  /** `open`: it is to be ordered, too. */
  readonly other_state: 'open' | 'ordered' | 'paid'
  /** That of a bank (QRR, SCOR). */
  readonly has_reference: boolean
  readonly has_number: boolean
  readonly has_amount: boolean
  /** Their documents. */
  readonly days_apart: number
  /** It was paid long before this one is due. */
  readonly was_long_ago: boolean
  readonly own_number: string | null
  readonly other_number: string | null
}
