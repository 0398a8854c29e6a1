import { publicId } from '../../../shared/process/ids.ts'
import type { SupplierUidRow } from '../../../shared/store/facts/input-tax/supplier-uids.ts'

export function presentSupplierUid({ uid, source_fact_id, ...answer }: SupplierUidRow) {
  const { is_registered, reason, actor_id, answered_at } = answer
  return {
    object: 'supplier_uid',
    uid,
    source_fact_id: source_fact_id && publicId('source_fact', source_fact_id),
    is_registered,
    reason,
    answered_by: actor_id,
    answered_at,
  }
}
