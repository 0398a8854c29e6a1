import type { Reservation } from '../../../accounting/open-items/reserved-in-words.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { type DraftOnItem, draftsOnItem, draftsOnPayment, presentDrafts } from './drafts-on-items.ts'

type ReservedRow = Omit<Reservation, 'reserved_by'> & { readonly id: string; readonly drafts: DraftOnItem[] }

/** What drafts have reserved of open items and payments, by their ids. A payment that nothing has booked is open as a whole. */
export async function findReservations(
  db: Db,
  end_customer_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Reservation>> {
  const rows = await db.any(sql.type(row<ReservedRow>())`
    select open_item_id as id, currency, open_amount_minor as open_minor, amount_minor + (
        select coalesce(sum(change.amount_minor), 0) from open_item_changes change
        where change.end_customer_id = item.end_customer_id and change.open_item_id = item.open_item_id
      )::bigint as balance_minor, ${draftsOnItem(sql.fragment`item`)} as drafts
    from open_items item
    where end_customer_id = ${end_customer_id} and open_item_id = any(${sql.array(ids, 'uuid')}) and payment_id is null
    union all
    select payment_id, currency, open_amount_minor, case when booked_by is null then amount_minor else credit_minor end,
      ${draftsOnPayment(sql.fragment`payment`)}
    from payments payment
    where end_customer_id = ${end_customer_id} and payment_id = any(${sql.array(ids, 'uuid')}) and returned_by is null
  `)
  return new Map(rows.map(({ id, drafts, ...amounts }) => [id, { ...amounts, reserved_by: presentDrafts(drafts) }]))
}
