import type { Logger } from 'pino'
import { StatementTimeoutError } from 'slonik'
import { isDatabaseAway, reasonOfAbsence } from '../store/db/database-away.ts'
import { isLockWait } from '../store/db/log-queries.ts'
import { behindFence } from '../store/moving/behind-fence.ts'

/**
 * Logs an error of work that is done again later. A database that is away is one fault of the surroundings, whatever meets
 * it: a warning with its reason. So is somebody who holds for long what others wait for, as a process does that sleeps. An end customer that moves is no fault. Anything else is a fault of the service: an error with its place. So is a query that was
 * cut off here, where nobody else is told.
 *
 * @param whom the work, in the words of an operator
 */
export function logFailure(log: Logger, error: unknown, whom: string, fault: string, fields: object = {}): void {
  const fenced = behindFence(error)
  if (fenced) log.info({ ...fields, ...fenced }, `an end customer that moves was not written for ${whom}`)
  else if (isConnectionLost(error))
    log.warn({ reason: reasonOfAbsence(error), ...fields }, `the database was away for ${whom}`)
  else if (isLockWait(error)) log.warn(fields, `others held for too long what was to be locked for ${whom}`)
  else log.error({ err: error, ...fields }, fault)
}

/** Queries report their errors themselves; what is left are connections that the server or the network has ended. */
export function logLostConnection(log: Logger, error: unknown): void {
  if (isConnectionLost(error)) log.warn({ reason: reasonOfAbsence(error) }, 'a database connection was lost')
}

function isConnectionLost(error: unknown): boolean {
  return isDatabaseAway(error) && !(error instanceof StatementTimeoutError)
}
