import { ApiError } from '../../shared/contract/platform/errors.ts'

/** @throws ApiError state_conflict where items would get an amount back and be worth less than nothing */
export function requireWorth(overdrawn: readonly string[]): void {
  if (overdrawn.length === 0) return
  const message = `Take back first the revaluation of what it gives back, which would be worth less than nothing: ${overdrawn.join(', ')}.`
  throw new ApiError('state_conflict', message, [{ pointer: '/state', code: 'in_use', message }])
}
