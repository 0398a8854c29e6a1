import { FILLS, type LineOfForm, type SourceOfLine } from './fills.ts'
import type { TaxTotal } from './tax-total.ts'

/** What the records of one tax code add to a line of the form: its turnover exactly, its tax as the records have it. */
export type PartOfLine = LineOfForm & {
  readonly source: SourceOfLine
  readonly base_minor: bigint
  readonly tax_minor: bigint
}

export function partsOfLines(
  totals: readonly TaxTotal[],
  method: keyof typeof FILLS,
  last_day: string,
): readonly PartOfLine[] {
  const parts = new Map<string, PartOfLine>()
  for (const fill of totals.flatMap((total) => FILLS[method][total.direction](total, last_day))) {
    const { figure, activity_id, rate_bp, source } = fill
    const key = [figure, activity_id, rate_bp, source.tax_code, source.form_figure].join(' ')
    const before = parts.get(key)
    const base_minor = fill.base_minor + (before?.base_minor ?? 0n)
    parts.set(key, { ...fill, base_minor, tax_minor: fill.tax_minor + (before?.tax_minor ?? 0n) })
  }
  return [...parts.values()]
}
