import type { BankReferences } from '../repeats/bank-references.ts'
import { openTwins } from './open-twins.ts'

type Twin = {
  readonly entry_id: string
  readonly is_of_qr_iban: boolean
  readonly first_hash: string
  readonly bank_references: BankReferences
  readonly is_free: boolean
}

/**
 * Equal bank entries that came under the IBAN and under the QR-IBAN of one account, in pairs; those with other references are two.
 * In steps: an account may have thousands of them.
 */
export function* pairTwins<One extends Twin>(
  twins: readonly One[],
): Generator<void, { readonly twin: One; readonly other: One }[]> {
  const pairs: { readonly twin: One; readonly other: One }[] = []
  for (const equal of Map.groupBy(twins, ({ first_hash }) => first_hash).values()) {
    const take = openTwins(equal.filter(({ is_of_qr_iban }) => !is_of_qr_iban))
    for (const twin of equal) {
      if (!twin.is_of_qr_iban) continue
      const other = take(twin.bank_references)
      if (other) pairs.push({ twin, other })
      yield
    }
  }
  return pairs
}

/**
 * Which of them may repeat which: the one under the QR-IBAN, unless it is in use and the other is not. Where both are in use
 * they stay as they are.
 */
export function* doubtsOf(
  twins: readonly Twin[],
): Generator<void, { readonly entry_id: string; readonly other_id: string }[]> {
  return (yield* pairTwins(twins)).flatMap(({ twin, other }) => {
    if (twin.is_free) return [{ entry_id: twin.entry_id, other_id: other.entry_id }]
    return other.is_free ? [{ entry_id: other.entry_id, other_id: twin.entry_id }] : []
  })
}
