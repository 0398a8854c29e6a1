import type { FactType } from '../../contract/facts/source-facts.ts'
import type { EntryType } from '../../contract/journal/journal-entries.ts'
import type { VatPeriod } from '../../contract/vat/vat-periods.ts'
import type { SupplyOfLine } from './supply.ts'
import type { VoucherBankEntry } from './voucher-bank-entry.ts'
import type { VoucherItem } from './voucher-item.ts'

/** Amount in minor units, as `Money` but exact. */
export type Amount = { readonly amount_minor: bigint; readonly currency: string }

export type TaxLine = SupplyOfLine & {
  readonly tax_code: string
  readonly net: Amount
  readonly tax: Amount
  readonly category: string | null
  /** The sender says that the tax is as printed, however far from the computed one, and why. */
  readonly has_accepted_tax: boolean
  /** Of turnover under the net tax rate method. */
  readonly activity_id: string | null
}

/** The part that all kinds of facts have in common. A value that the source did not send is null. */
type DocumentHeader = {
  readonly business_date: string
  readonly document_date: string
  /** Day of supply; it decides the tax rate of lines that name no day or period of their own. */
  readonly supply_date: string
  readonly document_number: string | null
  /** The rate that the document states for its foreign currency; null where that of the end customer counts. */
  readonly rate_e8: bigint | null
  readonly receipt_required: boolean
  readonly has_receipt: boolean
  readonly has_receipt_exception: boolean
  /** Somebody decided that input tax is deducted without a receipt, and why. */
  readonly has_input_tax_decision: boolean
  /** Where tax counts that is dated in a filed period; null where the request does not say. */
  readonly vat_period: VatPeriod | null
  /** A day of the filed period that has an error; null where that follows from the document. */
  readonly tax_date: string | null
}

/** An invoice as the rules see it: one of a supplier, or one to a customer. A negative amount is a credit note. */
export type Invoice = DocumentHeader & {
  readonly fact_type: Exclude<FactType, 'journal_voucher'>
  readonly due_date: string | null
  readonly payment_reference: string | null
  readonly currency: string | null
  readonly gross: Amount | null
  /** The supplier or the customer. */
  readonly partner_name: string | null
  readonly partner_reference: string | null
  readonly partner_uid: string | null
  /** ISO 3166, two letters; null where nothing or something else was sent. */
  readonly partner_country: string | null
  /** Where a supplier wants to be paid, without blanks; null where nothing was sent, and for customers. */
  readonly partner_iban: string | null
  readonly category: string | null
  /** The sender knows that tax on his own invoice is owed, although he is not registered. */
  readonly has_accepted_debt: boolean
  readonly tax_lines: readonly TaxLine[]
}

export type VoucherLine = SupplyOfLine & {
  readonly account_code: string
  /** Positive is a debit, negative a credit. */
  readonly amount: Amount
  /** The same in the base currency, if the voucher states it. */
  readonly base: Amount | null
  readonly text: string | null
  readonly tax_code: string | null
  /** The base of the tax, with the sign of the amount. */
  readonly tax_base: Amount | null
  /** As on the line of a document. */
  readonly has_accepted_tax: boolean
  /** As on the line of an invoice. */
  readonly activity_id: string | null
  /** The open item that the line changes or opens. */
  readonly open_item: VoucherItem | null
}

/** Free lines: opening balances, payroll, depreciation, accruals, closing. */
export type JournalVoucher = DocumentHeader & {
  readonly fact_type: 'journal_voucher'
  readonly entry_type: EntryType
  readonly text: string
  /** The bank entries that it books; null where its evidence names them. */
  readonly bank_entries: readonly VoucherBankEntry[] | null
  readonly evidence_hashes: readonly string[]
  /** Who agreed to set off items of different partners. */
  readonly set_off_consent: string | null
  readonly lines: readonly VoucherLine[]
}

/** The document of each type of fact. */
export type DocumentOfType = {
  expense_document: Invoice
  customer_invoice: Invoice
  journal_voucher: JournalVoucher
}
export type AccountingDocument = DocumentOfType[keyof DocumentOfType]

/** A role that an account has to play so that the document can be booked. */
export type AccountRole = { readonly keys: readonly string[]; readonly pointer: string }
