import type { Client } from 'pg'
import { ConfigError, readConfig, withSslMode } from '../../process/config.ts'
import { databaseUrl, Wrong } from '../../process/settings/setting.ts'
import { connect } from '../connect.ts'

/** The variables that lead to a database. */
export type UrlVariables = {
  /** Of the processes. */
  readonly url_variable: string
  /** Of the role that owns the tables; null: the processes use that one. */
  readonly owner_url_variable: string | null
}

export type DatabaseUrls = {
  /** Of the processes. */
  readonly database_url: string
  /** Of the role that owns the tables; null: the processes use that one. */
  readonly migration_database_url: string | null
  /** Whence they are, for who has to change something; missing: of home. */
  readonly variables?: UrlVariables
}

export const HOME_VARIABLES = { url_variable: 'DATABASE_URL', owner_url_variable: 'MIGRATION_DATABASE_URL' } as const

/** @throws ConfigError with one sentence that never repeats a value, which may hold a password */
export function urlsOf(variables: UrlVariables, env: NodeJS.ProcessEnv): DatabaseUrls {
  const { url_variable, owner_url_variable } = variables
  return {
    database_url: urlOf(url_variable, env),
    migration_database_url: owner_url_variable === null ? null : urlOf(owner_url_variable, env),
    variables: { url_variable, owner_url_variable },
  }
}

/** A server that takes a connection and says nothing holds no command and no release for longer. */
const CONNECT_MS = 15_000

export function connectAsOwner(urls: DatabaseUrls, timeout_ms = CONNECT_MS): Promise<Client> {
  const { database_url, migration_database_url, variables = HOME_VARIABLES } = urls
  return migration_database_url === null
    ? connect(database_url, variables.url_variable, timeout_ms)
    : connect(migration_database_url, variables.owner_url_variable ?? variables.url_variable, timeout_ms)
}

function urlOf(variable: string, env: NodeJS.ProcessEnv): string {
  const value = env[variable]
  if (!value) throw new ConfigError(`${variable} is not set.`)
  const url = databaseUrl(value)
  if (url instanceof Wrong) throw new ConfigError(`${variable} must be ${url.rule}.`)
  return withSslMode(url, readConfig(env).database_ssl_mode)
}
