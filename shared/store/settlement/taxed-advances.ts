import type { VatMethod } from '../../contract/vat/registrations.ts'
import { type Db, row, sql } from '../db/database.ts'

/** Money whose tax is declared already. The method is that of the day on which it was booked. */
type TaxedAdvance = { open_item_id: string; is_taken_off: boolean; method: VatMethod }

/** Those of the items that are such money, an advance or what a final invoice has taken off; by their ids. */
export async function findTaxedAdvances(
  db: Db,
  end_customer_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TaxedAdvance>> {
  const found = await db.any(sql.type(row<TaxedAdvance>())`
    select open_item_id, amount_minor > 0 as is_taken_off, (
      select method from vat_registration_changes registered
      where registered.end_customer_id = open_items.end_customer_id and valid_from <= posting_date
      order by valid_from desc, change_number desc
      limit 1
    ) as method
    from open_items
    where end_customer_id = ${end_customer_id} and open_item_id = any(${sql.array(ids, 'uuid')})
      and is_taxed_advance(end_customer_id, open_item_id)
  `)
  return new Map(found.map((one) => [one.open_item_id, one]))
}
