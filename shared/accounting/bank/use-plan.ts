import { amountInWords } from '../amounts/decimal.ts'
import type { BankEntryFinding } from '../documents/bank-entry-finding.ts'
import type { PlannedUse, UsableBankEntry } from './bank-entry-state.ts'

/** What a voucher uses of bank entries, or everything that is wrong with that. */
export type UsePlan = { readonly uses: readonly PlannedUse[]; readonly findings: readonly BankEntryFinding[] }
export type FindNamed = (named: string) => UsableBankEntry | undefined

/**
 * Names what holds the bank entry.
 *
 * @param left what is left of the bank entry, or of its payment that is named
 * @param wanted null where all that is left is wanted
 */
export function exhausted(
  bankEntry: UsableBankEntry,
  pointer: string,
  left: bigint,
  wanted: bigint | null,
): BankEntryFinding & { readonly code: 'bank_entry_exhausted' } {
  const { public_id, currency, amount_minor, refusal, holders } = bankEntry
  const words = (minor: bigint) => amountInWords(minor, currency)
  const asked = wanted === null ? '' : `, and ${words(wanted)} is asked for`
  const holding = holders.length > 0 ? `; it is booked by ${holders.join(', ')}` : ''
  const state =
    left > 0n
      ? `Of bank entry ${public_id} ${words(left)} of ${words(amount_minor)} is not booked yet`
      : `Bank entry ${public_id} of ${words(amount_minor)} is booked already, as far as the voucher names it`
  const message = refusal === null ? `${state}${asked}${holding}.` : `Bank entry ${public_id} ${refusal}`
  return { code: 'bank_entry_exhausted', message, pointer }
}
