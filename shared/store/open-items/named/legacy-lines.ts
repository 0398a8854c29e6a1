import { type Db, row, sql } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'
import { type FoundItem, isBeingReversed, NAMED, type NamedId } from './named.ts'

type LegacyLineRow = {
  end_customer_id: string
  key: string
  journal_entry_id: string
  line_number: number
  account_code: string
  currency: string
  rest_minor: bigint
  rest_base_minor: bigint
  is_being_reversed: boolean
}

/** Lines from before their account was a control account, as far as nothing has given them items yet. */
export async function findLegacyLines(db: Db, named: readonly NamedId[]): Promise<FoundItem[]> {
  if (named.length === 0) return []
  const rows = await db.any(sql.type(row<LegacyLineRow>())`
    select named.end_customer_id, key, entry.journal_entry_id, line.line_number, account_code, line.currency, rest_minor,
      rest_base_minor,
      ${isBeingReversed(sql.fragment`entry.end_customer_id`, sql.fragment`entry.source_id`)} as is_being_reversed
    from ${recordset('named', NAMED, named)}
    join journal_entries entry
      on entry.end_customer_id = named.end_customer_id and entry.journal_entry_id = named.open_item_id
    join legacy_lines line
      on line.end_customer_id = entry.end_customer_id and line.entry_number = entry.entry_number
      and line.line_number = named.line_number
  `)
  return rows.map(foundLine)
}

/** What is left of the line is all that it ever was: nothing is given back to it but by a reversal. */
function foundLine({ end_customer_id, key, ...line }: LegacyLineRow): FoundItem {
  const { journal_entry_id, line_number, account_code, currency, rest_minor, rest_base_minor } = line
  return {
    end_customer_id,
    key,
    state: {
      by: 'legacy_line',
      open_item_id: journal_entry_id,
      moved_item_id: journal_entry_id,
      line_number,
      account_code,
      currency,
      partner: null,
      sign: 1n,
      amount_minor: rest_minor,
      base_amount_minor: rest_base_minor,
      open_minor: rest_minor,
      balance_minor: rest_minor,
      book_minor: rest_minor,
      book_base_minor: rest_base_minor,
      state: line.is_being_reversed ? 'being_reversed' : 'usable',
      reserved_by: [],
      opened_on: null,
      days: null,
    },
    moved_on: null,
  }
}
