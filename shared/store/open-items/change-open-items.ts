import type { SavedItemChange } from '../../accounting/facts/open-items/changes-of-fact.ts'
import { row, sql, type Tx } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'

const CHANGE = {
  end_customer_id: 'uuid',
  open_item_id: 'uuid',
  entry_number: 'int8',
  line_number: 'int2',
  posting_date: 'date',
  amount_minor: 'int8',
  base_amount_minor: 'int8',
  purpose: 'text',
} as const

/** Writes down what vouchers did to items, in the rows of the items too. The caller has locked them and their payments. */
export async function saveItemChanges(tx: Tx, changes: readonly SavedItemChange[]): Promise<void> {
  const ofItems = changes.filter(({ by }) => by !== 'legacy_line')
  if (ofItems.length > 0) await insertChanges(tx, ofItems)
  const ofPayments = ofItems.filter(({ by }) => by === 'payment_id')
  const others = ofItems.filter(({ by }) => by !== 'payment_id')
  if (others.length > 0) await moveOpenItems(tx, others)
  if (ofPayments.length > 0) await moveCredit(tx, ofPayments)
  const ofLegacyLines = changes.filter(({ by }) => by === 'legacy_line')
  if (ofLegacyLines.length > 0) await useLegacyLines(tx, ofLegacyLines)
}

async function insertChanges(tx: Tx, changes: readonly SavedItemChange[]): Promise<void> {
  await tx.query(sql.prepared('insert_item_changes', row())`
    insert into open_item_changes (
      end_customer_id, open_item_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor, purpose
    )
    select end_customer_id, moved_item_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor,
      purpose
    from ${recordset('change', { ...CHANGE, moved_item_id: 'uuid' }, changes)}
  `)
}

type Moved = Pick<SavedItemChange, 'end_customer_id' | 'open_item_id' | 'amount_minor' | 'base_amount_minor'>
const MOVED = {
  end_customer_id: 'uuid',
  open_item_id: 'uuid',
  amount_minor: 'int8',
  base_amount_minor: 'int8',
} as const

/** Moves what is open of items; an item that is closed is settled, and one that is opened again is open. */
async function moveOpenItems(tx: Tx, moved: readonly Moved[]): Promise<void> {
  await tx.query(sql.prepared('move_open_items', row())`
    update open_items item
    set open_amount_minor = item.open_amount_minor + moved.amount_minor,
      base_open_amount_minor = item.base_open_amount_minor + moved.base_minor,
      state = state_of_item(item.open_amount_minor + moved.amount_minor)
    from (${sums(moved)}) moved
    where item.end_customer_id = moved.end_customer_id and item.open_item_id = moved.open_item_id
  `)
}

/** The item of a payment's credit follows its payment by itself. */
async function moveCredit(tx: Tx, moved: readonly Moved[]): Promise<void> {
  await tx.query(sql.prepared('move_credit', row())`
    update payments
    set open_amount_minor = open_amount_minor - case when returned_by is null then moved.amount_minor else 0 end,
      credit_minor = credit_minor - moved.amount_minor, credit_base_minor = credit_base_minor - moved.base_minor
    from (${sums(moved)}) moved
    where payments.end_customer_id = moved.end_customer_id and payment_id = moved.open_item_id
  `)
}

function sums(moved: readonly Moved[]) {
  return sql.fragment`
    select end_customer_id, open_item_id, sum(amount_minor)::bigint as amount_minor,
      sum(base_amount_minor)::bigint as base_minor
    from ${recordset('moved', MOVED, moved)}
    group by end_customer_id, open_item_id
  `
}

/** A use has the sign of the line that it takes from. */
async function useLegacyLines(tx: Tx, changes: readonly SavedItemChange[]): Promise<void> {
  await tx.query(sql.type(row())`
    with uses as (
      insert into legacy_line_uses (
        end_customer_id, entry_number, line_number, by_entry_number, by_line_number, posting_date, amount_minor,
        base_amount_minor
      )
      select change.end_customer_id, entry.entry_number, legacy_line_number, change.entry_number, change.line_number,
        change.posting_date, -amount_minor, -base_amount_minor
      from ${recordset('change', { ...CHANGE, legacy_line_number: 'int2' }, changes)}
      join journal_entries entry
        on entry.end_customer_id = change.end_customer_id and entry.journal_entry_id = change.open_item_id
      returning end_customer_id, entry_number, line_number, amount_minor, base_amount_minor
    )
    update legacy_lines line set rest_minor = rest_minor - used.amount_minor,
      rest_base_minor = rest_base_minor - used.base_minor
    from (
      select end_customer_id, entry_number, line_number, sum(amount_minor)::bigint as amount_minor,
        sum(base_amount_minor)::bigint as base_minor
      from uses group by end_customer_id, entry_number, line_number
    ) used
    where line.end_customer_id = used.end_customer_id and line.entry_number = used.entry_number
      and line.line_number = used.line_number
  `)
}
