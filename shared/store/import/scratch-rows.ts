import { row, sql, type Tx } from '../db/database.ts'
import { arrayOf, columnsOf, insertTexts } from './insert-texts.ts'

/** Neither triggers nor foreign keys take part: the rows have been through all of them already. */
export async function loadRowsPastGuards(tx: Tx): Promise<void> {
  await tx.query(sql.type(row())`set local session_replication_role = replica`)
}

/** Journal entries as an export has them, with their lines. */
export async function loadEntries(tx: Tx, texts: readonly string[]): Promise<void> {
  await insertTexts(tx, 'journal_entries', texts)
  const columns = await columnsOf(tx, 'journal_lines')
  await tx.query(sql.type(row())`
    insert into journal_lines (${columns})
    select ${columns}
    from jsonb_array_elements(${arrayOf(texts)}::jsonb) exported(entry)
    cross join lateral jsonb_array_elements(entry -> 'lines') with ordinality as its(members, place)
    cross join lateral jsonb_populate_record(null::journal_lines, members || jsonb_build_object(
      'end_customer_id', entry -> 'end_customer_id', 'entry_number', entry -> 'entry_number',
      'posting_date', entry -> 'posting_date', 'line_number', place
    ))
  `)
}
