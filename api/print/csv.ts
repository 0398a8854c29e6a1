import { decimal } from '../../shared/accounting/amounts/decimal.ts'
import type { Heading, Printer } from './table.ts'

/**
 * A table as CSV with a header line, comma and CRLF; amounts are plain decimals.
 *
 * @source RFC 4180
 */
export function csvPrinter({ columns, currency }: Heading): Printer {
  return {
    above: csvLines([columns.map(({ key }) => key)]),
    below: () => '',
    write: ({ cells, is_page_only }) => {
      if (is_page_only) return ''
      const fields = cells.map((cell) => {
        if (typeof cell === 'bigint') return decimal(cell, currency)
        if (cell === null || typeof cell === 'string') return cell && harmless(cell)
        return decimal(cell.amount_minor, cell.currency)
      })
      return csvLines([fields])
    },
  }
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

/** A text that its sender has written, as a field. */
export function csvField(text: string): string {
  return quoted(harmless(text))
}

/**
 * Text that a spreadsheet would take for a formula is marked as text, with an apostrophe. It looks behind blanks and
 * signs that are not seen, as spreadsheets remove them; at full-width signs, as some read them; and at each beginning of a
 * cell where semicolons, tabs or line breaks separate cells, as in the Swiss settings of Excel.
 *
 * Without the apostrophes at these places it is the text again: docs/api/statements.md says how. Only control characters that are
 * neither blanks nor line breaks are left out: a spreadsheet shows nothing of them, and a terminal obeys them.
 *
 * @source OWASP, "CSV Injection"
 */
export function harmless(text: string): string {
  const shown = text.replace(CONTROLS, '')
  return MAY_BEGIN_FORMULA.test(shown) ? shown.replace(BEFORE_SIGN, marked) : shown
}

const CONTROLS = /(?![\t\n\v\f\r\x85])\p{Cc}/gu

/** Nearly no text has such a place, and this is seen in a tenth of the time. */
const MAY_BEGIN_FORMULA = /^(?:[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point})|[;\t\r\n\v\f\x85\u2028\u2029]/u
/**
 * With the quotation mark: readers remove it where they see the beginning of a cell. With the empty pattern of Braille, which
 * is drawn as a blank and is none to Unicode.
 */
const UNSEEN = '\\p{White_Space}\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\u2800\'"'
/**
 * Also as full-width, small, raised and lowered forms, the sign of subtraction, the plus sign of Hebrew, and several in one:
 * all that Unicode takes for these signs (NFKC).
 */
const SIGN =
  '=+\\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207c\u207a\u207b\u208c\u208a\u208b\u2212\ufb29\u2a75\u2a76'
/** As long as it gets, so that a text is read once. */
const BEFORE_SIGN = new RegExp(`(?:^|[;${UNSEEN}])[;${UNSEEN}]*([${SIGN}]?)`, 'gu')
const TAB_FIRST = new RegExp(`^[${UNSEEN}]*[\\t\\r]`, 'u')
/** Not between the two characters of one line break. */
const SEPARATOR = /[\t\n\v\f\x85\u2028\u2029]|\r(?!\n)/gu

/** @param run blanks and semicolons up to a sign, or up to something else where `sign` is empty */
function marked(run: string, sign: string, at: number): string {
  const start = sign === '' ? run.length : run.lastIndexOf(';') + 1
  const [head, cell] = [run.slice(0, start), run.slice(start).replace(SEPARATOR, "$&'")]
  const isFirst = at === 0 && (TAB_FIRST.test(run) || (start === 0 && cell !== ''))
  const isBehindSemicolon = start > 0 && sign !== ''
  return `${isFirst ? "'" : ''}${head}${isBehindSemicolon ? "'" : ''}${cell}`
}
