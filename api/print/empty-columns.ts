import type { Slice } from '../http/admission/turns.ts'
import type { Row, Table } from './table.ts'

/**
 * A column of texts that no row has is none to a reader. Programs find every column where it ever was. Rows are made while they
 * are read, so only as many are read here as it takes to see a text in each column.
 */
export async function withoutEmptyColumns(table: Table, slice: Slice): Promise<Table> {
  const rest = table.rows[Symbol.iterator]()
  const seen: Row[] = []
  let empty = table.columns.flatMap(({ is_amount, is_hidden }, at) => (is_amount || is_hidden ? [] : [at]))
  while (empty.length > 0) {
    const { done, value: row } = rest.next()
    if (done) break
    seen.push(row)
    if (!row.is_hidden) empty = empty.filter((at) => row.cells[at] === null || row.cells[at] === '')
    if (slice.isOver()) await slice.next()
  }
  // Without rows every heading stays: they say what the list has of others.
  const isHidden = (at: number) => seen.length > 0 && empty.includes(at)
  const columns = table.columns.map((column, at) => (isHidden(at) ? { ...column, is_hidden: true } : column))
  return { ...table, columns, rows: bothOf(seen, rest) }
}

function* bothOf(seen: readonly Row[], rest: Iterator<Row>): Generator<Row> {
  yield* seen
  yield* { [Symbol.iterator]: () => rest }
}
