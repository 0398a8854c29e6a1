import { Canonical } from '../../canonical/canonical-json.ts'
import { binaryArray, type ElementType, type Value } from './binary-array.ts'
import { sql } from './database.ts'

/** Every column has a value: one that was forgotten would be null in silence. */
type RecordsetRow<Columns> = { readonly [Name in keyof Columns]: Value }

/**
 * Rows as a relation for `from`, sent as one array for each column, which is read faster than json_to_recordset. The
 * arrays are taken apart side by side in the select list: in `from`, PostgreSQL would put each of them into a table of its
 * own first, for half as much again. sql.md: rows as arrays
 *
 * A query refers to the columns by their names; their order means nothing.
 *
 * @param columns the type of each column, by the name that pg_type has for it; of a `jsonb` one the values are anything
 *   that JSON can hold. A `json_document` is a long JSON value in every row: all of them are one JSON array, which PostgreSQL
 *   reads in one go, and they arrive as jsonb
 */
export function recordset<const Columns extends Readonly<Record<string, ElementType | 'json_document'>>>(
  name: string,
  columns: Columns,
  rows: readonly RecordsetRow<Columns>[],
) {
  const arrays = Object.entries(columns).map(([column, type]) => {
    const values = rows.map((row) => row[column])
    const elements =
      type === 'json_document'
        ? sql.fragment`jsonb_array_elements(${jsonArray(values)}::jsonb)`
        : sql.fragment`unnest(${sql.binary(binaryArray(type, values))}::${sql.identifier([type])}[])`
    return sql.fragment`${elements} as ${sql.identifier([column])}`
  })
  return sql.fragment`(select ${sql.join(arrays, sql.fragment`, `)}) as ${sql.identifier([name])}`
}

/** Texts that are made already are not made again: a batch may have a megabyte of them. */
function jsonArray(values: readonly Value[]): string {
  return `[${values.map((value) => (value instanceof Canonical ? value.text : JSON.stringify(value ?? null))).join()}]`
}
