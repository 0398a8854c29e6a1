import type { BilledItem } from '../../accounting/qr-bills/bill-of-document.ts'
import type { Locale } from '../../contract/setup/settings.ts'
import { type Db, row, sql } from '../db/database.ts'
import { type Visibility, visibleTo } from '../db/filters.ts'
import { isOnSide } from './open-item-sides.ts'

export type BilledItemRow = BilledItem & {
  readonly end_customer_id: string
  readonly open_item_id: string
  readonly document_date: string
  readonly locale: Locale
}

/** An open item of a customer, with the addresses of its end customer and of the invoice that opened it. */
export function findBilledItem(db: Db, open_item_id: string, visible: Visibility): Promise<BilledItemRow | null> {
  return db.maybeOne(sql.type(row<BilledItemRow>())`
    select item.end_customer_id, open_item_id, kind, currency, open_amount_minor, document_number, document_date,
      payment_reference, entry_number, line_number, partner_name,
      fact.request #> '{payload,customer,structured_address}' as partner_address,
      end_customers.name as creditor_name, end_customers.structured_address as creditor_address, locale
    from open_items item
    join end_customers using (end_customer_id)
    left join source_facts fact using (end_customer_id, source_fact_id)
    where open_item_id = ${open_item_id} and ${isOnSide('document')}
      and ${visibleTo(visible, sql.fragment`item.end_customer_id`)}
  `)
}
