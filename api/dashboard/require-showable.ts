import type { Context } from 'koa'
import { ApiError } from '../../shared/contract/platform/errors.ts'

/** Parameters that the dashboard hands to PostgreSQL as integers. */
const NUMBERS = ['page', 'minRetries']
const ONE_JOB = /^\/queues\/[^/]+\/jobs\//

/**
 * Refuses what the dashboard would hand to the database as it is, and fail.
 *
 * @throws ApiError invalid_request, not_found
 */
export function requireShowable({ path, query }: Context): void {
  const texts = [decoded(path), ...Object.values(query).flatMap((value) => value ?? '')]
  if (texts.some((text) => /\p{Cc}/u.test(text))) throw new ApiError('invalid_request', 'A control character is in it.')
  const wrong = NUMBERS.find((name) => [query[name] ?? ''].flat().some((value) => !/^[0-9]{0,6}$/.test(value)))
  if (wrong) throw new ApiError('invalid_request', `${wrong} is a number of at most six digits.`)
  // Its bundled pg-boss reads a single job, refuses the version of our schema, and fails for each.
  if (ONE_JOB.test(path)) throw new ApiError('not_found', 'The dashboard shows lists of jobs, and no page of one job.')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new ApiError('invalid_request', 'The path is not percent-encoded UTF-8.')
  }
}
