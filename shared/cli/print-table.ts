import Table from 'cli-table3'

type Cell = string | number | boolean | null | undefined

/** Prints rows as a table, or as JSON for scripts. */
export function printTable<Row extends Record<string, Cell>>(rows: readonly Row[], options: { json?: boolean }): void {
  if (options.json) {
    console.log(JSON.stringify(rows, null, 2))
    return
  }
  const [first] = rows
  if (!first) {
    console.log('nothing')
    return
  }
  const head = Object.keys(first)
  const table = new Table({ head, style: { head: [], border: [] } })
  for (const row of rows) table.push(head.map((name) => String(row[name] ?? '')))
  console.log(table.toString())
}
