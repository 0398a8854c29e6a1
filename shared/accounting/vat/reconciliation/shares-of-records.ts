import type { TaxRecordKind } from '../../../contract/vat/tax-records.ts'
import type { ReconciledTotal } from '../../../contract/vat/totals-of-reconciliation.ts'
import { sumOfLines } from '../return/lines-of-form.ts'
import type { TaxTotal } from '../return/tax-total.ts'
import { owedOf } from '../return/tie.ts'
import { vatReturnOf } from '../return/vat-return.ts'
import { isOwed } from './tax.ts'

/** What tax records have in common that count alike. */
export type RecordClass = Omit<TaxTotal, 'base_minor' | 'tax_minor'> & { readonly kind: TaxRecordKind }

/** With which sign the base (200, 289, 299) or the tax (399, 479) of a record counts; 0: it does not. */
export type ShareOf = (record: RecordClass) => bigint

export type MethodOfDays = { readonly method: 'effective' | 'net_tax_rate'; readonly last_day: string }

export function isOfTurnover(total: ReconciledTotal): boolean {
  return total === '200' || total === '289' || total === '299'
}

/** In a return of these days. The tax of 399 is the booked one: what the lines compute beside it is rounding. */
export function shareInReturn(total: ReconciledTotal, { method, last_day }: MethodOfDays): ShareOf {
  return (record) => {
    const { lines } = vatReturnOf([unitOf(record)], { method, last_day, activities: [] })
    if (total === '399')
      return lines.reduce((sum, { rate_bp, booked_minor }) => sum + (rate_bp === null ? 0n : (booked_minor ?? 0n)), 0n)
    const field = isOfTurnover(total) ? 'base_minor' : 'tax_minor'
    return sumOfLines(
      lines.filter(({ figure }) => figure === total),
      field,
    )
  }
}

/** In what the records of a year make, whatever returns its days have: what is in no return differs by it. */
export function shareInYear(total: ReconciledTotal, last_day: string): ShareOf {
  return isOfTurnover(total) ? shareInReturn(total, { method: 'effective', last_day }) : shareOfTax(total)
}

/** Of tax that is due with payments: what the year adds to it is in no total yet. */
export function shareNotDue(total: ReconciledTotal): ShareOf {
  const shareOf = shareOfTax(total)
  return (record) => {
    if (isOfTurnover(total) || record.kind.startsWith('due') || record.kind === 'taken_over') return 0n
    return record.kind === 'not_due' ? -shareOf(record) : shareOf(record)
  }
}

/** Of tax that counts in another year than that of its entry. */
export function shareOfOtherYears(total: ReconciledTotal, last_day: string): ShareOf {
  const shareOf = shareInYear(total, last_day)
  const isCounted = ({ kind }: RecordClass) =>
    kind.startsWith('due') || (isOfTurnover(total) && kind.startsWith('declared'))
  return (record) => (isCounted(record) ? shareOf(record) : 0n)
}

/** What is owed leads to 399, what is deducted to 479. */
function shareOfTax(total: ReconciledTotal): ShareOf {
  return (record) => {
    if (isOwed(record) !== (total === '399')) return 0n
    const owed = owedOf([unitOf(record)])
    return total === '399' ? owed : -owed
  }
}

function unitOf({ kind: _, ...record }: RecordClass): TaxTotal {
  return { ...record, base_minor: 1n, tax_minor: 1n }
}
