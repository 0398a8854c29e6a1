import { accountNumberOf, isQrIban } from './iban.ts'

/** A name of an account at the bank, with its ledger account of this day. */
type NameOfAccount = {
  readonly name: string
  readonly has_statements: boolean
  /** By a mapping of its own; null where it has none. */
  readonly mapped_to: string | null
  /** By its own mapping, or the one of all others. */
  readonly account_code: string | null
}
type Stated = { readonly iban: string; readonly qr_iban: string | null }
export type FoundQrIban = Stated & { readonly qr_iban: string; readonly stated_by: 'mappings' | 'account_number' }

/**
 * QR-IBANs of accounts at the bank about which nobody has said anything: where one IBAN and one QR-IBAN are mapped to one
 * ledger account, or have one account number and one ledger account. Where bank statements came under both names already,
 * somebody has to say it.
 */
export function findQrIbans(names: readonly NameOfAccount[], stated: readonly Stated[]): FoundQrIban[] {
  const known = new Set(stated.flatMap(({ iban, qr_iban }) => [iban, ...(qr_iban ? [qr_iban] : [])]))
  const open = names.filter(({ name }) => !known.has(name))
  const byMappings = pairsBy(open, ({ mapped_to }) => mapped_to, 'mappings')
  const found = new Set(byMappings.flatMap(({ iban, qr_iban }) => [iban, qr_iban]))
  const left = open.filter(({ name }) => !found.has(name))
  const byNumber = ({ name, account_code }: NameOfAccount) => {
    const number = accountNumberOf(name)
    return number && account_code && `${account_code} ${number}`
  }
  return [...byMappings, ...pairsBy(left, byNumber, 'account_number')]
}

function pairsBy(
  names: readonly NameOfAccount[],
  keyOf: (name: NameOfAccount) => string | null,
  stated_by: FoundQrIban['stated_by'],
): FoundQrIban[] {
  const groups = Map.groupBy(names, keyOf)
  groups.delete(null)
  return [...groups.values()].flatMap((group) => {
    const [one, ...otherIbans] = group.filter(({ name }) => !isQrIban(name))
    const [qr, ...otherQrIbans] = group.filter(({ name }) => isQrIban(name))
    if (!one || !qr || otherIbans.length + otherQrIbans.length > 0) return []
    return one.has_statements && qr.has_statements ? [] : [{ iban: one.name, qr_iban: qr.name, stated_by }]
  })
}
