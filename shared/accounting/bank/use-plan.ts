import type { BankEntryFinding } from '../documents/bank-entry-finding.ts'
import type { PlannedUse, UsableBankEntry } from './bank-entry-state.ts'

/** What a voucher uses of bank entries, or everything that is wrong with that. */
export type UsePlan = { readonly uses: readonly PlannedUse[]; readonly findings: readonly BankEntryFinding[] }
export type FindNamed = (named: string) => UsableBankEntry | undefined

/** Names what holds the bank entry. Amounts are in minor units. */
export function exhausted(bankEntry: UsableBankEntry, pointer: string, left?: bigint): BankEntryFinding {
  const { public_id, currency, amount_minor, used_minor, refusal, holders } = bankEntry
  const message =
    refusal === null
      ? `Of bank entry ${public_id} ${left ?? amount_minor - used_minor} ${currency} of ${amount_minor} is not booked yet (minor units)${holders.length > 0 ? `; it is booked by ${holders.join(', ')}` : ''}.`
      : `Bank entry ${public_id} ${refusal}`
  return { code: 'bank_entry_exhausted', message, pointer }
}
