import { customerQuery } from '../../shared/contract/setup/settings.ts'
import { vatRegistrationRequest } from '../../shared/contract/vat/registrations.ts'
import { taxRecordQuery } from '../../shared/contract/vat/tax-records.ts'
import { vatReturnQuery } from '../../shared/contract/vat/vat-returns.ts'
import { get, put, routes } from '../http/route.ts'
import { vatOperations } from './operations.ts'
import { putVatRegistration } from './put-vat-registration.ts'
import { readTaxRecords } from './read-tax-records.ts'
import { readVatRegistrations } from './read-vat-registrations.ts'
import { readVatReturn, VAT_RETURN_FORMATS } from './returns/vat-return-formats.ts'

// biome-ignore format: one line for each endpoint
export const vatRoutes = routes(vatOperations, {
  getVatRegistrations: get('/v1/vat-registrations', customerQuery, readVatRegistrations),
  putVatRegistration: put('/v1/vat-registrations', 202, vatRegistrationRequest, putVatRegistration, { cost: 'expensive' }),
  listTaxRecords: get('/v1/tax-records', taxRecordQuery, readTaxRecords, { cost: 'expensive' }),
  getVatReturn: get('/v1/vat-returns/:period', vatReturnQuery, readVatReturn, { formats: VAT_RETURN_FORMATS, cost: 'expensive' }),
})
