import { oneQuery } from '../../shared/contract/facts/source-facts.ts'
import { documentQuery, supplierPayableQuery } from '../../shared/contract/open-items/open-items.ts'
import { get, routes } from '../http/route.ts'
import { openItemOperations } from './operations.ts'
import { readDocumentPage } from './read-document-page.ts'
import { readDocuments } from './read-documents.ts'
import { readOpenItem } from './read-open-item.ts'
import { readSupplierPayables } from './read-supplier-payables.ts'

// biome-ignore format: one line for each endpoint
export const openItemRoutes = routes(openItemOperations, {
  listSupplierPayables: get('/v1/supplier-payables', supplierPayableQuery, readSupplierPayables),
  getSupplierPayable: get('/v1/supplier-payables/:supplier_payable_id', oneQuery, readOpenItem('supplier_payable')),
  listDocuments: get('/v1/documents', documentQuery, readDocuments),
  getDocument: get('/v1/documents/:document_id', oneQuery, readOpenItem('document'), { shown: readDocumentPage }),
})
