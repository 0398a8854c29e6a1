import { supplyOfRequest } from '../../accounting/documents/supply.ts'
import { RULE_OF_RESTS } from '../../accounting/settlement/deductions/rest-after-advance.ts'
import type { DocumentLine, DocumentOfItem } from '../../accounting/settlement/deductions/taxed-document.ts'
import type { VoucherOpenItemRequest } from '../../contract/facts/voucher-open-items.ts'
import { type Db, row, sql } from '../db/database.ts'
import { type JournalLineJson, lineFromJson } from './journal-lines.ts'
import { type ReductionsRow, reducedSoFar, reductionsOfItem } from './reductions-of-items.ts'

type MemoLine = NonNullable<NonNullable<VoucherOpenItemRequest['new']>['tax_lines']>[number]
type DocumentRow = Omit<DocumentOfItem, 'lines' | 'memo' | 'reduced'> &
  ReductionsRow & {
    /** All lines of the entry, in their order. */
    readonly lines: JournalLineJson[]
    /** Numbers of the lines that opened items. */
    readonly of_items: number[]
    /** Of them, those of credit and advances. */
    readonly of_money: number[]
    readonly rule_version: number
    readonly own_line: number
    readonly tax_lines: MemoLine[] | null
  }

/** The documents behind open items, as they were booked, by the ids of the items. */
export async function findDocumentsOfItems(
  db: Db,
  end_customer_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DocumentOfItem>> {
  const rows = await db.any(sql.type(row<DocumentRow>())`
    select item.open_item_id, item.kind, case when kind in ('payable', 'supplier_advance') then 'payable' else 'receivable' end as side,
      item.amount_minor, item.base_amount_minor, item.document_date, item.journal_entry_id,
      entry.source_type = 'journal_voucher' as is_voucher,
      journal_lines_of(item.end_customer_id, item.entry_number) as lines, array(
        select line_number::integer from open_items opened
        where opened.end_customer_id = item.end_customer_id and opened.entry_number = item.entry_number
        union
        select line_number::integer from open_item_changes change
        where change.end_customer_id = item.end_customer_id and change.entry_number = item.entry_number
      ) as of_items, array(
        select line_number::integer from open_items opened
        where opened.end_customer_id = item.end_customer_id and opened.entry_number = item.entry_number
          and opened.kind in ('customer_credit', 'supplier_advance')
        union
        select change.line_number::integer from open_item_changes change
        join open_items money on money.end_customer_id = change.end_customer_id and money.open_item_id = change.open_item_id
        where change.end_customer_id = item.end_customer_id and change.entry_number = item.entry_number
          and money.kind in ('customer_credit', 'supplier_advance')
      ) as of_money, entry.rule_version, item.line_number::integer as own_line, item.tax_lines, ${reductionsOfItem}
    from open_items item
    join journal_entries entry
      on entry.end_customer_id = item.end_customer_id and entry.entry_number = item.entry_number
    where item.end_customer_id = ${end_customer_id} and item.open_item_id = any(${sql.array(ids, 'uuid')})
  `)
  return new Map(rows.map((found) => [found.open_item_id, documentOf(found)]))
}

function documentOf(found: DocumentRow): DocumentOfItem {
  const { lines, of_items, of_money, rule_version, own_line, tax_lines, deducted, records, ...item } = found
  const advances = of_money.filter((number) => number !== own_line)
  const numbered = lines.map((line, index): DocumentLine => ({ ...lineFromJson(line), line_number: index + 1 }))
  return {
    ...item,
    lines: numbered.filter(({ line_number }) => !of_items.includes(line_number)),
    advances: numbered.filter(({ line_number }) => advances.includes(line_number)),
    is_reduced_wholly: rule_version < RULE_OF_RESTS,
    own_tax: numbered.find(({ line_number }) => line_number === own_line)?.tax ?? null,
    memo: memoOf(item.amount_minor, tax_lines ?? []),
    reduced: reducedSoFar({ deducted, records }),
  }
}

/** Signed like the item, whichever sign somebody has written. */
function memoOf(item_minor: bigint, tax_lines: readonly MemoLine[]): DocumentOfItem['memo'] {
  const lines = tax_lines.map(({ tax_code, net_amount, tax_amount, activity_id = null, ...line }) => ({
    tax_code,
    net_minor: BigInt(net_amount.amount_minor),
    tax_minor: BigInt(tax_amount.amount_minor),
    activity_id,
    ...supplyOfRequest(line),
  }))
  const sum = lines.reduce((total, { net_minor, tax_minor }) => total + net_minor + tax_minor, 0n)
  const sign = sum < 0n === item_minor < 0n ? 1n : -1n
  return lines.map((line) => ({ ...line, net_minor: sign * line.net_minor, tax_minor: sign * line.tax_minor }))
}
