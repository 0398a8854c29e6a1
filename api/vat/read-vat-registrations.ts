import type { CustomerQuery } from '../../shared/contract/setup/settings.ts'
import type { Db } from '../../shared/store/db/database.ts'
import { readPostingSettings } from '../../shared/store/setup/posting-settings.ts'
import { listVatRegistrationChanges } from '../../shared/store/vat/registrations.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { presentVatRegistrations } from './present-vat-registrations.ts'

/** What an end customer is and was registered as, and how it came to be. */
export async function readVatRegistrations({ pool }: ApiDeps, { query }: ReadRequest<CustomerQuery>) {
  return showVatRegistrations(pool, query.end_customer_id)
}

export async function showVatRegistrations(db: Db, end_customer_id: string) {
  const registrations = (await readPostingSettings(db, [end_customer_id])).get(end_customer_id)?.vat_registrations ?? []
  const changes = await listVatRegistrationChanges(db, end_customer_id)
  return presentVatRegistrations(end_customer_id, registrations, changes)
}
