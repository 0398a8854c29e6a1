import { taxRecordQuery } from '../../shared/contract/vat/tax-records.ts'
import { get, routes } from '../http/route.ts'
import { vatOperations } from './operations.ts'
import { readTaxRecords } from './read-tax-records.ts'

// biome-ignore format: one line for each endpoint
export const vatRoutes = routes(vatOperations, {
  listTaxRecords: get('/v1/tax-records', taxRecordQuery, readTaxRecords, { cost: 'expensive' }),
})
