import Table from 'cli-table3'

export type PrintOptions = { readonly json?: boolean }

type PrintedCell = string | number | boolean | null | undefined

/** Prints rows as a table, or as JSON for scripts. */
export function printTable<Row extends Record<string, PrintedCell>>(rows: readonly Row[], options: PrintOptions): void {
  if (options.json) {
    console.log(JSON.stringify(rows, null, 2))
    return
  }
  const [first] = rows
  if (!first) {
    console.log('nothing')
    return
  }
  const names = Object.keys(first)
  console.log(
    drawTable(
      names,
      rows.map((row) => names.map((name) => row[name])),
    ),
  )
}

type Style = {
  /** The columns whose cells end at the right, counted from 0. */
  readonly right?: readonly number[]
  /** Without lines between the rows. */
  readonly compact?: boolean
}

export function drawTable(
  header: readonly string[],
  rows: readonly (readonly PrintedCell[])[],
  { right = [], compact = false }: Style = {},
): string {
  const colAligns = header.map((_, column) => (right.includes(column) ? 'right' : 'left') as 'left' | 'right')
  const table = new Table({ head: [...header], colAligns, style: { head: [], border: [], compact } })
  table.push(...rows.map((row) => row.map((cell) => String(cell ?? ''))))
  return table.toString()
}
