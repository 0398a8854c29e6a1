import type { CustomerInvoiceRequest } from '../../contract/facts/customer-invoices.ts'
import type { ExpenseDocumentRequest } from '../../contract/facts/expense-documents.ts'
import type { JournalVoucherRequest, VoucherLineRequest } from '../../contract/facts/journal-vouchers.ts'
import { RECEIPT_TYPES } from '../../contract/facts/source-fact-parts.ts'
import type { SourceFactRequest } from '../../contract/facts/source-facts.ts'
import type { Money } from '../../contract/primitives.ts'
import { vatPeriodOf } from '../../contract/vat/vat-periods.ts'
import { parseRate } from '../amounts/rate.ts'
import type { Amount, Invoice, JournalVoucher, TaxLine, VoucherLine } from './accounting-document.ts'
import { supplyOfRequest } from './supply.ts'
import { voucherBankEntriesOf } from './voucher-bank-entry.ts'
import { voucherItemOf } from './voucher-item.ts'

type TaxLineRequest = NonNullable<(ExpenseDocumentRequest | CustomerInvoiceRequest)['payload']['tax_lines']>[number]

/** A request in the words of the rules: exact amounts, defaults filled in, null where nothing was sent. */
export function expenseDocumentOf(request: ExpenseDocumentRequest): Invoice {
  const { payload } = request
  return {
    fact_type: 'expense_document',
    ...invoiceOf(request),
    partner_name: payload.supplier?.name ?? null,
    partner_reference: payload.supplier_external_reference ?? payload.supplier?.supplier_external_reference ?? null,
    partner_uid: payload.supplier?.uid_mwst_number ?? null,
    partner_country: countryOf(payload.supplier?.structured_address),
    partner_iban: payload.supplier?.iban?.replaceAll(' ', '').toUpperCase() ?? null,
    category: payload.expense_category ?? null,
    has_accepted_debt: false,
    tax_lines: (payload.tax_lines ?? []).map((line) => taxLineOf(line, line.expense_category)),
  }
}

/** As `expenseDocumentOf`. */
export function customerInvoiceOf(request: CustomerInvoiceRequest): Invoice {
  const { payload } = request
  return {
    fact_type: 'customer_invoice',
    ...invoiceOf(request),
    partner_name: payload.customer?.name ?? null,
    partner_reference: payload.customer_external_reference ?? payload.customer?.customer_external_reference ?? null,
    partner_uid: payload.customer?.uid_mwst_number ?? null,
    partner_country: countryOf(payload.customer?.structured_address),
    partner_iban: null,
    category: payload.revenue_category ?? null,
    has_accepted_debt: payload.tax_owed_accepted !== undefined,
    tax_lines: (payload.tax_lines ?? []).map((line) => taxLineOf(line, line.revenue_category)),
  }
}

/** As `expenseDocumentOf`. */
export function journalVoucherOf(request: JournalVoucherRequest): JournalVoucher {
  const { text, entry_type = 'standard', set_off_consent = null, lines } = request.payload
  const header = headerOf(request)
  return {
    fact_type: 'journal_voucher',
    ...header,
    entry_type,
    text,
    set_off_consent,
    bank_entries: voucherBankEntriesOf(request),
    evidence_hashes: (request.evidence_links ?? []).map(({ sha256 }) => sha256),
    lines: lines.map((line) => voucherLineOf(line, header)),
  }
}

function headerOf({ payload, evidence_links = [], business_date, ...said }: SourceFactRequest) {
  const document_date = payload.document_date ?? business_date
  return {
    business_date,
    document_date,
    supply_date: payload.supply_date ?? document_date,
    document_number: payload.document_number ?? null,
    rate_e8: payload.exchange_rate === undefined ? null : parseRate(payload.exchange_rate),
    receipt_required: payload.receipt_required ?? false,
    has_receipt: evidence_links.some(({ type }) => RECEIPT_TYPES.includes(type)),
    has_receipt_exception: payload.missing_receipt_exception !== undefined,
    has_input_tax_decision: 'input_tax_decision' in payload && payload.input_tax_decision !== undefined,
    vat_period: vatPeriodOf(said),
    tax_date: said.tax_date ?? null,
  }
}

function invoiceOf(request: ExpenseDocumentRequest | CustomerInvoiceRequest) {
  const { due_date, payment_reference, currency, gross_amount } = request.payload
  return {
    ...headerOf(request),
    due_date: due_date ?? null,
    payment_reference: payment_reference ?? null,
    currency: currency ?? null,
    gross: gross_amount ? amountOf(gross_amount) : null,
  }
}

function countryOf(address: Readonly<Record<string, string | null>> | undefined): string | null {
  const country = address?.country?.trim().toUpperCase() ?? ''
  return /^[A-Z]{2}$/.test(country) ? country : null
}

function taxLineOf(line: TaxLineRequest, category: string | undefined): TaxLine {
  const { tax_code, net_amount, tax_amount } = line
  const amounts = { net: amountOf(net_amount), tax: amountOf(tax_amount) }
  const has_accepted_tax = line.tax_amount_accepted !== undefined
  const activity_id = 'activity_id' in line ? (line.activity_id ?? null) : null
  return { tax_code, ...amounts, category: category ?? null, has_accepted_tax, activity_id, ...supplyOfRequest(line) }
}

/** Amounts of a credit line are negative. The schema makes sure that a line has one side. */
function voucherLineOf(request: VoucherLineRequest, header: ReturnType<typeof headerOf>) {
  const { account_code, debit, credit, base_amount, text, tax_code, tax_base, open_item } = request
  const sign = debit ? 1n : -1n
  const signed = ({ amount_minor, currency }: Money): Amount => ({
    amount_minor: sign * BigInt(amount_minor),
    currency,
  })
  const amount = debit ?? credit
  const line: VoucherLine = {
    account_code,
    amount: amount ? signed(amount) : { amount_minor: 0n, currency: '' },
    base: base_amount ? signed(base_amount) : null,
    text: text ?? null,
    tax_code: tax_code ?? null,
    tax_base: tax_base ? signed(tax_base) : null,
    has_accepted_tax: request.tax_amount_accepted !== undefined,
    activity_id: request.activity_id ?? null,
    ...supplyOfRequest(request),
    open_item: open_item ? voucherItemOf(open_item, header) : null,
  }
  return line
}

function amountOf({ amount_minor, currency }: Money): Amount {
  return { amount_minor: BigInt(amount_minor), currency }
}
