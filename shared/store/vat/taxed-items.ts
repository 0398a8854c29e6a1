import { type Db, row, sql } from '../db/database.ts'

export type TaxedItem = { readonly open_item_id: string; readonly kind: 'receivable' | 'payable' }

/**
 * Receivables and payables of before a day that are open now, and whose entry has tax; by id. Turnover at a net tax rate
 * has the tax of its activity.
 *
 * @param limit how many are named
 */
export function findTaxedOpenItems(
  db: Db,
  end_customer_id: string,
  before: string,
  limit: number,
): Promise<readonly TaxedItem[]> {
  return db.any(sql.type(row<TaxedItem>())`
    select open_item_id, kind
    from (
      -- sql.md: offset 0
      select open_item_id, kind, entry_number, line_number from open_items
      where end_customer_id = ${end_customer_id} and closed_on is null and posting_date < ${before}
        and least(posting_date, used_from) < ${before} and kind in ('receivable', 'payable')
      order by open_item_id
      offset 0
    ) item
    where exists (
      select from transferred_memos(${end_customer_id}, item.open_item_id)
    ) or exists (
      select from journal_lines line
      where line.end_customer_id = ${end_customer_id} and line.entry_number = item.entry_number
        and ((line.tax ->> 'tax_minor')::numeric <> 0 or line.tax ->> 'activity_id' is not null
          or line.line_number = item.line_number and line.tax_due @? '$[*] ? (@.kind == "taken_over")')
    )
    order by open_item_id
    limit ${limit}
  `)
}
