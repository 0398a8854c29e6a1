import { DatabaseError } from 'pg'
import {
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  ConnectionError,
  StatementTimeoutError,
} from 'slonik'

/**
 * SQLSTATE classes 08 (connection), 53 (resources) and 57P (shutdown), a server that takes no writes (25006), and Node's codes for a
 * silent one.
 */
const AWAY =
  /^(08...|25006|53...|57P0.|ECONNABORTED|ECONNREFUSED|ECONNRESET|EPIPE|EAI_AGAIN|ENOTFOUND|ETIMEDOUT|EHOSTDOWN|EHOSTUNREACH|ENETDOWN|ENETUNREACH)$/

/**
 * The driver and the queue have no code for a connection that ended, fell silent or was never made: only these words. Who asks another
 * question over one that has ended meanwhile, as a transaction does between two of its queries, is told of the client. A worker of
 * the queue says behind them who it is.
 */
const WORDS_OF_AWAY =
  /^(Connection terminated|Client (has encountered a connection error|was closed) and is not queryable|(LISTEN\/NOTIFY (connection ended|heartbeat timed out)|timeout expired|timeout exceeded when trying to connect)( \(Queue: |$))/

const STATEMENT_TIMEOUT = '57014'
const CONNECTION_FAILURE = '08006'

/**
 * The SQLSTATE or the code of Node beneath an error of the driver, such as 53100 or ECONNREFUSED. A connection that ends
 * without a word, as when the server is killed, has none: it is what PostgreSQL calls a connection failure.
 */
export function reasonOfAbsence(error: unknown): string {
  if (error instanceof StatementTimeoutError) return STATEMENT_TIMEOUT
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && AWAY.test(code)) return code
  return cause instanceof Error ? reasonOfAbsence(cause) : CONNECTION_FAILURE
}

/** True when the server itself has said what is wrong: it is there, and takes no connection, say. */
export function isAnswer(error: unknown): boolean {
  return error instanceof DatabaseError || (error instanceof Error && isAnswer(error.cause))
}

/** True when the database is there, and took longer for a query than STATEMENT_TIMEOUT_MS allows. */
export function isCutOff(error: unknown): boolean {
  if (error instanceof StatementTimeoutError) return true
  const { cause } = Object(error) as { cause?: unknown }
  return cause !== undefined && isCutOff(cause)
}

/**
 * True when the database cannot serve right now: nothing is wrong with the request, and a later try may succeed. pg-boss
 * reports errors as plain objects with what the error had.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (error instanceof ConnectionError || error instanceof StatementTimeoutError) return true
  if (error instanceof BackendTerminatedError || error instanceof BackendTerminatedUnexpectedlyError) return true
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown }
  if (typeof code === 'string') return AWAY.test(code) || isDatabaseAway(cause)
  return (typeof message === 'string' && WORDS_OF_AWAY.test(message)) || isDatabaseAway(cause)
}
