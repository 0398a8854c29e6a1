import type { PartnerRelationQuery } from '../../../shared/contract/setup/partner-relations.ts'
import { findRelationsWithItems, listPartnerRelations } from '../../../shared/store/setup/partner-relations.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { cursorOf, presentPage } from '../../http/page.ts'
import { presentPartnerRelation } from './present-partner-relation.ts'

/** What partners are, each from a day on. */
export async function readPartnerRelations({ pool }: ApiDeps, { query }: ReadRequest<PartnerRelationQuery>) {
  const { end_customer_id, limit = 100, starting_after } = query
  const after = cursorOf('partner_relation', starting_after)
  const page = await listPartnerRelations(pool, end_customer_id, after, limit)
  const with_items = page.rows.length === 0 ? [] : await findRelationsWithItems(pool, end_customer_id)
  return presentPage('partner_relation_list', page, (relation) => presentPartnerRelation(relation, with_items))
}
