import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import {
  type ShareOf,
  shareInReturn,
  shareInYear,
  shareNotDue,
} from '../../../../shared/accounting/vat/reconciliation/shares-of-records.ts'
import type { ReconciledEntryQuery } from '../../../../shared/contract/vat/reconciled-entries.ts'
import type { ReconciledTotal } from '../../../../shared/contract/vat/totals-of-reconciliation.ts'
import type { ReturnScope } from '../../../../shared/store/vat/tax-accounts.ts'
import { IN_RETURNS } from '../../../../shared/store/vat/tax-totals.ts'
import type { DatedReturn } from '../read-returns-of-year.ts'

/** Days whose records count alike, and how. */
export type DaysOfTotal = {
  readonly from: string
  readonly to: string
  /** Only entries behind this one. */
  readonly after?: bigint
  /** Only entries up to this one. */
  readonly through?: bigint
  readonly shareOf: ShareOf
}

/** In the order of the days; none of them are twice there. */
export function daysOfTotal(
  query: ReconciledEntryQuery,
  total: ReconciledTotal,
  year: ReturnScope,
  returns: readonly DatedReturn[],
): readonly DaysOfTotal[] {
  const { step, period, counts_in = 'period' } = query
  if (step === 'not_due') return [{ ...year, shareOf: shareNotDue(total) }]
  if (step === 'not_in_return') {
    const inYear = shareInYear(total, year.to)
    const isCounted = (kind: string) => kind.startsWith('due') || kind.startsWith('declared')
    return partsOf(year, returns).map(({ from, to, its }) => {
      const inReturns = sharesIn(total, its)
      const shareOf: ShareOf = (record) => (isCounted(record.kind) ? inReturns(record) - inYear(record) : 0n)
      return { from, to, shareOf }
    })
  }
  const asked = returns.filter(
    ({ days, is_annual }) =>
      period === undefined || (days.name === period && is_annual === (counts_in === 'annual_reconciliation')),
  )
  if (step === undefined)
    return partsOf(year, asked).map(({ from, to, its }) => ({ from, to, shareOf: sharesIn(total, its) }))
  return asked.flatMap((one) => ofFiling(step, total, one))
}

/** What no filing of a return has, or what the last one does. */
function ofFiling(step: string, total: ReconciledTotal, one: DatedReturn): DaysOfTotal[] {
  const { from, to } = one.days
  const shareOf = sharesIn(total, [one])
  const last = one.filings.at(-1)?.entry_number ?? 0n
  if (step === 'not_filed') return [{ from, to, after: last, shareOf: (record) => -shareOf(record) }]
  return step === 'filed' ? [{ from, to, through: last, shareOf }] : []
}

/** A record counts in the period of its day, or in the reconciliation of its year. */
function sharesIn(total: ReconciledTotal, returns: readonly DatedReturn[]): ShareOf {
  const shares = returns.map(({ days, is_annual }) => ({
    kinds: is_annual ? IN_RETURNS.year : IN_RETURNS.period,
    shareOf: shareInReturn(total, {
      method: days.registration.method === 'net_tax_rate' ? 'net_tax_rate' : 'effective',
      last_day: days.to,
    }),
  }))
  return (record) =>
    shares.reduce((sum, { kinds, shareOf }) => (kinds.includes(record.kind) ? sum + shareOf(record) : sum), 0n)
}

/** The days of a year, parted wherever a return begins or ends, each part with the returns that have its days. */
function partsOf({ from, to }: ReturnScope, returns: readonly DatedReturn[]) {
  const begins = returns.flatMap(({ days }) => [days.from, addDays(days.to, 1)])
  const first = [...new Set([from, ...begins])].filter((day) => day >= from && day <= to).sort()
  return first.map((begin, index) => {
    const next = first[index + 1]
    const its = returns.filter(({ days }) => days.from <= begin && days.to >= begin)
    return { from: begin, to: next === undefined ? to : addDays(next, -1), its }
  })
}
