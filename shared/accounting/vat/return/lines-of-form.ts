import { taxOnNet } from '../../amounts/rounding.ts'
import { figuresOn } from '../tax-codes.ts'
import type { Fill, LineOfForm, SourceOfLine } from './fills.ts'
import type { TaxedActivity } from './tax-total.ts'

/** A line of the return. What the form does not have on a line is null. */
export type ReturnLine = LineOfForm & {
  /** Turnover, consideration or the base of a tax. */
  readonly base_minor: bigint | null
  readonly tax_minor: bigint | null
  /** What the records have as tax; it differs by Rappen from the tax that is computed on the base of all of them. */
  readonly booked_minor: bigint | null
  /** Of the records that fill the line; a total of other lines has none. */
  readonly sources: readonly SourceOfLine[]
}

/** A line of turnover or consideration, without tax. */
export function baseLine(fills: readonly Fill[], figure: string): ReturnLine {
  const its = fills.filter((fill) => fill.figure === figure)
  return { ...lineWith({ figure }, its), base_minor: sumOfLines(its, 'base_minor') }
}

/** A line of input tax, which is what was booked. */
export function taxLine(fills: readonly Fill[], figure: string): ReturnLine {
  const its = fills.filter((fill) => fill.figure === figure)
  const tax_minor = sumOfLines(its, 'tax_minor')
  return { ...lineWith({ figure }, its), tax_minor, booked_minor: tax_minor }
}

/** The lines of the rates that are law at the end of the period, and of those that something was taxed at. */
export function rateLines(fills: readonly Fill[], kind: 'output' | 'acquisition', last_day: string): ReturnLine[] {
  const figures = kind === 'output' ? /^3[0-7]/ : /^38/
  const its = fills.filter(({ figure, rate_bp }) => rate_bp !== null && figures.test(figure ?? ''))
  const inForce = figuresOn(kind, last_day).map((line) => ({ ...line, activity_id: null }))
  const lines = new Map<string, LineOfForm>([...inForce, ...its].map((line) => [keyOf(line), line]))
  return [...lines]
    .sort(([, a], [, b]) => Number(a.figure) - Number(b.figure) || Number(b.rate_bp) - Number(a.rate_bp))
    .map(([key, { figure, rate_bp }]) => {
      const ofRate = its.filter((fill) => keyOf(fill) === key)
      return taxedLine({ figure, rate_bp, activity_id: null }, rate_bp ?? 0n, ofRate)
    })
}

/**
 * A line for each activity that the end customer is registered with, then one for each other rate and activity that a supply of
 * before was taxed at.
 */
export function activityLines(fills: readonly Fill[], activities: readonly TaxedActivity[]): ReturnLine[] {
  const ofActivities = fills.flatMap(({ activity_id, rate_bp }) =>
    activity_id === null || rate_bp === null ? [] : [{ figure: null, activity_id, rate_bp }],
  )
  const registered = activities.map(({ activity_id, rate_bp }) => ({ figure: null, activity_id, rate_bp }))
  const known = new Set(registered.map(keyOfActivity))
  const others = ofActivities
    .filter((line) => !known.has(keyOfActivity(line)))
    .sort((a, b) => (keyOfActivity(a) < keyOfActivity(b) ? -1 : 1))
  const lines = new Map([...registered, ...others].map((line) => [keyOfActivity(line), line]))
  return [...lines].map(([key, line]) => {
    const its = fills.filter((fill) => fill.activity_id !== null && keyOfActivity(fill) === key)
    return taxedLine(line, line.rate_bp, its)
  })
}

/** A total of other lines. */
export function computedLine(
  figure: string,
  amounts: Partial<Pick<ReturnLine, 'base_minor' | 'tax_minor'>>,
): ReturnLine {
  return { ...lineWith({ figure }, []), ...amounts }
}

export function sumOfLines<Field extends 'base_minor' | 'tax_minor'>(
  lines: readonly { readonly [field in Field]: bigint | null }[],
  field: Field,
): bigint {
  return lines.reduce((total, line) => total + (line[field] ?? 0n), 0n)
}

function taxedLine(line: LineOfForm, rate_bp: bigint, fills: readonly Fill[]): ReturnLine {
  const base_minor = sumOfLines(fills, 'base_minor')
  const tax_minor = taxOnNet(base_minor, rate_bp)
  return { ...lineWith(line, fills), base_minor, tax_minor, booked_minor: sumOfLines(fills, 'tax_minor') }
}

function lineWith(line: Partial<LineOfForm>, fills: readonly Fill[]): ReturnLine {
  const nameOf = ({ tax_code, form_figure }: SourceOfLine) => `${tax_code} ${form_figure}`
  const byName = new Map(fills.map(({ source }) => [nameOf(source), source]))
  const sources = [...byName.keys()].sort().flatMap((name) => byName.get(name) ?? [])
  const nothing = { base_minor: null, tax_minor: null, booked_minor: null }
  return { figure: null, rate_bp: null, activity_id: null, ...line, ...nothing, sources }
}

function keyOfActivity({ activity_id, rate_bp }: Pick<LineOfForm, 'activity_id' | 'rate_bp'>): string {
  return `${activity_id} ${String(rate_bp).padStart(5, '0')}`
}

function keyOf({ figure, rate_bp }: LineOfForm): string {
  return `${figure} ${rate_bp}`
}
