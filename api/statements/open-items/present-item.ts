import { ageOn } from '../../../shared/accounting/statements/ageing.ts'
import type { OpenItemKind } from '../../../shared/contract/open-items/open-items.ts'
import { publicId } from '../../../shared/process/ids.ts'
import type { ItemOfPage } from '../../../shared/store/statements/open-items-of-a-day.ts'
import { presentMoney } from '../../http/present-money.ts'

export function presentItem(item: ItemOfPage, date: string, base_currency: string) {
  const { kind, currency, document_date, due_date, source_fact_id } = item
  return {
    id: publicId(...nameOfItem(kind, item.payment_id, item.open_item_id)),
    kind,
    partner: { name: item.partner_name, reference: item.partner_reference },
    account_code: item.account_code,
    document_number: item.document_number,
    document_date,
    due_date,
    payment_reference: item.payment_reference,
    is_opening: item.is_opening,
    source_fact_id: { object: 'source_fact', id: source_fact_id && publicId('source_fact', source_fact_id) },
    journal_entry_id: { object: 'journal_entry', id: publicId('journal_entry', item.journal_entry_id) },
    amount: presentMoney(BigInt(item.amount_minor), currency),
    base_amount: presentMoney(BigInt(item.base_amount_minor), base_currency),
    open_amount: presentMoney(BigInt(item.open_minor), currency),
    base_open_amount: presentMoney(BigInt(item.base_open_minor), base_currency),
    ...ageOn(date, due_date ?? document_date),
  }
}

/** The id under which an item is named elsewhere. A credit has that of the payment that left it, however often it was booked. */
export function nameOfItem(
  kind: OpenItemKind,
  payment_id: string | null,
  open_item_id: string,
): ['payment' | 'supplier_payable' | 'document', string] {
  return [prefixOfItem(kind, payment_id), payment_id ?? open_item_id]
}

export function prefixOfItem(
  kind: OpenItemKind,
  payment_id: string | number | null,
): 'payment' | 'supplier_payable' | 'document' {
  if (payment_id !== null) return 'payment'
  return kind === 'payable' || kind === 'supplier_advance' ? 'supplier_payable' : 'document'
}
