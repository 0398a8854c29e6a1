export type DatabaseHost = { readonly host: string; readonly port: number }

const URL_PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/
const HOST = /^(\[[0-9a-f:.]+\]|[^\s:[\]]+)(?::(\d{1,5}))?$/i
const PORT = 5432

/**
 * A URL with several hosts in the form that every driver can read: all of them are its one host, `a%3A5432,b%3A5432,`. The comma at the
 * end says that the driver has to look for the host that takes writes, also where there is one only. Other URLs stay as they are.
 *
 * @returns null where the hosts cannot be read, or where nobody has said that the one that takes writes is wanted
 */
export function withHosts(database_url: string): string | null {
  const [, before = '', authority = '', after = ''] = URL_PARTS.exec(database_url) ?? []
  const is_wanted = new URLSearchParams(after.split('?')[1]).get('target_session_attrs') === 'read-write'
  if (!authority.includes(',') && !is_wanted) return database_url
  const hosts = parseHosts(authority)
  if (hosts === null || !is_wanted) return null
  const joined = hosts.map(({ host, port }) => `${encodeURIComponent(`${bracketed(host)}:${port}`)},`).join('')
  return `${before}${joined}${after}`
}

/** The hosts of which the one that takes writes is wanted; null for the name of a single one. */
export function hostsOf(hostname: string | undefined): readonly DatabaseHost[] | null {
  return hostname?.endsWith(',') ? parseHosts(hostname) : null
}

function parseHosts(authority: string): readonly DatabaseHost[] | null {
  const hosts = authority.replace(/,$/, '').split(',').map(parseHost)
  return hosts.every((host) => host !== null) ? hosts : null
}

function parseHost(text: string): DatabaseHost | null {
  const [, host, port = String(PORT)] = HOST.exec(decoded(text)) ?? []
  const isPort = Number(port) >= 1 && Number(port) <= 65_535
  return host !== undefined && isPort ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port) } : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
