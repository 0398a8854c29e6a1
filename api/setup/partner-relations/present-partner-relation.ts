import { publicId } from '../../../shared/process/ids.ts'
import type { PartnerRelationRow } from '../../../shared/store/setup/partner-relations.ts'

/** @param with_items ids of the relations that mean somebody */
export function presentPartnerRelation(relation: PartnerRelationRow, with_items: readonly string[]) {
  const { partner_relation_id, related_to, valid_from } = relation
  const { partner_name: name, partner_reference: reference, partner_side: side } = relation
  return {
    object: 'partner_relation',
    partner_relation_id: publicId('partner_relation', partner_relation_id),
    partner: { name, reference, side },
    related_to,
    valid_from,
    has_open_items: with_items.includes(partner_relation_id),
  }
}
