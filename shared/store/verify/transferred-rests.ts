import type { TaxAmounts } from '../../accounting/documents/tax-record.ts'
import { type Db, row, sql } from '../db/database.ts'

type RestRow = {
  readonly open_item_id: string
  readonly line_number: number
  readonly base_minor: string
  readonly tax_minor: string
}
/** What the first transfer of a line says of its tax, which an advance has paid in part. */
type TransferredRest = { readonly open_item_id: string; readonly line_number: number; readonly rest: TaxAmounts }

const PAGE = 500

/** What changes of consideration have transferred of lines of documents that take an advance off, in pages. */
export async function* readTransferredRests(
  db: Db,
  end_customer_id: string,
): AsyncGenerator<readonly TransferredRest[]> {
  const rows = await db.any(sql.type(row<RestRow>())`
    select open_item_id, (due #>> '{declares,line_number}')::integer as line_number, due #>> '{whole,base_minor}' as base_minor,
      due #>> '{whole,tax_minor}' as tax_minor
    from vat_transfers transfer
    join journal_entries entry on entry.end_customer_id = transfer.end_customer_id
      and entry.journal_entry_id = transfer.journal_entry_id
    join journal_lines line on line.end_customer_id = transfer.end_customer_id and line.entry_number = entry.entry_number
    cross join lateral jsonb_array_elements(line.tax_due) due
    join open_items item on item.end_customer_id = transfer.end_customer_id
      and item.journal_entry_id = (due #>> '{declares,journal_entry_id}')::uuid and item.kind in ('receivable', 'payable')
    where transfer.end_customer_id = ${end_customer_id} and due ? 'whole' and due #> '{declares,record_number}' is null
    order by open_item_id, line_number
  `)
  for (let first = 0; first < rows.length; first += PAGE)
    yield rows.slice(first, first + PAGE).map(({ open_item_id, line_number, base_minor, tax_minor }) => ({
      open_item_id,
      line_number,
      rest: { base_minor: BigInt(base_minor), tax_minor: BigInt(tax_minor) },
    }))
}
