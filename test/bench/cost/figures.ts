import type { Row } from '../table.ts'
import type { Round } from './round.ts'
import type { Usage } from './usage.ts'

export type Side = { readonly name: string; readonly rounds: readonly Round[] }
type Figure = {
  readonly what: string
  readonly unit: string
  readonly of: (round: Round, facts: number) => number
  /** Those without one show where the others come from. */
  readonly has_goal: boolean
}

/** How much worse a change may be. */
const MOST = 1.03

const UNITS: Readonly<Record<keyof Usage, readonly [what: string, unit: string]>> = {
  web: ['CPU of web', 'µs'],
  worker: ['CPU of the worker', 'µs'],
  postgres: ['CPU of PostgreSQL', 'µs'],
  statements: ['SQL statements', ''],
  wal: ['WAL', 'bytes'],
  wal_records: ['WAL without full pages', 'bytes'],
}

const FIGURES: readonly Figure[] = [
  ...whole('web', 'worker', 'postgres', 'statements', 'wal', 'wal_records'),
  ...part('accepted alone', 'alone', 1, ['web', 'postgres', 'statements', 'wal']),
  ...part('accepted in a batch', 'together', 1, ['web', 'postgres', 'statements', 'wal']),
  ...part('evaluated and posted', 'draining', 2, ['worker', 'postgres', 'statements', 'wal']),
  ...part('vacuum afterwards', 'vacuum', 2, ['postgres', 'wal']),
]

/**
 * One row for each figure: the median of the rounds with the least and the most, against those of the other version.
 *
 * @param facts of each of the two ways of accepting, in a round
 */
export function costRows(facts: number, mine: Side, other: Side | null): Row[] {
  return FIGURES.map(({ what, unit, of, has_goal }) => {
    const values = mine.rounds.map((round) => of(round, facts))
    const others = other?.rounds.map((round) => of(round, facts)) ?? []
    // What makes the machine slower for a while is in both versions of a round.
    const ratios = others.map((value, index) => (values[index] ?? Number.NaN) / value)
    const ratio = median(ratios)
    const figures = { [mine.name]: values, ...(other && { [other.name]: others, ratios, ratio }) }
    const measured = scatter(values, unit)
    if (!other) return { what, measured, goal: '', is_reached: null, figures }
    return {
      what,
      measured: `${measured} against ${scatter(others, unit)}: ${scatter(ratios, '×', 3)}`,
      goal: has_goal ? `≤ ${MOST} ×` : '',
      is_reached: has_goal ? ratio <= MOST : null,
      figures,
    }
  })
}

function whole(...names: readonly (keyof Usage)[]): Figure[] {
  const sum = ({ alone, together, draining, vacuum }: Round, name: keyof Usage) =>
    alone[name] + together[name] + draining[name] + vacuum[name]
  return names.map((name) => ({
    what: `per fact: ${UNITS[name][0]}`,
    unit: UNITS[name][1],
    of: (round, facts) => sum(round, name) / (2 * facts),
    has_goal: name !== 'wal_records',
  }))
}

function part(what: string, part: keyof Round, ways: 1 | 2, names: readonly (keyof Usage)[]): Figure[] {
  return names.map((name) => ({
    what: `${what}: ${UNITS[name][0]}`,
    unit: UNITS[name][1],
    of: (round, facts) => round[part][name] / (ways * facts),
    has_goal: false,
  }))
}

/** The median with the least and the most, as `12.3 (12.1–12.9) µs`. */
function scatter(values: readonly number[], unit: string, digits?: number): string {
  const text = (value: number) => value.toFixed(digits ?? (value >= 1_000 ? 0 : value >= 10 ? 1 : 3))
  return `${text(median(values))} (${text(Math.min(...values))}–${text(Math.max(...values))}) ${unit}`.trim()
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2
}
