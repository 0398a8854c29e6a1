import { acquisitionTax } from '../../shared/contract/vat/acquisition-tax.ts'
import { reconciledEntryList } from '../../shared/contract/vat/reconciled-entries.ts'
import { vatRegistrations } from '../../shared/contract/vat/registrations.ts'
import { supplierUid, supplierUidList } from '../../shared/contract/vat/supplier-uids.ts'
import { taxNotDueList } from '../../shared/contract/vat/tax-not-due.ts'
import { taxRecordList } from '../../shared/contract/vat/tax-records.ts'
import { vatFiling, vatFilingList } from '../../shared/contract/vat/vat-filings.ts'
import { vatReconciliation } from '../../shared/contract/vat/vat-reconciliation.ts'
import { vatReturn } from '../../shared/contract/vat/vat-returns.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const vatOperations = {
  getVatRegistrations: { response: vatRegistrations, summary: 'The VAT registrations by their days, and every change of them' },
  putVatRegistration: { response: vatRegistrations, summary: 'Register for VAT from a day on: method, consideration, filing period, activities' },
  listSupplierUids: { response: supplierUidList, summary: 'Suppliers whose UID did not say that they are registered for VAT, with what was answered' },
  putSupplierUid: { response: supplierUid, summary: 'Say whether a supplier is registered for VAT: nobody is asked about it again' },
  listTaxRecords: { response: taxRecordList, summary: 'Tax records by date and line of the VAT return, down to entry, line, fact and evidence hashes' },
  listTaxNotDue: { response: taxNotDueList, summary: 'Tax of open items that is due with their payment, at the end of a day' },
  getAcquisitionTax: { response: acquisitionTax, summary: 'Services from abroad of a calendar year without a registration, beside the limit of CHF 10,000' },
  getVatReconciliation: { response: vatReconciliation, summary: 'Turnover and tax of a fiscal year beside its VAT returns (MWSTV Art. 128), with every difference' },
  listReconciledVatEntries: { response: reconciledEntryList, summary: 'The entries behind a difference between the books of a fiscal year and its VAT returns' },
  getVatReturn: { response: vatReturn, summary: 'VAT return of a period as it was filed, or as it stands: lines of the form, tie to the tax accounts, checks, and its eCH-0217 file' },
  fileVatReturn: { response: vatFiling, summary: 'File the return of a period: transfer its tax, and keep it as it is' },
  listVatFilings: { response: vatFilingList, summary: 'Filed VAT returns, newest first' },
} as const satisfies Operations
