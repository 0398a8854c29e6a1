import type { ItemStates } from '../../../accounting/documents/voucher-item.ts'
import type { ItemNamed } from '../../../accounting/facts/open-items/items-named.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'
import { type OrderedNow, orderedNow } from '../ordered-now.ts'
import { type DraftOnItem, draftsOnItem, presentDrafts } from './drafts-on-items.ts'
import { findLegacyLines } from './legacy-lines.ts'
import { type FoundItem, isBeingReversed, movedOn, NAMED, type NamedId, namedBy } from './named.ts'
import { findNamedPayments } from './named-payments.ts'
import { withDays } from './with-days.ts'
import { withMoneyBeside } from './with-money-beside.ts'
import { withSaleAfter } from './with-sale-after.ts'
import { withTaxDue } from './with-tax-due.ts'
import { withTaxToCredit } from './with-tax-to-credit.ts'

/**
 * The items that vouchers name, by end customer and key. No query is made where none is named.
 *
 * @param with_tax the end customers of whom items may have tax that is due with payments
 */
export async function findNamedItems(
  db: Db,
  wanted: readonly ItemNamed[],
  with_tax: ReadonlySet<string>,
): Promise<Map<string, ItemStates>> {
  if (wanted.length === 0) return new Map()
  const found = [
    ...(await findItems(db, [...namedBy(wanted, 'document_id'), ...namedBy(wanted, 'supplier_payable_id')])),
    ...(await findNamedPayments(db, namedBy(wanted, 'payment_id'))),
    ...(await findLegacyLines(db, namedBy(wanted, 'legacy_line'))),
  ]
  const complete = await withTaxDue(
    db,
    await withDays(
      db,
      await withTaxToCredit(db, await withSaleAfter(db, await withMoneyBeside(db, found), wanted)),
      wanted,
    ),
    with_tax,
  )
  const byCustomer = Map.groupBy(complete, ({ end_customer_id }) => end_customer_id)
  const statesOf = (states: readonly FoundItem[]) => new Map(states.map(({ key, state }) => [key, state]))
  return new Map([...byCustomer].map(([end_customer_id, states]) => [end_customer_id, statesOf(states)]))
}

type ItemRow = {
  end_customer_id: string
  key: string
  open_item_id: string
  account_code: string
  currency: string
  is_of_supplier: boolean
  partner_name: string
  partner_reference: string | null
  amount_minor: bigint
  base_amount_minor: bigint
  open_minor: bigint
  book_base_minor: bigint
  balance_minor: bigint
  is_reversed: boolean
  is_being_reversed: boolean
  opened_on: string
  moved_on: string
  documented_on: string
  drafts: DraftOnItem[]
  ordered: OrderedNow | null
  is_taxed: boolean
  is_credit_note: boolean
}

/** An item is found by the name of its side only, and the credit of a payment by the payment only. */
async function findItems(db: Db, named: readonly NamedId[]): Promise<FoundItem[]> {
  if (named.length === 0) return []
  const rows = await db.any(sql.prepared('find_named_items', row<ItemRow>())`
    select named.end_customer_id, key, open_item_id, account_code, currency, is_of_supplier, partner_name,
      partner_reference, amount_minor, base_amount_minor, open_minor, book_base_minor, balance_minor, is_reversed,
      is_being_reversed, opened_on, moved_on, documented_on,
      case when open_minor <> balance_minor then ${draftsOnItem(sql.fragment`item`)} else '[]' end as drafts,
      case when is_of_supplier then ${orderedNow} end as ordered,
      is_money and is_taxed_advance(item.end_customer_id, open_item_id) as is_taxed,
      not is_money and amount_minor < 0 as is_credit_note
    from (
      select end_customer_id, key, open_item_id as named_id, line_number from ${recordset('named', NAMED, named)}
    ) named
    -- sql.md: lateral limit 1
    cross join lateral (
      select end_customer_id, open_item_id, account_code, currency, kind in ('payable', 'supplier_advance') as is_of_supplier,
        kind in ('customer_credit', 'supplier_advance') as is_money, partner_name, partner_reference, amount_minor, base_amount_minor, open_amount_minor as open_minor,
        base_open_amount_minor as book_base_minor, state = 'reversed' as is_reversed, state, open_amount_minor, posting_date as opened_on,
        ${movedOn} as moved_on, greatest(posting_date, document_date) as documented_on, amount_minor + (
          select coalesce(sum(change.amount_minor), 0) from open_item_changes change
          where change.end_customer_id = open_items.end_customer_id and change.open_item_id = open_items.open_item_id
        )::bigint as balance_minor,
        ${isBeingReversed(sql.fragment`open_items.end_customer_id`, sql.fragment`open_items.source_fact_id`)} as is_being_reversed
      from open_items
      where open_items.end_customer_id = named.end_customer_id and open_item_id = named_id and payment_id is null
      limit 1
    ) item
  `)
  const isOfItsSide = ({ key, is_of_supplier }: ItemRow) =>
    key.startsWith(is_of_supplier ? 'supplier_payable_id ' : 'document_id ')
  return rows.filter(isOfItsSide).map(foundItem)
}

function foundItem({ end_customer_id, key, ...item }: ItemRow): FoundItem {
  const {
    is_of_supplier,
    partner_name,
    partner_reference,
    is_reversed,
    is_being_reversed,
    moved_on,
    documented_on,
    drafts,
    ordered,
    is_taxed,
    is_credit_note,
    ...amounts
  } = item
  return {
    end_customer_id,
    key,
    state: {
      ...amounts,
      moved_item_id: item.open_item_id,
      by: is_of_supplier ? 'supplier_payable_id' : 'document_id',
      sign: is_of_supplier ? -1n : 1n,
      line_number: null,
      partner: { name: partner_name, reference: partner_reference },
      book_minor: item.open_minor,
      state: is_reversed ? 'reversed' : is_being_reversed ? 'being_reversed' : 'usable',
      reserved_by: presentDrafts(drafts),
      days: null,
      ...(ordered && { ordered }),
      ...(is_taxed && { is_taxed_advance: true }),
    },
    moved_on,
    documented_on,
    is_credit_note,
  }
}
