import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { publicId } from '../../../shared/process/ids.ts'

/** Refuses to free a bank entry that is booked for credit of its payments. */
export function creditStands(source_fact_ids: readonly string[]): ApiError {
  const ids = source_fact_ids.map((id) => publicId('source_fact', id))
  const message = `Reverse first what gave the payment its credit, which stands on this booking of its bank entry: ${ids.join(', ')}.`
  return new ApiError('state_conflict', message, [{ pointer: '/state', code: 'in_use', message }])
}
