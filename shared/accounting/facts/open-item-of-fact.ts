import type { PostedFact } from './entry-of-fact.ts'
import { FACT_KINDS } from './fact-kinds.ts'

/** Payables of suppliers, and documents of customers. */
export type OpenItemKind = 'supplier_payable' | 'document'

export type NewOpenItem = {
  readonly kind: OpenItemKind
  readonly end_customer_id: string
  readonly open_item_id: string
  readonly source_fact_id: string
  readonly journal_entry_id: string
  readonly account_code: string
  readonly partner_name: string
  readonly partner_reference: string | null
  readonly document_number: string | null
  readonly document_date: string
  readonly due_date: string | null
  readonly payment_reference: string | null
  readonly currency: string
  readonly amount_minor: bigint
  readonly base_amount_minor: bigint
  readonly created_at: string
}

/** The open item that a fact leaves; null for a voucher. A payable stands in credit and a receivable in debit; as open items both are positive. */
export function openItemOfFact({ fact, open_item, entry }: PostedFact, open_item_id: string): NewOpenItem | null {
  const { document } = fact
  const { open_item: opens } = FACT_KINDS[document.fact_type]
  if (document.fact_type === 'journal_voucher' || opens === null || open_item === null) return null
  const { kind, sign } = opens
  return {
    kind,
    end_customer_id: fact.end_customer_id,
    open_item_id,
    source_fact_id: fact.source_fact_id,
    journal_entry_id: entry.journal_entry_id,
    account_code: open_item.account_code,
    partner_name: document.partner_name ?? '',
    partner_reference: document.partner_reference,
    document_number: document.document_number,
    document_date: document.document_date,
    due_date: document.due_date,
    payment_reference: document.payment_reference,
    currency: open_item.currency,
    amount_minor: sign * open_item.transaction_minor,
    base_amount_minor: sign * open_item.amount_minor,
    created_at: entry.posted_at,
  }
}
