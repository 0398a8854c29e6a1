import { isUid } from '../../../shared/accounting/documents/uid.ts'
import { plainUid } from '../../../shared/accounting/vat/suppliers/supplier-uid.ts'
import type { SupplierUidQuery } from '../../../shared/contract/vat/supplier-uids.ts'
import { listSupplierUids } from '../../../shared/store/facts/input-tax/supplier-uids.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { presentPage, unknownCursor } from '../../http/page.ts'
import { presentSupplierUid } from './present-supplier-uid.ts'

/** Suppliers whose UID did not say that they are registered, with what was answered. */
export async function readSupplierUids({ pool }: ApiDeps, { query }: ReadRequest<SupplierUidQuery>) {
  const { end_customer_id, limit = 100, starting_after, is_answered = null } = query
  if (starting_after !== undefined && !isUid(starting_after)) throw unknownCursor()
  const after = starting_after === undefined ? null : plainUid(starting_after)
  const page = await listSupplierUids(pool, end_customer_id, { after, is_answered, limit })
  return presentPage('supplier_uid_list', page, presentSupplierUid)
}
