/** The locks of tables that keep processes waiting, from the weakest on. */
export const LOCK_MODES = ['row exclusive', 'share', 'share row exclusive', 'exclusive', 'access exclusive'] as const

export type LockMode = (typeof LOCK_MODES)[number]

/** What a statement locks: a table, or the table of an index. */
export type TableLock = { readonly name: string; readonly mode: LockMode }

/** `names` are what is locked; `mode` is in the text of the statement. */
const LOCKING: readonly (readonly [statement: RegExp, mode: LockMode | null])[] = [
  [/^lock (?:table )?(?<names>.+?) in (?<mode>.+) mode$/, null],
  [/^alter table (?:if exists )?(?:only )?(?<names>\w+)/, 'access exclusive'],
  [/^drop (?:table|index) (?:if exists )?(?<names>[\w, ]+?)(?: cascade)?$/, 'access exclusive'],
  [/^drop trigger (?:if exists )?\w+ on (?<names>\w+)/, 'access exclusive'],
  [/^truncate (?:table )?(?<names>[\w, ]+)/, 'access exclusive'],
  [/^create (?:or replace )?(?:constraint )?trigger .*? on (?<names>\w+)/, 'share row exclusive'],
  [/^create (?:unique )?index (?:if not exists )?\w+ on (?<names>\w+)/, 'share'],
  [/^(?:insert into|update|delete from) (?<names>\w+)/, 'row exclusive'],
]

/** What alters only how a table is planned or stored locks nobody out who reads or writes. */
const HARMLESS = /^alter table \w+ (?:(?:alter column \w+ set statistics -?\d+|set \([^)]*\))(?:, |$))+$/

/** The locks that the statements of a migration take, in their order. What functions do is not looked at. */
export function tableLocksOf(migration: string): TableLock[] {
  const statements = migration
    .replace(/\$\$[\s\S]*?\$\$/g, '')
    .replace(/--.*$/gm, '')
    .split(';')
  return statements.flatMap((statement) => locksOfStatement(statement.trim().replace(/\s+/g, ' ').toLowerCase()))
}

function locksOfStatement(statement: string): TableLock[] {
  if (HARMLESS.test(statement)) return []
  for (const [pattern, usual] of LOCKING) {
    const found = pattern.exec(statement)?.groups
    const mode = usual ?? LOCK_MODES.find((known) => known === found?.mode)
    if (found && mode) return (found.names ?? '').split(',').map((name) => ({ name: name.trim(), mode }))
  }
  return []
}
