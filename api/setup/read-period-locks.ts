import type { CustomerQuery } from '../../shared/contract/setup/settings.ts'
import { listPeriodLocks } from '../../shared/store/setup/period-locks.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { presentPeriodLocks } from './present-period-locks.ts'

/** The period lock in force and how it came to be. */
export async function readPeriodLocks({ pool }: ApiDeps, { query }: ReadRequest<CustomerQuery>) {
  const { end_customer_id } = query
  return presentPeriodLocks(end_customer_id, await listPeriodLocks(pool, end_customer_id))
}
