import { DATABASE_SETTINGS } from './settings/database-settings.ts'
import { anyText, integer, integerOrNone, oneOf, type Parse, setting, token, Wrong } from './settings/setting.ts'
import { TIMESTAMP_SETTINGS } from './settings/timestamp-settings.ts'
import { WEBHOOK_SETTINGS } from './settings/webhook-settings.ts'
import { WORKER_SETTINGS } from './settings/worker-settings.ts'

/** Its message is one sentence for each wrong variable; it never repeats a value that may hold a secret. */
export class ConfigError extends Error {}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Variable, default and meaning; `npm run docs` writes them into docs/operate/configuration.md. */
export const SETTINGS = {
  ...DATABASE_SETTINGS,
  port: setting('PORT', 3000, integer(0, 65_535), 'Port of the web process'),
  host: setting('HOST', '127.0.0.1', anyText, 'Address to listen on; 0.0.0.0 where DATABASE_URL is set'),
  web_concurrency: setting('WEB_CONCURRENCY', 1, integer(1, 64), 'Processes of one web dyno'),
  accept_group_size: setting(
    'ACCEPT_GROUP_SIZE',
    200,
    integer(1, 1_000),
    'Facts that one transaction accepts together',
  ),
  metrics_token: setting('METRICS_TOKEN', null, token, 'Token that /metrics asks for; unset: there is no /metrics'),
  dashboard_password: setting(
    'DASHBOARD_PASSWORD',
    null,
    token,
    'Password of the dashboard; unset: the dashboard is off',
  ),
  metrics_port: setting('METRICS_PORT', 0, integer(0, 65_535), 'Port of /metrics of a worker; 0: none'),
  rate_limit_per_minute: setting(
    'RATE_LIMIT_PER_MINUTE',
    0,
    integer(0, 999_999_999),
    'Requests of an API key in a minute, in each process; 0: no limit',
  ),
  failed_auth_per_minute: setting(
    'FAILED_AUTH_PER_MINUTE',
    0,
    integer(0, 999_999_999),
    'Wrong keys of an address in a minute, in each process; 0: no limit',
  ),
  expensive_requests_per_key: setting(
    'EXPENSIVE_REQUESTS_PER_KEY',
    64,
    integer(1, 10_000),
    'Expensive requests of an API key at once, with those that wait, in each process',
  ),
  queue_depth_limit: setting(
    'QUEUE_DEPTH_LIMIT',
    1_000_000,
    integer(0, 999_999_999),
    'Number of waiting facts at which new facts are refused; 0: no limit',
  ),
  ...WORKER_SETTINGS,
  log_level: setting('LOG_LEVEL', 'info', oneOf(LOG_LEVELS), LOG_LEVELS.join(', ')),
  data_dir: setting(
    'HAUPTBUCH_DATA_DIR',
    null,
    anyText,
    'Data folder of the embedded PostgreSQL; unset: npm start chooses one and names it',
  ),
  database_pool_size: setting('DATABASE_POOL_SIZE', 10, integer(2, 200), 'Connections of one process'),
  body_limit_bytes: setting('BODY_LIMIT_BYTES', 1_048_576, integer(1_024, 104_857_600), 'Largest JSON body'),
  bodies_memory_bytes: setting(
    'BODIES_MEMORY_BYTES',
    67_108_864,
    integer(65_536, 9_999_999_999),
    'Memory that the JSON bodies of one process take together',
  ),
  answers_memory_bytes: setting(
    'ANSWERS_MEMORY_BYTES',
    67_108_864,
    integer(65_536, 9_999_999_999),
    'Memory that the answers of one process take together until they are read',
  ),
  import_limit_bytes: setting(
    'IMPORT_LIMIT_BYTES',
    268_435_456,
    integer(1_024, 2_147_483_647),
    'Largest bank statement',
  ),
  uploads_at_once: setting(
    'UPLOADS_AT_ONCE',
    100,
    integer(1, 10_000),
    'Uploads that one process has under way at once',
  ),
  uploads_per_key: setting('UPLOADS_PER_KEY', 20, integer(1, 10_000), 'Of them, those of one API key'),
  uploads_disk_bytes: setting(
    'UPLOADS_DISK_BYTES',
    2_147_483_648,
    integer(1_024, 9_999_999_999),
    'Disk space that they take together',
  ),
  upload_bytes_per_second: setting(
    'UPLOAD_BYTES_PER_SECOND',
    1_000,
    integer(0, 1_000_000),
    'Slower uploads, JSON bodies and readers of answers are cut off; 0: none',
  ),
  upload_window_seconds: setting(
    'UPLOAD_WINDOW_SECONDS',
    30,
    integer(1, 600),
    'Time over which that speed is measured',
  ),
  max_header_bytes: setting(
    'MAX_HEADER_BYTES',
    16_384,
    integer(1_024, 1_048_576),
    'Largest path and headers of a request',
  ),
  headers_timeout_ms: setting(
    'HEADERS_TIMEOUT_MS',
    15_000,
    integer(100, 600_000),
    'Time to send path and headers of a request',
  ),
  request_timeout_ms: setting('REQUEST_TIMEOUT_MS', 600_000, integer(100, 86_400_000), 'Time to send a whole request'),
  keep_alive_timeout_ms: setting(
    'KEEP_ALIVE_TIMEOUT_MS',
    95_000,
    integer(1_000, 600_000),
    'How long an idle connection stays open',
  ),
  statement_timeout_ms: setting('STATEMENT_TIMEOUT_MS', 15_000, integer(100, 600_000), 'Longer queries are cut off'),
  slow_statement_ms: setting('SLOW_STATEMENT_MS', 1_000, integer(0, 600_000), 'Longer queries are logged; 0: none'),
  drain_ms: setting(
    'DRAIN_MS',
    1_000,
    integer(0, 60_000),
    'How long /readyz says no after SIGTERM before web closes its port',
  ),
  shutdown_timeout_ms: setting('SHUTDOWN_TIMEOUT_MS', 25_000, integer(100, 600_000), 'Time to finish after SIGTERM'),
  idempotency_retention_days: setting(
    'IDEMPOTENCY_RETENTION_DAYS',
    30,
    integer(1, 3_650),
    'How long an Idempotency-Key is remembered',
  ),
  events_retention_days: setting(
    'EVENTS_RETENTION_DAYS',
    0,
    integerOrNone(30, 36_500),
    'Age at which events leave the feed, once webhooks have sent them; 0: they stay',
  ),
  ...WEBHOOK_SETTINGS,
  ...TIMESTAMP_SETTINGS,
}

/** Everything that the environment can set, read and checked in this one place. */
export type Config = {
  readonly [Key in keyof typeof SETTINGS]: (typeof SETTINGS)[Key]['fallback']
}

/**
 * @throws ConfigError naming every variable that is wrong
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const wrong: string[] = []
  const entries = Object.entries(SETTINGS).map(([key, { name, fallback, parse }]) => {
    const value = env[name] === undefined || env[name] === '' ? fallback : (parse as Parse<unknown>)(env[name])
    if (value instanceof Wrong) wrong.push(`${name} must be ${value.rule}.`)
    return [key, value]
  })
  if (wrong.length > 0) throw new ConfigError(wrong.join(' '))
  const config = Object.fromEntries(entries) as Config
  if (!config.database_url) return config
  const { database_ssl_mode: mode, migration_database_url: owner_url } = config
  const database_url = withSslMode(config.database_url, mode)
  const migration_database_url = owner_url && withSslMode(owner_url, mode)
  // A dyno is reached from outside, a laptop is not.
  const database_read_urls =
    config.database_read_urls?.map((one) => ({ ...one, database_url: withSslMode(one.database_url, mode) })) ?? null
  return { ...config, database_url, migration_database_url, database_read_urls, host: env.HOST || '0.0.0.0' }
}

/** Hosts that give out the URL themselves leave it to the environment whether the connection is encrypted. */
export function withSslMode(database_url: string, mode: string | null): string {
  const url = new URL(database_url)
  if (mode === null || url.searchParams.has('sslmode')) return database_url
  url.searchParams.set('sslmode', mode)
  return url.href
}
