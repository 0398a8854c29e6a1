import type { Consideration, NotDue, TaxOfItem, TaxSnapshot, Transfer } from '../../accounting/documents/tax-record.ts'
import { type Db, row, sql } from '../db/database.ts'
import { type AmountsAsText, amountsFromText } from '../db/json.ts'
import { recordset } from '../db/recordset.ts'

type NotDueRow = {
  open_item_id: string
  amount_minor: bigint
  closed_minor: bigint
  journal_entry_id: string
  line_number: number
  account_code: string
  /** With its number, where it is a record of `tax_due`. */
  record: AmountsAsText<TaxSnapshot & { readonly record_number?: number }>
  is_due: boolean
  /** The changes of consideration that have transferred it, as they were booked; null without any. */
  transfers: readonly { readonly to: Consideration; readonly on: string; readonly entry_number: string }[] | null
  /** Sums are text. */
  settled_base_minor: string
  settled_tax_minor: string
  settled_book_base_minor: string
  settled_book_tax_minor: string
}

/**
 * Tax of open items that is due with payments, by the id of the item; items without any are not there. What is settled
 * is what the lines say that have moved the item. The caller holds the ledgers.
 *
 * @param with_due with tax that was due with its document, too: a change of consideration may transfer it
 */
export async function findTaxOfItems(
  db: Db,
  wanted: readonly { readonly end_customer_id: string; readonly open_item_id: string }[],
  with_due = false,
): Promise<ReadonlyMap<string, TaxOfItem>> {
  const rows = await db.any(sql.prepared('find_tax_of_items', row<NotDueRow>())`
    select item.open_item_id, item.amount_minor, item.closed_minor, item.journal_entry_id, item.line_number,
      item.account_code, item.record, item.is_due, item.settled_base_minor, item.settled_tax_minor,
      item.settled_book_base_minor, item.settled_book_tax_minor,
      case when item.consideration is not null then (
        select jsonb_agg(
          jsonb_build_object('to', consideration, 'on', transferred_on, 'entry_number', entry_number::text) order by entry_number
        )
        from transfers_of_item(
          wanted.end_customer_id, wanted.open_item_id, item.journal_entry_id, item.line_number, item.record ->> 'record_number'
        )
      ) end as transfers
    from ${recordset('wanted', { end_customer_id: 'uuid', open_item_id: 'uuid' }, wanted)}
    -- sql.md: lateral in order
    cross join lateral (
      select open_item_id, amount_minor, closed_minor, journal_entry_id, line_number, account_code, record, is_due,
        consideration, settled_base_minor, settled_tax_minor, settled_book_base_minor,
        settled_book_tax_minor
      from settled_tax_of_item(wanted.end_customer_id, wanted.open_item_id, ${with_due})
      order by line_number
    ) item
  `)
  return new Map([...Map.groupBy(rows, ({ open_item_id }) => open_item_id)].map(([id, its]) => [id, taxOfItem(its)]))
}

function taxOfItem(rows: readonly NotDueRow[]): TaxOfItem {
  const [first] = rows
  return {
    amount_minor: first?.amount_minor ?? 0n,
    closed_minor: first?.closed_minor ?? 0n,
    not_due: rows.map(notDueOf),
  }
}

function notDueOf({ journal_entry_id, line_number, account_code, record, is_due, ...found }: NotDueRow): NotDue {
  const { record_number, ...tax } = record
  return {
    record: amountsFromText<TaxSnapshot>(tax),
    line: { journal_entry_id, line_number, ...(record_number !== undefined && { record_number }) },
    account_code,
    is_due,
    settled: { base_minor: BigInt(found.settled_base_minor), tax_minor: BigInt(found.settled_tax_minor) },
    settled_base: {
      base_minor: BigInt(found.settled_book_base_minor),
      tax_minor: BigInt(found.settled_book_tax_minor),
    },
    ...(found.transfers !== null && { transfers: found.transfers.map(transferOf) }),
  }
}

function transferOf({ to, on, entry_number }: NonNullable<NotDueRow['transfers']>[number]): Transfer {
  return { to, on, entry_number: BigInt(entry_number) }
}
