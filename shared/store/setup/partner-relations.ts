import type { RelatedGroup } from '../../contract/setup/related-groups.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import { recordset } from '../db/recordset.ts'

export type PartnerRelationRow = {
  partner_relation_id: string
  partner_reference: string | null
  partner_name: string
  /** The list in which the reference stands, or whose items are meant; null where it was not said. */
  partner_side: 'customer' | 'supplier' | null
  /** Null where the partner is nothing of the kind any more. */
  related_to: RelatedGroup | null
  valid_from: string
}

const NEW_RELATION = {
  partner_relation_id: 'uuid',
  partner_reference: 'text',
  partner_name: 'text',
  partner_side: 'text',
  related_to: 'text',
  valid_from: 'date',
} as const

/** One of the same partner and day is replaced, and keeps its id. @returns what is saved, by partner and day */
export function savePartnerRelations(
  tx: Tx,
  end_customer_id: string,
  actor_id: string,
  relations: readonly PartnerRelationRow[],
): Promise<readonly PartnerRelationRow[]> {
  return tx.any(sql.type(row<PartnerRelationRow>())`
    with saved as (
      insert into partner_relations as known (
        end_customer_id, partner_relation_id, partner_key, partner_reference, partner_name, partner_side, related_to,
        valid_from, actor_id
      )
      select ${end_customer_id}, partner_relation_id,
        concat(partner_side, partner_key(partner_reference, partner_name)), partner_reference, partner_name,
        partner_side, related_to, valid_from, ${actor_id}
      from ${recordset('relation', NEW_RELATION, relations)}
      on conflict (end_customer_id, partner_key, valid_from) do update
      -- A relation from before the side was known keeps that of its items.
      set related_to = excluded.related_to, partner_side = coalesce(excluded.partner_side, known.partner_side),
        partner_name = excluded.partner_name, actor_id = excluded.actor_id
      returning known.partner_relation_id, known.partner_key, known.partner_reference, known.partner_name,
        known.partner_side, known.related_to, known.valid_from
    )
    select partner_relation_id, partner_reference, partner_name, partner_side, related_to, valid_from
    from saved
    order by partner_key, valid_from
  `)
}

export function countPartnerRelations(db: Db, end_customer_id: string): Promise<number> {
  return db.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from partner_relations where end_customer_id = ${end_customer_id}
  `)
}

export function listPartnerRelations(
  db: Db,
  end_customer_id: string,
  after: string | null,
  limit: number,
): Promise<Page<PartnerRelationRow>> {
  return listPage<PartnerRelationRow>(
    db,
    sql.fragment`
    select partner_relation_id, partner_reference, partner_name, partner_side, related_to, valid_from
    from partner_relations
    ${keysetPage({
      conditions: [sql.fragment`end_customer_id = ${end_customer_id}`],
      key: 'partner_relation_id',
      after,
      limit: limit + 1,
    })}
  `,
    limit,
  )
}

/** The relations that mean a partner with an open item of any time. */
export function findRelationsWithItems(db: Db, end_customer_id: string): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ partner_relation_id: string }>())`
    select distinct partner_relation_id from partners_of_relations(${end_customer_id}, 9223372036854775807)
  `)
}
