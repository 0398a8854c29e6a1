import { changedEarly } from '../../shared/accounting/vat/consideration/kept-method.ts'
import type { VatRegistrationQuery } from '../../shared/contract/vat/registrations.ts'
import type { Db } from '../../shared/store/db/database.ts'
import {
  listVatMethods,
  listVatRegistrationChanges,
  listVatRegistrations,
} from '../../shared/store/vat/registrations.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { presentVatRegistrations } from './present-vat-registrations.ts'

/** What an end customer is and was registered as, and how it came to be. */
export async function readVatRegistrations({ pool }: ApiDeps, { query }: ReadRequest<VatRegistrationQuery>) {
  return showVatRegistrations(pool, query)
}

/** Without a cursor the first page. One of them may have two thousand accounts. */
export async function showVatRegistrations(db: Db, query: VatRegistrationQuery) {
  const { end_customer_id, limit = 100, starting_after = null, registrations_after = null } = query
  const registrations = await listVatRegistrations(db, end_customer_id, { after: registrations_after, limit })
  const changes = await listVatRegistrationChanges(db, end_customer_id, { after: starting_after, limit })
  const early = changedEarly(await listVatMethods(db, end_customer_id))
  return presentVatRegistrations(end_customer_id, { registrations, changes, early }, limit)
}
