import type { Amount, ExpenseDocument } from './accounting/expense-document.ts'
import type { Money } from './contract/common.ts'
import { RECEIPT_TYPES, type SourceFactRequest } from './contract/source-facts.ts'
import { hashOf } from './hash.ts'

/** The request of an expense document in the words of the rules: exact amounts, defaults filled in, null for unsaid. */
export function expenseDocumentOf(request: SourceFactRequest): ExpenseDocument {
  const { payload, evidence_links = [], business_date } = request
  const document_date = payload.document_date ?? business_date
  return {
    business_date,
    document_date,
    supply_date: payload.supply_date ?? document_date,
    due_date: payload.due_date ?? null,
    document_number: payload.document_number ?? null,
    payment_reference: payload.payment_reference ?? null,
    currency: payload.currency ?? null,
    gross: payload.gross_amount ? amountOf(payload.gross_amount) : null,
    supplier_name: payload.supplier?.name ?? null,
    supplier_reference: payload.supplier_external_reference ?? payload.supplier?.supplier_external_reference ?? null,
    supplier_uid: payload.supplier?.uid_mwst_number ?? null,
    expense_category: payload.expense_category ?? null,
    receipt_required: payload.receipt_required ?? false,
    has_receipt: evidence_links.some(({ type }) => RECEIPT_TYPES.includes(type)),
    has_receipt_exception: payload.missing_receipt_exception !== undefined,
    tax_lines: (payload.tax_lines ?? []).map((line) => ({
      tax_code: line.tax_code,
      net: amountOf(line.net_amount),
      tax: amountOf(line.tax_amount),
      expense_category: line.expense_category ?? null,
    })),
  }
}

/**
 * Equal for two documents of the same supplier, date, amount and number. Without a number two equal documents are two
 * purchases, so there is no key.
 */
export function duplicateKeyOf(document: ExpenseDocument): string | null {
  const { supplier_reference, supplier_uid, supplier_name, document_number, document_date, gross } = document
  const supplier = supplier_reference ?? supplier_uid ?? supplier_name?.toLowerCase()
  if (!document_number || !supplier || !gross) return null
  return hashOf([supplier, document_date, Number(gross.amount_minor), gross.currency, document_number])
}

function amountOf({ amount_minor, currency }: Money): Amount {
  return { amount_minor: BigInt(amount_minor), currency }
}
