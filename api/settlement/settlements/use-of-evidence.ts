import type { LockedBankEntry } from '../../../shared/store/bank/uses/locked-bank-entries.ts'
import type { LockedPayable } from '../../../shared/store/open-items/locked-open-items.ts'

/** In one currency the amount of the settlement; where the bank moved base currency, all that is left of the bank entry. */
export function usedOf(
  evidence: LockedBankEntry,
  wanted: bigint,
  { currency }: Pick<LockedPayable, 'currency'>,
): bigint {
  if (evidence.currency === currency) return wanted < 0n ? -wanted : wanted
  return evidence.amount_minor - evidence.used_minor
}

/** The base currency that the bank took, where the bank entry is in it; null: the rate of the day decides. */
export function bankBaseOf(evidence: LockedBankEntry, wanted: bigint, payable: LockedPayable): bigint | null {
  if (evidence.currency !== payable.base_currency || payable.currency === payable.base_currency) return null
  const used = usedOf(evidence, wanted, payable)
  return wanted < 0n ? -used : used
}
