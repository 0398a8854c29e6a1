import { TABLE_RULES } from '../databases/table-rules.ts'
import { row, sql, type Tx } from '../db/database.ts'
import { listCustomerTables, STAMPS_TABLE } from '../verify/export.ts'
import { arrayOf, columnsOf, identifiers, insertTexts, unknownMember } from './insert-texts.ts'

/** Neither triggers nor foreign keys take part: the rows have been through all of them already. */
export async function loadRowsPastGuards(tx: Tx): Promise<void> {
  await tx.query(sql.type(row())`set local session_replication_role = replica`)
}

/** The tables whose rows an export of this database would have. Those that later migrations have dropped have no rule any more. */
export async function listTablesOfExport(tx: Tx): Promise<readonly string[]> {
  const dropped = await tx.anyFirst(sql.type(row<{ relname: string }>())`
    select relname::text from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attname = 'end_customer_id'
      and relname <> all(${sql.array(Object.keys(TABLE_RULES), 'text')})
  `)
  return [...(await listCustomerTables(tx)), ...dropped, STAMPS_TABLE]
}

/** What an entry has beside the columns of its table. */
const LINES = ['lines']

/** Journal entries as an export has them, with their lines. */
export async function loadEntries(tx: Tx, texts: readonly string[]): Promise<void> {
  await insertTexts(tx, 'journal_entries', texts, undefined, LINES)
  const names = await columnsOf(tx, 'journal_lines')
  const columns = identifiers(names)
  const unknown = await tx.maybeOneFirst(sql.type(row<{ member: string }>())`
    with line as materialized (
      select members, place, members || jsonb_build_object(
        'end_customer_id', entry -> 'end_customer_id', 'entry_number', entry -> 'entry_number',
        'posting_date', entry -> 'posting_date', 'line_number', place
      ) as whole
      from jsonb_array_elements(${arrayOf(texts)}::jsonb) exported (entry)
      cross join lateral jsonb_array_elements(entry -> 'lines') with ordinality as its (members, place)
    ), inserted as (
      insert into journal_lines (${columns})
      select ${columns} from line cross join lateral jsonb_populate_record(null::journal_lines, whole)
    )
    select member from line cross join lateral jsonb_object_keys(members) member
    where member <> all(${sql.array([...names], 'text')})
    limit 1
  `)
  if (unknown !== null) throw unknownMember('journal_lines', unknown)
}
