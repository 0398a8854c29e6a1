import type { oneQuery } from '../../contract/facts/source-facts.ts'
import type {
  document,
  documentList,
  documentQuery,
  supplierPayable,
  supplierPayableList,
  supplierPayableQuery,
} from '../../contract/open-items/open-items.ts'
import { reads } from '../operation.ts'

// biome-ignore format: one line for each operation
export const openItemCalls = {
  listSupplierPayables: reads<typeof supplierPayableQuery, typeof supplierPayableList>('/v1/supplier-payables'),
  getSupplierPayable: reads<typeof oneQuery, typeof supplierPayable, 'supplier_payable_id'>('/v1/supplier-payables/:supplier_payable_id'),
  listDocuments: reads<typeof documentQuery, typeof documentList>('/v1/documents'),
  getDocument: reads<typeof oneQuery, typeof document, 'document_id'>('/v1/documents/:document_id'),
} as const
