import type { BankEntryFinding } from '../documents/bank-entry-finding.ts'
import type { PlannedUse, UsableBankEntry } from './bank-entry-state.ts'
import { useInWords } from './use-in-words.ts'

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
  const { public_id, refusal } = bankEntry
  const message = refusal === null ? useInWords(bankEntry, left, wanted) : `Bank entry ${public_id} ${refusal}`
  return { code: 'bank_entry_exhausted', message, pointer }
}
