import type { SupplierPayableQuery } from '../../shared/contract/open-items/open-items.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { readPage } from './read-page.ts'

/** Open items of suppliers, oldest first. */
export function readSupplierPayables(deps: ApiDeps, { query }: ReadRequest<SupplierPayableQuery>) {
  const { supplier_reference, ...rest } = query
  return readPage(
    deps,
    'supplier_payable',
    supplier_reference ? { ...rest, partner_reference: supplier_reference } : rest,
  )
}
