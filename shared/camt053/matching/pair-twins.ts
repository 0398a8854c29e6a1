import { type BankReferences, compareReferences } from '../repeats/bank-references.ts'

type Twin = {
  readonly entry_id: string
  readonly is_of_qr_iban: boolean
  readonly first_hash: string
  readonly bank_references: BankReferences
  readonly is_free: boolean
}

/** Equal bank entries that came under the IBAN and under the QR-IBAN of one account, in pairs; those with other references are two. */
export function pairTwins<One extends Twin>(twins: readonly One[]): { readonly twin: One; readonly other: One }[] {
  return [...Map.groupBy(twins, ({ first_hash }) => first_hash).values()].flatMap((equal) => {
    const open = equal.filter(({ is_of_qr_iban }) => !is_of_qr_iban)
    return equal.flatMap((twin) => {
      if (!twin.is_of_qr_iban) return []
      const compared = open.map((other) => compareReferences(twin.bank_references, other.bank_references))
      const same = compared.indexOf('same')
      const at = same >= 0 ? same : compared.indexOf('unknown')
      const [other] = at >= 0 ? open.splice(at, 1) : []
      return other ? [{ twin, other }] : []
    })
  })
}

/**
 * Which of them may repeat which: the one under the QR-IBAN, unless it is in use and the other is not. Where both are in use
 * they stay as they are.
 */
export function doubtsOf(twins: readonly Twin[]): { readonly entry_id: string; readonly other_id: string }[] {
  return pairTwins(twins).flatMap(({ twin, other }) => {
    if (twin.is_free) return [{ entry_id: twin.entry_id, other_id: other.entry_id }]
    return other.is_free ? [{ entry_id: other.entry_id, other_id: twin.entry_id }] : []
  })
}
