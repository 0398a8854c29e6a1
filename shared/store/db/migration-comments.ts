export type Migration = { readonly name: string; readonly text: string }

/** Comments by the name of a table or index, and by `table.name` of a column or constraint. */
export type Comments = ReadonlyMap<string, readonly string[]>

const COMMENT = /^\s*-- ?(.*)$/
const TABLE = /^(?:create|alter) table (\w+)/
const ADDED_COLUMN = /^alter table (\w+) add column (\w+)/
const INDEX = /^create (?:unique )?index (\w+)/
const PART = /^\s+(?:add |alter )?(?:column |constraint )?(\w+)/

/**
 * Collects the comments that stand right above a table, column, constraint or index in the migrations; the catalog does
 * not keep them. The comment at the head of a migration is that of its first statement, unless this has another. What a
 * later migration says of the same thing counts.
 */
export function commentsInMigrations(migrations: readonly Migration[]): Comments {
  return new Map(migrations.flatMap(({ text }) => commentsIn(text)))
}

/** Names of the migrations that make or change a table, its indexes or its triggers, in their order. */
export function migrationsOfTable(migrations: readonly Migration[], table: string): string[] {
  const use = new RegExp(`\\b(table|on|watch_books\\(')\\s*${table}\\b`)
  return migrations.filter(({ text }) => use.test(text.replace(/--.*/g, ''))).map(({ name }) => name)
}

function commentsIn(migration: string): [string, string[]][] {
  const found: [string, string[]][] = []
  let comment: string[] = []
  let table = ''
  let isHead = true
  let isAfterBlank = false
  for (const line of migration.split('\n')) {
    const text = COMMENT.exec(line)?.[1]
    if (text !== undefined) comment = isAfterBlank ? [text] : [...comment, text]
    isAfterBlank = line.trim() === ''
    if (isAfterBlank && !isHead) comment = []
    if (text !== undefined || isAfterBlank) continue
    isHead = false
    const name = nameIn(line, table)
    if (name && comment.length > 0) found.push([name, comment])
    comment = []
    table = TABLE.exec(line)?.[1] ?? table
    if (line.trimEnd().endsWith(';')) table = ''
  }
  return found
}

/** The thing that a line makes, if it is one that is commented on. */
function nameIn(line: string, table: string): string | null {
  const [, of_table, column] = ADDED_COLUMN.exec(line) ?? []
  if (of_table) return `${of_table}.${column}`
  const whole = TABLE.exec(line)?.[1] ?? INDEX.exec(line)?.[1]
  if (whole) return whole
  const part = table && PART.exec(line)?.[1]
  return part ? `${table}.${part}` : null
}
