import type { OpenItemSide } from '../../shared/contract/open-items/open-items.ts'
import { publicId } from '../../shared/process/ids.ts'
import type { OpenItemRow } from '../../shared/store/open-items/open-items.ts'
import { presentMoney } from '../http/present-money.ts'

/** An open item of a supplier or a customer; a credit note has negative amounts. */
export function presentOpenItem(side: OpenItemSide, item: OpenItemRow) {
  const { currency, base_currency } = item
  const partner = side === 'document' ? 'customer' : 'supplier'
  return {
    object: side,
    id: publicId(side, item.open_item_id),
    end_customer_id: item.end_customer_id,
    source_fact_id: {
      object: 'source_fact',
      id: item.source_fact_id && publicId('source_fact', item.source_fact_id),
    },
    journal_entry_id: { object: 'journal_entry', id: publicId('journal_entry', item.journal_entry_id) },
    kind: item.kind,
    is_opening: item.is_opening,
    account_code: item.account_code,
    [`${partner}_name`]: item.partner_name,
    [`${partner}_reference`]: item.partner_reference,
    ...(side === 'supplier_payable' && { ordered: presentOrdered(item) }),
    document_number: item.document_number,
    document_date: item.document_date,
    due_date: item.due_date,
    payment_reference: item.payment_reference,
    amount: presentMoney(item.amount_minor, currency),
    open_amount: presentMoney(item.open_amount_minor, currency),
    base_amount: presentMoney(item.base_amount_minor, base_currency),
    base_open_amount: presentMoney(item.base_open_amount_minor, base_currency),
    state: item.state,
    ...(item.tax_lines === null ? {} : { tax_lines: item.tax_lines }),
    created_at: item.created_at,
  }
}

function presentOrdered({ ordered, currency }: OpenItemRow) {
  if (ordered === null) return null
  const { payment_order_id, end_to_end_id, amount_minor, execution_date } = ordered
  return {
    payment_order_id: publicId('payment_order', payment_order_id),
    end_to_end_id,
    amount: { amount_minor, currency },
    execution_date,
  }
}
