import { acquisitionTaxQuery } from '../../shared/contract/vat/acquisition-tax.ts'
import { reconciledEntryQuery } from '../../shared/contract/vat/reconciled-entries.ts'
import { vatRegistrationQuery, vatRegistrationRequest } from '../../shared/contract/vat/registrations.ts'
import { supplierUidQuery, supplierUidRequest } from '../../shared/contract/vat/supplier-uids.ts'
import { taxNotDueQuery } from '../../shared/contract/vat/tax-not-due.ts'
import { taxRecordQuery } from '../../shared/contract/vat/tax-records.ts'
import { vatFilingQuery, vatFilingRequest } from '../../shared/contract/vat/vat-filings.ts'
import { vatReconciliationQuery } from '../../shared/contract/vat/vat-reconciliation.ts'
import { vatReturnQuery } from '../../shared/contract/vat/vat-returns.ts'
import { get, post, put, routes } from '../http/route.ts'
import { printable } from '../print/formats.ts'
import { vatOperations } from './operations.ts'
import { putVatRegistration } from './put-vat-registration.ts'
import { readAcquisitionTax } from './read-acquisition-tax.ts'
import { readTaxNotDue } from './read-tax-not-due.ts'
import { readTaxRecords } from './read-tax-records.ts'
import { readTaxRecordsPage } from './read-tax-records-page.ts'
import { readVatRegistrations } from './read-vat-registrations.ts'
import { readReconciledEntries } from './reconciliation/entries/read-reconciled-entries.ts'
import { RECONCILED_ENTRY_CSV } from './reconciliation/entries/reconciled-entry-csv.ts'
import { readVatReconciliation } from './reconciliation/read-vat-reconciliation.ts'
import { tableOfVatReconciliation } from './reconciliation/vat-reconciliation-table.ts'
import { fileVatReturn } from './returns/file-vat-return.ts'
import { readVatFilings } from './returns/read-vat-filings.ts'
import { readVatReturn, VAT_RETURN_FORMATS } from './returns/vat-return-formats.ts'
import { putSupplierUid } from './suppliers/put-supplier-uid.ts'
import { readSupplierUids } from './suppliers/read-supplier-uids.ts'
import { TAX_RECORD_CSV } from './tax-record-csv.ts'

const RECONCILIATION = {
  formats: printable(readVatReconciliation, tableOfVatReconciliation),
  cost: 'expensive',
} as const

const TAX_RECORDS = {
  formats: { csv: TAX_RECORD_CSV },
  shown: readTaxRecordsPage,
  cost: 'expensive',
  in_pieces: true,
} as const

const RECONCILED_ENTRIES = { formats: { csv: RECONCILED_ENTRY_CSV }, cost: 'expensive', in_pieces: true } as const

// biome-ignore format: one line for each endpoint
export const vatRoutes = routes(vatOperations, {
  getVatRegistrations: get('/v1/vat-registrations', vatRegistrationQuery, readVatRegistrations, { cost: 'expensive' }),
  putVatRegistration: put('/v1/vat-registrations', 202, vatRegistrationRequest, putVatRegistration, { cost: 'expensive' }),
  listSupplierUids: get('/v1/supplier-uids', supplierUidQuery, readSupplierUids),
  putSupplierUid: put('/v1/supplier-uids', 202, supplierUidRequest, putSupplierUid),
  listTaxRecords: get('/v1/tax-records', taxRecordQuery, readTaxRecords, TAX_RECORDS),
  listTaxNotDue: get('/v1/tax-not-due', taxNotDueQuery, readTaxNotDue, { cost: 'expensive' }),
  getVatReturn: get('/v1/vat-returns/:period', vatReturnQuery, readVatReturn, { formats: VAT_RETURN_FORMATS, cost: 'expensive' }),
  getAcquisitionTax: get('/v1/acquisition-tax', acquisitionTaxQuery, readAcquisitionTax, { cost: 'expensive' }),
  getVatReconciliation: get('/v1/statements/vat-reconciliation', vatReconciliationQuery, readVatReconciliation, RECONCILIATION),
  listReconciledVatEntries: get('/v1/statements/vat-reconciliation/entries', reconciledEntryQuery, readReconciledEntries, RECONCILED_ENTRIES),
  fileVatReturn: post('/v1/vat-returns/:period/file', 201, vatFilingRequest, fileVatReturn, { cost: 'expensive' }),
  listVatFilings: get('/v1/vat-filings', vatFilingQuery, readVatFilings),
})
