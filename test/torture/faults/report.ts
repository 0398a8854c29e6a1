import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Outcome = {
  readonly name: string
  readonly simulates: string
  readonly planted_in: string
  /** null: neither a test nor the verifier has noticed it. */
  readonly caught_by: string | null
  /** The message of the test, or why there is none. */
  readonly message: string
}

const FILE = join(import.meta.dirname, '../FAULTS.md')
const BEGIN = '<!-- written by npm run faults -->'
const END = '<!-- end -->'

/** Writes the outcomes into FAULTS.md. */
export function writeTable(outcomes: readonly Outcome[]): void {
  const [before = '', rest = ''] = readFileSync(FILE, 'utf8').split(BEGIN)
  const after = rest.split(END)[1] ?? ''
  const rows = outcomes.map(({ name, simulates, planted_in, caught_by }) =>
    [name, simulates, `\`${planted_in}\``, caught_by ?? '**nothing**'].map(cell).join(' | '),
  )
  const header = ['fault | what it simulates | planted in | caught by', '--- | --- | --- | ---']
  const table = [...header, ...rows].map((row) => `| ${row} |`).join('\n')
  writeFileSync(FILE, `${before}${BEGIN}\n\n${table}\n\n${END}${after}`)
}

export function writeReport(outcomes: readonly Outcome[], file: string): void {
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), outcomes }, null, 2)}\n`)
}

/** The names that the table of FAULTS.md has. */
export function namesInTable(): string[] {
  const [, table = ''] = readFileSync(FILE, 'utf8').split(BEGIN)
  const rows = table.split(END)[0]?.match(/^\| .*$/gm) ?? []
  return rows.slice(2).map((row) => row.split(' | ')[0]?.slice(2) ?? '')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
