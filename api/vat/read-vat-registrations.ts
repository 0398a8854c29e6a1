import { methodChanges } from '../../shared/accounting/vat/consideration/changed-method.ts'
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
import { presentVatRegistrations, type VatHistory } from './present-vat-registrations.ts'

/**
 * What an end customer is and was registered as, and how it came to be. Without a cursor the first page. One of them may have two
 * thousand accounts.
 */
export async function readVatRegistrations({ pool }: ApiDeps, { query }: ReadRequest<VatRegistrationQuery>) {
  const { end_customer_id, limit = 100, starting_after = null, registrations_after: after = null } = query
  const registrations = await listVatRegistrations(pool, end_customer_id, { after, limit })
  const changes = await listVatRegistrationChanges(pool, end_customer_id, { after: starting_after, limit })
  return show(pool, end_customer_id, { registrations, changes })
}

/** The last change and what is in force through it. A history of ten megabytes would be kept with each request that adds to it. */
export async function showVatRegistrationChange(db: Db, end_customer_id: string, valid_from: string) {
  const newest = { after: null, limit: 1 }
  const registrations = await listVatRegistrations(db, end_customer_id, { ...newest, from: valid_from })
  const changes = await listVatRegistrationChanges(db, end_customer_id, newest)
  return show(db, end_customer_id, { registrations, changes })
}

async function show(db: Db, end_customer_id: string, pages: Pick<VatHistory, 'registrations' | 'changes'>) {
  const methods = await listVatMethods(db, end_customer_id)
  const [early, method_changes] = [changedEarly(methods), methodChanges(methods)]
  return presentVatRegistrations(end_customer_id, { ...pages, early, method_changes })
}
