import type { DetailCode } from '../../contract/platform/detail-codes.ts'
import type { ErrorDetail } from '../../contract/platform/errors.ts'
import type { VatRegistration, VatRegistrationRequest } from '../../contract/vat/registrations.ts'
import { beginsPeriod, FILING_PERIODS_OF } from './filing-periods.ts'

/** What is wrong with a registration by itself. */
export function registrationFindings(request: VatRegistrationRequest): ErrorDetail[] {
  return request.method === 'not_registered'
    ? findWhatNobodyFiles(request)
    : [...findMissing(request), ...findUnfitPeriod(request), ...findWrongActivities(request)]
}

function findWhatNobodyFiles(request: VatRegistrationRequest): ErrorDetail[] {
  return (['consideration', 'filing_period', 'activities', 'exchange_rates'] as const).flatMap((member) =>
    request[member] === undefined
      ? []
      : [at(member, 'not_allowed', `Who is not registered has no ${member}: leave it out.`)],
  )
}

function findMissing(request: VatRegistrationRequest): ErrorDetail[] {
  return (['consideration', 'filing_period'] as const).flatMap((member) =>
    request[member] === undefined ? [at(member, 'required', `A ${request.method} registration has a ${member}.`)] : [],
  )
}

function findUnfitPeriod({ method, filing_period }: VatRegistrationRequest): ErrorDetail[] {
  if (method === 'not_registered' || filing_period === undefined) return []
  const periods = FILING_PERIODS_OF[method]
  if (periods.includes(filing_period)) return []
  return [at('filing_period', 'filing_period_unfit', `${method} is filed by ${periods.join(' or ')}.`)]
}

function findWrongActivities({ method, activities = [] }: VatRegistrationRequest): ErrorDetail[] {
  if (method === 'effective')
    return activities.length === 0
      ? []
      : [at('activities', 'not_allowed', 'Only net_tax_rate has activities: leave them out.')]
  if (activities.length === 0)
    return [at('activities', 'required', 'net_tax_rate has at least one activity with the rate that was granted.')]
  const seen = new Set<string>()
  const isTwice = (name: string) => seen.size === seen.add(name).size
  return activities.flatMap(({ activity_id, accounts = [] }, index) => [
    ...(isTwice(`activity ${activity_id}`)
      ? [at(`activities/${index}/activity_id`, 'duplicate', 'List each activity once.')]
      : []),
    ...accounts.flatMap((account_code, place) =>
      isTwice(`account ${account_code}`)
        ? [at(`activities/${index}/accounts/${place}`, 'duplicate', 'An account has one activity by default.')]
        : [],
    ),
  ])
}

function at(member: string, code: DetailCode, message: string): ErrorDetail {
  return { pointer: `/${member}`, code, message }
}

/** The registrations once a change is made: that of its day is replaced. */
export function withRegistration(
  registrations: readonly VatRegistration[],
  changed: VatRegistration,
): readonly VatRegistration[] {
  const others = registrations.filter(({ valid_from }) => valid_from !== changed.valid_from)
  return [...others, changed].sort((a, b) => (a.valid_from < b.valid_from ? -1 : 1))
}

/**
 * Two registrations never share a filing period: its return has one method. Only who was not registered before, or is no
 * longer, may begin or end within one.
 *
 * @returns the day on which one begins within a period of the other, or null
 */
export function dayInsidePeriod(registrations: readonly VatRegistration[]): string | null {
  const found = registrations.find((next, index) => {
    const before = registrations[index - 1]
    if (!before?.filing_period || !next.filing_period || isFiledAlike(before, next)) return false
    return !beginsPeriod(next.valid_from, before.filing_period) || !beginsPeriod(next.valid_from, next.filing_period)
  })
  return found?.valid_from ?? null
}

/**
 * Method, consideration and kind of exchange rates are kept for whole tax periods, which are calendar years. Who was not
 * registered before, or is no longer, may begin or end within one.
 *
 * @returns the day on which one of them changes within a year, or null
 * @source MWSTG Art. 34 Abs. 2, Art. 37 Abs. 4, Art. 39 Abs. 3; MWSTV Art. 45 Abs. 5
 */
export function dayInsideTaxPeriod(registrations: readonly VatRegistration[]): string | null {
  const found = registrations.find((next, index) => {
    const before = registrations[index - 1]
    if (!before?.filing_period || !next.filing_period) return false
    const isKept = (['method', 'consideration', 'exchange_rates'] as const).every((name) => before[name] === next[name])
    return !isKept && !next.valid_from.endsWith('-01-01')
  })
  return found?.valid_from ?? null
}

function isFiledAlike(a: VatRegistration, b: VatRegistration): boolean {
  return a.method === b.method && a.consideration === b.consideration && a.filing_period === b.filing_period
}

/**
 * By which days of documents another registration taxes them otherwise: method and activities follow the supply, consideration
 * the day of posting, or the supply where the method of that day is another. Filing period, exchange rates and texts tax nothing.
 */
export function daysOfOtherTax(
  before: VatRegistration,
  changed: VatRegistration,
  registrations: readonly VatRegistration[],
): readonly ('supplied' | 'posted')[] {
  const isOtherMethod = before.method !== changed.method
  const isOtherConsideration = before.consideration !== changed.consideration
  const hasSeveralMethods = registrations.some(({ method }) => method !== changed.method)
  const isOfSupply =
    isOtherMethod || activitiesOf(before) !== activitiesOf(changed) || (isOtherConsideration && hasSeveralMethods)
  return [
    ...(isOfSupply ? (['supplied'] as const) : []),
    ...(isOtherConsideration && !isOtherMethod ? (['posted'] as const) : []),
  ]
}

function activitiesOf({ activities }: VatRegistration): string {
  const posted = activities.map(({ activity_id, rate_bp, accounts = [] }) => [
    activity_id,
    rate_bp,
    [...accounts].sort(),
  ])
  return JSON.stringify(posted.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)))
}
