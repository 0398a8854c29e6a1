import { withHosts } from './database-hosts.ts'

export type Parse<T> = (text: string) => T | Wrong
type Setting<Value, Parsed = Value> = {
  readonly name: string
  readonly fallback: Value
  readonly parse: Parse<Parsed>
  readonly says: string
}
/** What a value must be. */
export class Wrong {
  readonly rule: string
  constructor(rule: string) {
    this.rule = rule
  }
}

export function setting<T, Fallback extends T | null>(name: string, fallback: Fallback, parse: Parse<T>, says: string) {
  type Value = Fallback extends null ? T | null : T
  return { name, fallback, parse, says } as Setting<Value, T>
}

export function integer(least: number, most: number): Parse<number> {
  return (value) => {
    const isInRange = /^\d{1,10}$/.test(value) && Number(value) >= least && Number(value) <= most
    return isInRange ? Number(value) : new Wrong(`a whole number from ${least} to ${most}`)
  }
}

export function integerOrNone(least: number, most: number): Parse<number> {
  const parse = integer(least, most)
  return (value) => {
    const parsed = value === '0' ? 0 : parse(value)
    return parsed instanceof Wrong ? new Wrong(`${parsed.rule}, or 0`) : parsed
  }
}

export function oneOf(allowed: readonly string[]): Parse<string> {
  return (value) => (allowed.includes(value) ? value : new Wrong(`one of ${allowed.join(', ')}`))
}

export function flag(value: string): boolean | Wrong {
  return value === '1' || value === '0' ? value === '1' : new Wrong('1 or 0')
}

export function anyText(value: string): string {
  return value
}

export function token(value: string): string | Wrong {
  return /^[\x21-\x7e]{16,200}$/.test(value) ? value : new Wrong('16 to 200 printable ASCII characters without blanks')
}

export function databaseUrl(value: string): string | Wrong {
  const rule = new Wrong(
    'a URL like postgres://user:password@host:5432/database, or with several hosts and target_session_attrs=read-write',
  )
  const url = withHosts(value)
  if (url === null || !URL.canParse(url)) return rule
  const { protocol, hostname, pathname } = new URL(url)
  const isPostgres = protocol === 'postgres:' || protocol === 'postgresql:'
  return isPostgres && hostname !== '' && pathname.length > 1 ? url : rule
}

export const DATABASE_NAME = /^[a-z][a-z0-9_-]{0,39}$/

export function databaseNames(value: string): readonly string[] | Wrong {
  const names = value.split(',').map((name) => name.trim())
  return names.every((name) => DATABASE_NAME.test(name))
    ? names
    : new Wrong('names of ledger databases with commas between')
}
