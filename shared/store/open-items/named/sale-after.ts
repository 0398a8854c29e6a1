import type { SaleAfter } from '../../../accounting/documents/tax-record.ts'
import { sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'

/** As SQL gives it: null where all tax of the item counts on the day or before. */
export type SaleAfterJson = SaleAfter | null

/**
 * The tax of the sale behind a receivable that counts after a day on which consideration is agreed, as JSON. Money mostly comes after
 * its document, so whoever asks compares the days first, and nothing is read.
 */
export function saleAfter(item: Fragment, day: Fragment) {
  return sql.fragment`(
    select jsonb_build_object('on', min(on_day), 'filing_period', min(filing_period), 'item_minor', ${item}.amount_minor::text, 'taxes',
      jsonb_agg(jsonb_build_object('tax_code', tax ->> 'tax_code', 'currency', tax ->> 'currency', 'base_minor', tax ->> 'base_minor',
        'tax_minor', tax ->> 'tax_minor') order by line_number))
    from (
      select line_number, coalesce((tax ->> 'tax_date')::date, posting_date) as on_day, tax
      from journal_lines
      where end_customer_id = ${item}.end_customer_id and entry_number = ${item}.entry_number
        and tax ->> 'direction' = 'output' and tax ->> 'kind' is null
    ) taxed
    cross join lateral (
      select consideration, filing_period from vat_registration_changes
      where end_customer_id = ${item}.end_customer_id and valid_from <= ${day}
      order by valid_from desc, change_number desc
      limit 1
    ) registered
    where consideration = 'agreed' and on_day > ${day}
    having count(*) > 0
  )`
}
