import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { publicId } from '../../../shared/process/ids.ts'
import { undoReturns } from '../../../shared/store/bank/payments.ts'
import { findOriginal, type PossibleRepeat, retarget } from '../../../shared/store/bank/repeats/possible-repeats.ts'
import { endDecision, findFollowers, giveBackPlaces } from '../../../shared/store/bank/repeats/repeat-decisions.ts'
import { lockBankEntry } from '../../../shared/store/bank/uses/locked-bank-entries.ts'
import type { Tx } from '../../../shared/store/db/database.ts'

type TakenBack = { readonly reason: string; readonly taken_back_by: string }

/**
 * Makes a bank entry a possible repeat again. One that was taken for a repeat gets its places in bank statements back; one
 * that was taken for new loses its payments, which is possible while nothing uses it.
 *
 * @returns the bank entry that it may repeat
 * @throws ApiError state_conflict
 */
export async function takeDecisionBack(
  tx: Tx,
  end_customer_id: string,
  decided: PossibleRepeat,
  taken_back: TakenBack,
): Promise<string> {
  const { entry_id, import_id, repeat_state, possible_repeat_of } = decided
  const other_id = possible_repeat_of ?? ''
  if (repeat_state === 'new') {
    await requireFree(tx, end_customer_id, entry_id)
    const original_id = await findOriginal(tx, end_customer_id, other_id)
    if (original_id === entry_id) throw repeatedBy(other_id)
    await endDecision(tx, end_customer_id, entry_id, taken_back)
    await retarget(tx, end_customer_id, entry_id, original_id)
    await undoReturns(tx, end_customer_id, entry_id)
    return original_id
  }
  const followers = await findFollowers(tx, end_customer_id, entry_id)
  await endDecision(tx, end_customer_id, entry_id, taken_back)
  await giveBackPlaces(tx, end_customer_id, { entry_id, original_id: other_id, import_id, followers })
  return other_id
}

/** What may be a repeat is used by nothing. */
async function requireFree(tx: Tx, end_customer_id: string, entry_id: string): Promise<void> {
  const found = await lockBankEntry(tx, end_customer_id, entry_id)
  if (!found) return
  const { public_id: name, used_minor, holders, dismissed_by, refusal } = found
  if (used_minor > 0n)
    throw inUse(
      `Bank entry ${name} is booked by ${holders.join(', ')}. Reverse that first: what may be a repeat is not booked.`,
    )
  if (dismissed_by !== null) throw inUse(`Bank entry ${name} ${refusal} Take the dismissal back first (undismiss).`)
}

function repeatedBy(other_id: string): ApiError {
  const name = publicId('camt053_entry', other_id)
  return inUse(`Bank entry ${name} was found to repeat this one. Take that decision back first.`)
}

function inUse(message: string): ApiError {
  return new ApiError('state_conflict', message, [{ pointer: '/state', code: 'in_use', message }])
}
