import { taxOnNet } from '../../amounts/rounding.ts'
import type { ReturnLine } from './lines-of-form.ts'

/** @source eCH-0217 2.0: from this day on the turnover of net tax rates stands in the file by activity, before by rate */
export const SINCE_ACTIVITIES = '2025-01-01'

/**
 * Lines of one rate taxed together: each has what the turnover of the rate makes with it, less what it makes without. The file has
 * one element for a rate, and the portal computes the tax of that: figures 311 and 312 of 0.20 each at 2.5 % are 0.01 and
 * nothing, as 0.40 are 0.01.
 */
export function taxedByRate(lines: readonly ReturnLine[]): ReturnLine[] {
  const turnover = new Map<bigint, bigint>()
  return lines.map((line) => {
    const { rate_bp, base_minor } = line
    if (rate_bp === null || base_minor === null) return line
    const before = turnover.get(rate_bp) ?? 0n
    turnover.set(rate_bp, before + base_minor)
    return { ...line, tax_minor: taxOnNet(before + base_minor, rate_bp) - taxOnNet(before, rate_bp) }
  })
}
