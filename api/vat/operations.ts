import { vatRegistrations } from '../../shared/contract/vat/registrations.ts'
import { taxRecordList } from '../../shared/contract/vat/tax-records.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const vatOperations = {
  getVatRegistrations: { response: vatRegistrations, summary: 'The VAT registrations by their days, and every change of them' },
  putVatRegistration: { response: vatRegistrations, summary: 'Register for VAT from a day on: method, consideration, filing period, activities' },
  listTaxRecords: { response: taxRecordList, summary: 'Tax records by date and line of the VAT return, down to entry, line, fact and evidence hashes' },
} as const satisfies Operations
