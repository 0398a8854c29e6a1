import type { Logger } from 'pino'
import { type Interceptor, type Query, StatementCancelledError, StatementTimeoutError } from 'slonik'
import { logContext } from '../../process/log-context.ts'

/** What is logged of a statement without a name: how it begins. Values are never part of its text. */
const MAX_TEXT = 80

type Begun = { readonly queryInputTime: bigint | number }

/**
 * Logs statements that took long, and those that PostgreSQL cut off: by name or first words, with what caused them and
 * never with a value.
 *
 * @param slow_ms 0: only those that are cut off
 */
export function logSlowQueries(log: Logger, slow_ms: number): Interceptor {
  const tell = (query: Query, ms: number, said: string) =>
    log.warn({ statement: queryName(query), ms: Math.round(ms), ...logContext() }, said)
  return {
    name: 'watch-statements',
    afterQueryExecution(begun, query) {
      const ms = msSince(begun)
      if (slow_ms > 0 && ms >= slow_ms) tell(query, ms, 'a statement was slow')
      return null
    },
    queryExecutionError(begun, query, error) {
      const isCutOff = error instanceof StatementTimeoutError || error instanceof StatementCancelledError
      if (isCutOff) tell(query, msSince(begun), 'a statement was cut off')
      return null
    },
  }
}

/** The name of a prepared statement, or the first words of its text. */
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

function msSince({ queryInputTime }: Begun): number {
  return Number(process.hrtime.bigint() - BigInt(queryInputTime)) / 1e6
}
