import { decimal } from '../../shared/accounting/amounts/decimal.ts'
import type { Table } from './table.ts'

/**
 * A table as CSV with a header line, comma and CRLF; amounts are plain decimals.
 *
 * @source RFC 4180
 */
export function csvOf({ columns, rows, currency }: Table): string {
  const lines = rows.map(({ cells }) =>
    cells.map((cell) => (typeof cell === 'bigint' ? decimal(cell, currency) : cell && harmless(cell))),
  )
  return csvLines([columns.map(({ key }) => key), ...lines])
}

/** Written by hand: lists of a hundred thousand lines are, and a library takes four times as long for each (decision 52). */
export function csvLines(lines: readonly (readonly (string | null)[])[]): string {
  let text = ''
  for (const line of lines) text += `${csvLine(line)}\r\n`
  return text
}

/** Nearly no line has a field to quote: then it has no quote and no line break, and a comma only between its fields. */
function csvLine(line: readonly (string | null)[]): string {
  const plain = line.join(',')
  return /["\r\n]/.test(plain) || countCommas(plain) >= line.length ? line.map(quoted).join(',') : plain
}

function countCommas(text: string): number {
  let count = 0
  for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1)) count += 1
  return count
}

function quoted(field: string | null): string {
  if (field === null) return ''
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}

/** Text that a spreadsheet would take for a formula is marked as text. */
export function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
