import { type Db, row, sql } from '../../db/database.ts'
import { isTaxedAdvance } from '../../open-items/open-item-sides.ts'

type LeftRow = { readonly open_item_id: string; readonly left_minor: bigint }

/**
 * What is left of the advances of a partner on an account beside the credit of final invoices, which has taken advances off with their tax and is not
 * set off yet; at zero or below where that has taken all. By these advances whose tax is declared; those beside no such credit are not there.
 */
export async function findLeftBesideFinalInvoices(
  db: Db,
  end_customer_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const found = await db.any(sql.type(row<LeftRow>())`
    -- sql.md: as materialized
    with taken_off as materialized (
      select distinct kind, account_code, currency, partner_key(partner_reference, partner_name) as partner_key
      from open_items
      where end_customer_id = ${end_customer_id} and kind in ('customer_credit', 'supplier_advance')
        and amount_minor > 0 and closed_on is null and state = 'open' and open_amount_minor > 0 and ${isTaxedAdvance}
    ), money as materialized (
      select open_item_id, open_amount_minor, taken_off.kind, taken_off.account_code, taken_off.currency, taken_off.partner_key
      from taken_off
      join open_items beside on beside.end_customer_id = ${end_customer_id} and beside.kind = taken_off.kind
        and beside.account_code = taken_off.account_code and beside.currency = taken_off.currency
        and partner_key(partner_reference, partner_name) = taken_off.partner_key
      where closed_on is null and state = 'open' and open_amount_minor <> 0
        and is_taxed_advance(end_customer_id, open_item_id)
    )
    select open_item_id, left_minor
    from (
      select open_item_id, (-sum(open_amount_minor) over (
        partition by kind, account_code, currency, partner_key
      ))::bigint as left_minor
      from money
    ) summed
    where open_item_id = any(${sql.array(ids, 'uuid')})
  `)
  return new Map(found.map(({ open_item_id, left_minor }) => [open_item_id, left_minor]))
}
