import type { LinkedEntry, LinkedPlace } from '../../../camt053/repeats/links/disputed-links.ts'
import { type Db, row, sql, type Tx } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'

/** A bank entry with its first hundred places, that of its own import among them; the references of one of the first rule are in what was read. */
export type KeptLinkedEntry = LinkedEntry & { readonly bank_references: readonly string[] | null }

/** Bank entries of some bank statements that others have, too. */
export function listLinkedEntries(
  db: Db,
  end_customer_id: string,
  pages: readonly { readonly import_id: string; readonly statement_number: number }[],
): Promise<readonly KeptLinkedEntry[]> {
  return db.any(sql.type(row<KeptLinkedEntry>())`
    with named as materialized (
      select distinct entry_id
      from ${recordset('page', { import_id: 'uuid', statement_number: 'int4' }, pages)}
      join camt053_statement_entries named using (import_id, statement_number)
      where named.end_customer_id = ${end_customer_id}
    ), linked as materialized (
      select entry_id, own.import_id, own.bank_references, places
      from named
      -- sql.md: lateral limit 1
      cross join lateral (
        select import_id, bank_references from camt053_entries
        where end_customer_id = ${end_customer_id} and camt053_entries.entry_id = named.entry_id
        limit 1
      ) own
      cross join lateral (
        select jsonb_agg(to_jsonb(place) order by import_id, statement_number, position) as places
        from (
          select import_id, statement_number, position, brought_entry_id, coalesce((
            select repeat_decided_by is not null from camt053_entries brought
            where end_customer_id = ${end_customer_id} and brought.entry_id = brought_entry_id
          ), false) as is_reviewed
          from camt053_statement_entries place
          where end_customer_id = ${end_customer_id} and place.entry_id = named.entry_id
          order by place.import_id = own.import_id desc, import_id, statement_number, position
          limit 100
        ) place
      ) place
      where jsonb_array_length(places) > 1
    )
    select entry_id, import_id, bank_references, places from linked
    order by entry_id
  `)
}

/** Places that belong to another bank entry from now on. */
export async function movePlaces(
  tx: Tx,
  end_customer_id: string,
  moved: readonly { readonly place: LinkedPlace; readonly entry_id: string }[],
): Promise<void> {
  if (moved.length === 0) return
  const rows = moved.map(({ place: { import_id, statement_number, position }, entry_id: moved_to }) => {
    return { import_id, statement_number, position, moved_to }
  })
  const columns = { import_id: 'uuid', statement_number: 'int4', position: 'int4', moved_to: 'uuid' } as const
  await tx.query(sql.type(row())`
    update camt053_statement_entries place set entry_id = moved_to
    from ${recordset('moved', columns, rows)}
    where place.end_customer_id = ${end_customer_id} and place.import_id = moved.import_id
      and place.statement_number = moved.statement_number and place.position = moved.position
  `)
}
