import type { NewOpenItem } from '../../accounting/facts/open-items/open-items-of-fact.ts'
import { row, sql } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'

const NEW_OPEN_ITEM = {
  end_customer_id: 'uuid',
  open_item_id: 'uuid',
  kind: 'text',
  source_fact_id: 'uuid',
  journal_entry_id: 'uuid',
  entry_number: 'int8',
  line_number: 'int2',
  posting_date: 'date',
  account_code: 'text',
  partner_name: 'text',
  partner_reference: 'text',
  document_number: 'text',
  document_date: 'date',
  due_date: 'date',
  payment_reference: 'text',
  currency: 'text',
  amount_minor: 'int8',
  base_amount_minor: 'int8',
  is_opening: 'bool',
  tax_lines: 'jsonb',
  created_at: 'timestamptz',
} as const

/** Opens items. Their rows are their opening movements too, so a document's item costs one row. */
export function openItemsInsert(items: readonly NewOpenItem[]) {
  return sql.prepared('insert_open_items', row())`
    insert into open_items (
      end_customer_id, open_item_id, kind, source_fact_id, journal_entry_id, entry_number, line_number, posting_date,
      account_code, partner_name, partner_reference, document_number, document_date, due_date, payment_reference,
      currency, amount_minor, open_amount_minor, base_amount_minor, base_open_amount_minor, is_opening, tax_lines,
      created_at
    )
    select end_customer_id, open_item_id, kind, source_fact_id, journal_entry_id, entry_number, line_number,
      posting_date, account_code, partner_name, partner_reference, document_number, document_date, due_date,
      payment_reference, currency, amount_minor, amount_minor, base_amount_minor, base_amount_minor, is_opening,
      tax_lines, created_at
    from ${recordset('item', NEW_OPEN_ITEM, items)}
  `
}
