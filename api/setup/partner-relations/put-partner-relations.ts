import { type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { PartnerRelationsRequest } from '../../../shared/contract/setup/partner-relations.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { ensureEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import {
  countPartnerRelations,
  findRelationsWithItems,
  savePartnerRelations,
} from '../../../shared/store/setup/partner-relations.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { presentPartnerRelation } from './present-partner-relation.ts'

/** Sets from a day on what partners are: balance sheets show what they owe and are owed apart. */
export async function putPartnerRelations(tx: Tx, _: ApiDeps, request: MutatingRequest<PartnerRelationsRequest>) {
  const { body, caller, end_customer_id } = request
  const details = checkRelations(body)
  if (details.length > 0) throw validationFailed(details)
  await ensureEndCustomer(tx, end_customer_id)
  await lockLedgers(tx, [end_customer_id])
  const relations = body.relations.map(({ partner, related_to, valid_from }) => ({
    partner_relation_id: newUuid(),
    partner_reference: partner.reference ?? null,
    partner_name: partner.name,
    partner_side: partner.side ?? null,
    related_to,
    valid_from,
  }))
  const before = await countPartnerRelations(tx, end_customer_id)
  const saved = await savePartnerRelations(tx, end_customer_id, caller.key_id, relations)
  requireFew(before, await countPartnerRelations(tx, end_customer_id))
  const with_items = await findRelationsWithItems(tx, end_customer_id)
  const data = saved.map((relation) => presentPartnerRelation(relation, with_items))
  return { body: { object: 'partner_relation_list', data, has_more: false } }
}

/** Each statement reads all of them. Those of a company are tens. */
const MOST_RELATIONS = 2_000

function requireFew(before: number, after: number): void {
  if (after <= Math.max(before, MOST_RELATIONS)) return
  const message = `An end customer has ${MOST_RELATIONS} partner relations at most, those of all days together.`
  throw validationFailed([{ pointer: '/relations', code: 'out_of_range', message }])
}

function checkRelations({ relations }: PartnerRelationsRequest): ErrorDetail[] {
  const seen = new Set<string>()
  return relations.flatMap(({ partner, valid_from }, index) => {
    const { reference = null, side = null, name } = partner
    const subject = JSON.stringify([side, reference, reference === null ? name : null, valid_from])
    const is_twice = seen.has(subject)
    seen.add(subject)
    const message = 'List each partner once for a day.'
    return is_twice ? [{ pointer: `/relations/${index}/partner`, code: 'duplicate' as const, message }] : []
  })
}
