import { ApiError } from '../../shared/contract/platform/errors.ts'
import { publicId } from '../../shared/process/ids.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findUsesOfOlderLines } from '../../shared/store/open-items/open-items-of-facts.ts'
import type { Subject } from './request-intent.ts'

/** @throws ApiError state_conflict where vouchers have given items to lines from before control accounts of its entry */
export async function requireUnusedLines(tx: Tx, { end_customer_id, subject_id }: Subject): Promise<void> {
  const vouchers = await findUsesOfOlderLines(tx, end_customer_id, subject_id)
  if (vouchers.length === 0) return
  const ids = vouchers.map((voucher) => publicId('source_fact', voucher)).join(', ')
  const message = `Reverse first the vouchers that have given items to its lines: ${ids}.`
  throw new ApiError('state_conflict', message, [{ pointer: '/state', code: 'in_use', message }])
}
