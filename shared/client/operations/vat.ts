import type { acquisitionTax, acquisitionTaxQuery } from '../../contract/vat/acquisition-tax.ts'
import type { reconciledEntryList, reconciledEntryQuery } from '../../contract/vat/reconciled-entries.ts'
import type {
  vatRegistrationQuery,
  vatRegistrationRequest,
  vatRegistrations,
} from '../../contract/vat/registrations.ts'
import type {
  supplierUid,
  supplierUidList,
  supplierUidQuery,
  supplierUidRequest,
} from '../../contract/vat/supplier-uids.ts'
import type { taxNotDueList, taxNotDueQuery } from '../../contract/vat/tax-not-due.ts'
import type { taxRecordList, taxRecordQuery } from '../../contract/vat/tax-records.ts'
import type { vatFiling, vatFilingList, vatFilingQuery, vatFilingRequest } from '../../contract/vat/vat-filings.ts'
import type { vatReconciliation, vatReconciliationQuery } from '../../contract/vat/vat-reconciliation.ts'
import type { vatReturn, vatReturnQuery } from '../../contract/vat/vat-returns.ts'
import { posts, puts, reads } from '../operation.ts'

// biome-ignore format: one line for each operation
export const vatCalls = {
  getVatRegistrations: reads<typeof vatRegistrationQuery, typeof vatRegistrations>('/v1/vat-registrations'),
  putVatRegistration: puts<typeof vatRegistrationRequest, typeof vatRegistrations>('/v1/vat-registrations'),
  listSupplierUids: reads<typeof supplierUidQuery, typeof supplierUidList>('/v1/supplier-uids'),
  putSupplierUid: puts<typeof supplierUidRequest, typeof supplierUid>('/v1/supplier-uids'),
  listTaxRecords: reads<typeof taxRecordQuery, typeof taxRecordList>('/v1/tax-records'),
  listTaxNotDue: reads<typeof taxNotDueQuery, typeof taxNotDueList>('/v1/tax-not-due'),
  getVatReturn: reads<typeof vatReturnQuery, typeof vatReturn, 'period'>('/v1/vat-returns/:period'),
  getAcquisitionTax: reads<typeof acquisitionTaxQuery, typeof acquisitionTax>('/v1/acquisition-tax'),
  getVatReconciliation: reads<typeof vatReconciliationQuery, typeof vatReconciliation>('/v1/statements/vat-reconciliation'),
  listReconciledVatEntries: reads<typeof reconciledEntryQuery, typeof reconciledEntryList>('/v1/statements/vat-reconciliation/entries'),
  fileVatReturn: posts<typeof vatFilingRequest, typeof vatFiling, 'period'>('/v1/vat-returns/:period/file'),
  listVatFilings: reads<typeof vatFilingQuery, typeof vatFilingList>('/v1/vat-filings'),
} as const
