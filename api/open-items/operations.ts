import {
  document,
  documentList,
  supplierPayable,
  supplierPayableList,
} from '../../shared/contract/open-items/open-items.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const openItemOperations = {
  listSupplierPayables: { response: supplierPayableList, summary: 'Open items of suppliers, oldest first' },
  getSupplierPayable: { response: supplierPayable, summary: 'One open item of a supplier' },
  listDocuments: { response: documentList, summary: 'Open items of customers, oldest first' },
  getDocument: { response: document, summary: 'One open item of a customer' },
} as const satisfies Operations
