import { writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { printTable } from '../../shared/cli/print-table.ts'

/** One line of the table: a measured figure, its goal, and whether it is reached. */
export type Row = {
  readonly what: string
  readonly measured: string
  readonly goal: string
  /** null: there is no goal, or the program to compare with is not installed. */
  readonly is_reached: boolean | null
  readonly figures: object
}

/** A ratio with a least or a most. */
export function ratioRow(
  what: string,
  measured: string,
  ratio: number,
  goal: { readonly least: number } | { readonly most: number },
  figures: object,
): Row {
  const [sign, limit] = 'least' in goal ? ['≥', goal.least] : ['≤', goal.most]
  return {
    what,
    measured: `${measured}: ${ratio.toFixed(2)} ×`,
    goal: `${sign} ${limit} ×`,
    is_reached: 'least' in goal ? ratio >= limit : ratio <= limit,
    figures: { ...figures, ratio },
  }
}

/** Prints the rows and writes them, with the machine that they are about, as JSON. */
export function report(rows: readonly Row[], file: string, versions: object): void {
  const verdict = ({ is_reached }: Row) => (is_reached === null ? '' : is_reached ? 'yes' : 'NO')
  printTable(
    rows.map((row) => ({ what: row.what, measured: row.measured, goal: row.goal, reached: verdict(row) })),
    {},
  )
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memory_mb: Math.round(totalmem() / 2 ** 20),
    kernel: release(),
    node: process.version,
    ...versions,
  }
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine, rows }, null, 2)}\n`)
  console.log(`Written to ${file}.`)
}

/** The value that the given share of the sorted values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
