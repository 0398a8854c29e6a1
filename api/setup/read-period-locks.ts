import type { PeriodLockQuery } from '../../shared/contract/setup/settings.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { showPeriodLocks } from './show-period-locks.ts'

/** The period lock in force and how it came to be. */
export function readPeriodLocks({ pool }: ApiDeps, { query }: ReadRequest<PeriodLockQuery>) {
  return showPeriodLocks(pool, query)
}
