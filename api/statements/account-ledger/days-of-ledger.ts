import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { Snapshot } from '../statement-snapshot.ts'

/**
 * Days are of the year, and the first is not behind the last. What stands beside a ledger is of the whole year, and nothing of some days
 * stands beside them.
 */
export function refusalOfDays(
  snapshot: Snapshot,
  from_date: string | undefined,
  to_date: string | undefined,
): ApiError | null {
  if (from_date === undefined && to_date === undefined) return null
  const { books, query } = snapshot
  const { buckets, first } = books
  const [start = '', end = ''] = [buckets[first]?.start_date, buckets.at(-1)?.end_date]
  for (const [name, day] of [
    ['from_date', from_date],
    ['to_date', to_date],
  ] as const)
    if (day !== undefined && (day < start || day > end))
      return outOfRange(`/${name}`, `${name} must be a day of the fiscal year, from ${start} to ${end}.`)
  if (from_date !== undefined && to_date !== undefined && from_date > to_date)
    return outOfRange('/from_date', `from_date ${from_date} is after to_date ${to_date}.`)
  const beside = (['comparison', 'granularity'] as const).find((name) => query[name] !== undefined)
  if (!beside) return null
  const message = `Ask for days or for a ${beside}, not for both.`
  return new ApiError('invalid_request', message, [{ pointer: `/${beside}`, code: 'not_allowed', message }])
}

function outOfRange(pointer: string, message: string): ApiError {
  return new ApiError('invalid_request', message, [{ pointer, code: 'out_of_range', message }])
}
