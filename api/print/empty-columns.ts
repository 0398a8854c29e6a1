import type { Table } from './table.ts'

/** A column of texts that no row has is none to a reader. Programs find every column where it ever was. */
export function withoutEmptyColumns(table: Table): Table {
  const rows = [...table.rows]
  if (rows.length === 0) return table
  const isFilled = (at: number) =>
    rows.some(({ cells, is_hidden }) => !is_hidden && cells[at] !== null && cells[at] !== '')
  const columns = table.columns.map((column, at) =>
    column.is_amount || column.is_hidden || isFilled(at) ? column : { ...column, is_hidden: true },
  )
  return { ...table, columns, rows }
}
