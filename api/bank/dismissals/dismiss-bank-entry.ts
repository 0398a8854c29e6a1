import { useInWords } from '../../../shared/accounting/bank/use-in-words.ts'
import type { BankEntryDismissalRequest } from '../../../shared/contract/bank/bank-entry-uses.ts'
import { ApiError, type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import { nowAsTimestamp } from '../../../shared/process/clock.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import { insertDismissal } from '../../../shared/store/bank/uses/bank-entry-dismissals.ts'
import type { LockedBankEntry } from '../../../shared/store/bank/uses/locked-bank-entries.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { findSubjectOfCustomer, noneForCustomer } from '../../http/subject.ts'
import { answerChanged, entryIdOf, lockPair } from '../bank-entry-commands.ts'

/** Says that nobody is to book a bank entry, or what is left of it, and why; or two that cancel each other out. */
export async function dismissBankEntry(tx: Tx, deps: ApiDeps, request: MutatingRequest<BankEntryDismissalRequest>) {
  const { body, caller, end_customer_id, params, request_id } = request
  const wanted = body.with_entry_id === undefined ? null : entryIdOf(body.with_entry_id)
  const locked = await lockPair(tx, end_customer_id, [entryIdOf(params.entry_id ?? ''), wanted])
  const bankEntry = await findSubjectOfCustomer('camt053_entry', params.entry_id, async (id) => locked.get(id) ?? null)
  const other = body.with_entry_id === undefined ? null : otherOf(locked, bankEntry, wanted)
  for (const one of other ? [bankEntry, other] : [bankEntry]) requireDismissible(one, other !== null)
  const { entry_id } = bankEntry
  await insertDismissal(tx, {
    end_customer_id,
    dismissal_id: newUuid(),
    entry_id,
    with_entry_id: other?.entry_id ?? null,
    reason: body.reason,
    actor_id: caller.key_id,
    request_id,
    created_at: nowAsTimestamp(),
  })
  return answerChanged(tx, deps, end_customer_id, other ? [entry_id, other.entry_id] : [entry_id])
}

/** @throws ApiError validation_failed for one that does not cancel the bank entry out */
function otherOf(
  locked: ReadonlyMap<string, LockedBankEntry>,
  bankEntry: LockedBankEntry,
  id: string | null,
): LockedBankEntry {
  const at = (code: ErrorDetail['code'], message: string) =>
    validationFailed([{ pointer: '/with_entry_id', code, message }])
  const other = locked.get(id ?? '')
  if (!other) throw at('not_found', noneForCustomer('statement entry'))
  const isPair =
    other.account === bankEntry.account &&
    other.currency === bankEntry.currency &&
    other.amount_minor === bankEntry.amount_minor &&
    other.credit_debit !== bankEntry.credit_debit
  if (isPair) return other
  throw at(
    'bank_entry_amount_mismatch',
    'Two bank entries of one account cancel out when amounts are equal and directions are not.',
  )
}

/** Two cancel each other out as a whole; of one alone, something is left. */
function requireDismissible(bankEntry: LockedBankEntry, isPair: boolean): void {
  const { public_id: name, is_booked, amount_minor, used_minor, dismissed_by, repeat_state, refusal } = bankEntry
  const conflict = (code: ErrorDetail['code'], message: string) =>
    new ApiError('state_conflict', message, [{ pointer: '/state', code, message }])
  if (!is_booked) throw conflict('bank_entry_not_bookable', `Bank entry ${name} is pending or informational only.`)
  const left = amount_minor - used_minor
  const state = useInWords(bankEntry, left, null, ' Nothing is left to dismiss: reverse first what books it.')
  if (left <= 0n) throw conflict('in_use', state)
  if (used_minor > 0n && isPair)
    throw conflict('in_use', `${state} Only whole bank entries cancel each other out: reverse first what books it.`)
  // A repeat is no money of its own, so there is nothing to dismiss either.
  if (dismissed_by !== null || repeat_state === 'repeat')
    throw conflict('bank_entry_not_bookable', `Bank entry ${name} ${refusal}`)
}
