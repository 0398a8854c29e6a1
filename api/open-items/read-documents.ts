import type { DocumentQuery } from '../../shared/contract/open-items/open-items.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { readPage } from './read-page.ts'

/** Open items of customers, oldest first. */
export function readDocuments(deps: ApiDeps, { query }: ReadRequest<DocumentQuery>) {
  const { customer_reference, ...rest } = query
  return readPage(deps, 'document', customer_reference ? { ...rest, partner_reference: customer_reference } : rest)
}
