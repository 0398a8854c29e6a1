import { taxRecordList } from '../../shared/contract/vat/tax-records.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const vatOperations = {
  listTaxRecords: { response: taxRecordList, summary: 'Tax records by date and line of the VAT return, down to entry, line, fact and evidence hashes' },
} as const satisfies Operations
