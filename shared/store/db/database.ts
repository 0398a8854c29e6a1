import { createPgDriverFactory } from '@slonik/pg-driver'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import {
  type CommonQueryMethods,
  createPool,
  type DatabasePool,
  type DatabaseTransactionConnection,
  type DriverTypeParser,
  type Interceptor,
} from 'slonik'
import './driver/query-by-callback.ts'
import './driver/several-hosts.ts'
import { warmestFirst } from './driver/warmest-first.ts'

export type Db = CommonQueryMethods
export type Tx = DatabaseTransactionConnection
export type Pool = DatabasePool

type PoolOptions = {
  readonly pool_size: number
  readonly statement_timeout_ms: number
  readonly interceptors?: Interceptor[]
  /** Every query finds its rows by an index, also those that were planned while a table had a few rows. */
  readonly by_index?: boolean
}

/** Of a session that nobody has needed. The next peak would open it again, which costs more than to keep it for a while. */
const IDLE_MS = 300_000

/** Dates stay strings, amounts are bigint, instants are ISO 8601 in UTC. */
const TYPE_PARSERS: readonly DriverTypeParser[] = [
  { name: 'int8', parse: (text) => BigInt(text) },
  { name: 'numeric', parse: (text) => text },
  { name: 'date', parse: (text) => text },
  { name: 'timestamptz', parse: (text) => new Date(text).toISOString() },
]

/**
 * Opens the pool. Connections carry no session state, so that they go back into it without the DISCARD ALL that would
 * also forget prepared statements.
 */
export function openPool(database_url: string, options: PoolOptions): Promise<Pool> {
  return createPool(withSessionOptions(database_url, options.by_index ? `${OPTIONS} ${BY_INDEX}` : OPTIONS), {
    maxPoolSize: options.pool_size,
    statementTimeout: options.statement_timeout_ms,
    idleInTransactionSessionTimeout: options.statement_timeout_ms * 2,
    idleTimeout: IDLE_MS,
    connectionTimeout: 5_000,
    resetConnection: async () => {},
    driverFactory: warmestFirst(createPgDriverFactory()),
    typeParsers: [...TYPE_PARSERS],
    interceptors: options.interceptors ?? [],
  })
}

/**
 * Queries here are short, but the planner does not know that nearly nothing lies behind a watermark: at a million lines
 * it starts parallel workers for no rows, which takes longer than the query. For the same reason it compiles queries that take a few
 * milliseconds, where PostgreSQL has a compiler: for a second.
 */
const OPTIONS = '-c max_parallel_workers_per_gather=0 -c jit=off'

/**
 * Prepared queries keep their plans. A few rows are read fastest as a whole, and a batch that still did so when there were
 * thousands took seconds, until autovacuum analyzed the table.
 */
const BY_INDEX = '-c enable_seqscan=off'

/** Adds settings of the session to those that a URL may have already. */
export function withSessionOptions(database_url: string, options: string): string {
  const url = new URL(database_url)
  const given = url.searchParams.get('options') ?? ''
  url.searchParams.set('options', `${given} ${options}`.trim())
  return url.href
}

/** Names the type of a row. The query beside it lists the columns; PostgreSQL checks them, no second schema does. */
export function row<T>(): StandardSchemaV1<unknown, T> {
  return { '~standard': { version: 1, vendor: 'hauptbuch', validate: (value) => ({ value: value as T }) } }
}

export { sql } from 'slonik'
