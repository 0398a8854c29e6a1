import { type Db, sql } from '../db/database.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'

export type ItemNotDueRow = {
  open_item_id: string
  kind: 'receivable' | 'payable'
  journal_entry_id: string
  posting_date: string
  partner_name: string
  document_number: string | null
  base_currency: string
  /** Sums are text. */
  taxes: readonly {
    line_number: number
    account_code: string
    tax_code: string
    rate_bp: number
    form_figure: string | null
    activity_id: string | null
    base_minor: string
    tax_minor: string
  }[]
}

/**
 * Receivables and payables with tax that is not due on a day, by id. Those that were closed by then have none, but for
 * tax that counts on another day than its entry; so nothing of what is closed is read.
 *
 * @param after the last one of the page before
 */
export function listTaxNotDue(
  db: Db,
  end_customer_id: string,
  { date, after, limit }: { date: string; after: string | null; limit: number },
): Promise<Page<ItemNotDueRow>> {
  return listPage<ItemNotDueRow>(
    db,
    sql.fragment`
    with candidate as materialized (
      select items_unclosed_on(${end_customer_id}, ${date}) as open_item_id
      union
      select change.open_item_id
      from journal_lines line
      join open_item_changes change using (end_customer_id, entry_number)
      where line.end_customer_id = ${end_customer_id}
        and (line.tax ? 'tax_date' or line.tax_due @? '$[*].tax_date')
    )
    select open_item_id, kind, journal_entry_id, posting_date, partner_name, document_number, base_currency, taxes
    from (
      select open_item_id from candidate
      where open_item_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
      order by open_item_id
    ) wanted
    -- sql.md: lateral limit 1
    cross join lateral (
      select end_customer_id, kind, entry_number, journal_entry_id, posting_date, partner_name, document_number
      from open_items
      where open_items.end_customer_id = ${end_customer_id} and open_items.open_item_id = wanted.open_item_id
        and kind in ('receivable', 'payable')
      limit 1
    ) item
    join end_customers using (end_customer_id)
    cross join lateral (
      select jsonb_agg(jsonb_build_object(
          'line_number', line_number, 'account_code', account_code, 'tax_code', tax_code, 'rate_bp', rate_bp,
          'form_figure', form_figure, 'activity_id', activity_id, 'base_minor', base_minor::text,
          'tax_minor', tax_minor::text
        ) order by line_number) as taxes
      from tax_not_due_of_item(end_customer_id, open_item_id, entry_number, journal_entry_id, ${date})
    ) left_over
    where taxes is not null
    order by open_item_id
    limit ${limit + 1}
  `,
    limit,
  )
}
