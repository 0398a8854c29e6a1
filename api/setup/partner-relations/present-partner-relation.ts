import { publicId } from '../../../shared/process/ids.ts'
import type { PartnerRelationRow } from '../../../shared/store/setup/partner-relations.ts'

export function presentPartnerRelation(relation: PartnerRelationRow) {
  const { partner_relation_id, partner_name: name, partner_reference: reference, related_to, valid_from } = relation
  return {
    object: 'partner_relation',
    partner_relation_id: publicId('partner_relation', partner_relation_id),
    partner: { name, reference },
    related_to,
    valid_from,
  }
}
