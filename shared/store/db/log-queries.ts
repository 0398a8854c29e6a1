import type { Logger } from 'pino'
import { type Interceptor, type Query, StatementCancelledError, StatementTimeoutError } from 'slonik'
import { logContext } from '../../process/log-context.ts'

/** The log has the beginning of a query without a name. Values are never part of its text. */
const MAX_TEXT = 80

/** What it takes is usually the wait for another transaction, which is how ledgers are shared. */
const TAKES_LOCKS = /\bfor (no key )?(update|share)\s*$|^\s*select pg_advisory_xact_lock\b/

/** Errors of queries that were cut off while they took locks. */
const lockWaits = new WeakSet<Error>()

/** Whether a query was cut off as somebody else held the rows that it was to lock. */
export function isLockWait(error: unknown): boolean {
  return error instanceof Error && lockWaits.has(error)
}

type StartedQuery = { readonly queryInputTime: bigint | number }

/**
 * Logs queries that took long, unless they only take locks, and those that PostgreSQL cut off: by name or first words, with their request or job, and
 * never with a value.
 *
 * @param slow_ms 0: only those that are cut off
 */
export function logSlowQueries(log: Logger, slow_ms: number): Interceptor {
  const warn = (query: Query, ms: number, message: string) =>
    log.warn({ statement: queryName(query), ms: Math.round(ms), ...logContext() }, message)
  return {
    name: 'log-slow-queries',
    afterQueryExecution(begun, query) {
      const ms = msSince(begun)
      if (slow_ms > 0 && ms >= slow_ms && !TAKES_LOCKS.test(query.sql)) warn(query, ms, 'a query was slow')
      return null
    },
    queryExecutionError(begun, query, error) {
      const isCutOff = error instanceof StatementTimeoutError || error instanceof StatementCancelledError
      if (isCutOff) warn(query, msSince(begun), 'a query was cut off')
      if (isCutOff && TAKES_LOCKS.test(query.sql)) lockWaits.add(error)
      return null
    },
  }
}

/** The name of a prepared query, or the first words of its text. */
export function queryName({ name, sql }: Query): string {
  return (
    name ??
    sql
      .slice(0, 2 * MAX_TEXT)
      .trim()
      .replace(/\s+/g, ' ')
      .slice(0, MAX_TEXT)
  )
}

function msSince({ queryInputTime }: StartedQuery): number {
  return Number(process.hrtime.bigint() - BigInt(queryInputTime)) / 1e6
}
