import type { OpenItemKind } from '../../shared/accounting/open-items/open-item-of-fact.ts'
import type { OneQuery } from '../../shared/contract/facts/source-facts.ts'
import type { DocumentQuery, SupplierPayableQuery } from '../../shared/contract/open-items/open-items.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { uuidOf } from '../../shared/process/ids.ts'
import { findOpenItem, listOpenItems, type OpenItemQuery } from '../../shared/store/open-items/open-items.ts'
import { visibleTo } from '../http/admission/caller.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { Read, ReadRequest } from '../http/endpoint.ts'
import { cursorOf, presentPage } from '../http/page.ts'
import { presentOpenItem } from './present-open-item.ts'

/** What the end customer owes its suppliers, document by document. */
export function readSupplierPayables(deps: ApiDeps, { query }: ReadRequest<SupplierPayableQuery>) {
  const { supplier_reference, ...rest } = query
  return readPage(
    deps,
    'supplier_payable',
    supplier_reference ? { ...rest, partner_reference: supplier_reference } : rest,
  )
}

/** What customers owe the end customer, document by document. */
export function readDocuments(deps: ApiDeps, { query }: ReadRequest<DocumentQuery>) {
  const { customer_reference, ...rest } = query
  return readPage(deps, 'document', customer_reference ? { ...rest, partner_reference: customer_reference } : rest)
}

/** One open item with what of it is still open. */
export function readOpenItem(kind: OpenItemKind): Read<OneQuery> {
  return async ({ pool }, { caller, query, params }) => {
    const id = uuidOf(kind, params[`${kind}_id`] ?? '')
    const item = id && (await findOpenItem(pool, kind, id, visibleTo(caller, query.end_customer_id)))
    if (!item) throw new ApiError('not_found', `There is no such ${kind.replace('_', ' ')}.`)
    return presentOpenItem(kind, item)
  }
}

type PageQuery = Omit<OpenItemQuery, 'limit' | 'source_fact_id'> & {
  source_fact_id?: string
  limit?: number
  starting_after?: string
}

async function readPage({ pool }: ApiDeps, kind: OpenItemKind, query: PageQuery) {
  const { limit = 100, starting_after, source_fact_id, ...filters } = query
  const after = cursorOf(kind, starting_after)
  const fact_uuid = source_fact_id === undefined ? null : uuidOf('source_fact', source_fact_id)
  const isUnknown = source_fact_id !== undefined && fact_uuid === null
  const rows = isUnknown ? [] : await listOpenItems(pool, kind, { ...filters, limit, source_fact_id: fact_uuid }, after)
  return presentPage(`${kind}_list`, rows, limit, (row) => presentOpenItem(kind, row))
}
