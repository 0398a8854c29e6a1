import { DATABASE_NAME, databaseUrl, oneOf, setting, Wrong } from './setting.ts'

/** SSL modes that slonik, pg and pg-boss understand alike; `require` also checks the certificate. */
const SSL_MODES = ['disable', 'no-verify', 'require'] as const
export const DATABASE_SETTINGS = {
  database_url: setting(
    'DATABASE_URL',
    null,
    databaseUrl,
    'PostgreSQL to use, with several hosts where it has standbys; unset: the embedded one',
  ),
  migration_database_url: setting(
    'MIGRATION_DATABASE_URL',
    null,
    databaseUrl,
    'The same with the role that owns the tables, for the release step; unset: that of DATABASE_URL',
  ),
  database_read_urls: setting(
    'DATABASE_READ_URLS',
    null,
    readUrls,
    'Standbys that answer reads of web, as home=postgres://…,home=postgres://…; unset: none',
  ),
  database_ssl_mode: setting(
    'PGSSLMODE',
    null,
    oneOf(SSL_MODES),
    'disable, no-verify or require, where the URL has no sslmode',
  ),
}

type ReadUrl = { readonly name: string; readonly database_url: string }

const READ_URL = /^([^=]+)=(.+)$/

/** Each of one server, so that what it says of itself is said of what answers next. */
function readUrls(value: string): readonly ReadUrl[] | Wrong {
  const urls = value.split(/,(?=[^,/?=]+=[a-z]+:\/\/)/i).map((text) => {
    const [, name = '', url = ''] = READ_URL.exec(text.trim()) ?? []
    const database_url = databaseUrl(url)
    const isOne = typeof database_url === 'string' && !new URL(database_url).hostname.endsWith(',')
    return DATABASE_NAME.test(name) && isOne ? { name, database_url } : null
  })
  return urls.every((url) => url !== null)
    ? urls
    : new Wrong('home=postgres://… for each standby of it, with commas between and one host in each URL')
}
