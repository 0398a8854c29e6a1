import {
  type Clues,
  compareAges,
  isOf,
  isSamePartner,
  type KnownPartner,
  MOST_PARTNERS,
  type OwedByPartner,
  payable,
  type TargetIndex,
} from '../target-index.ts'

const MOST_OF_PARTNER = 200

/** What the partners with the closest names owe, each for itself. */
export function owedByPayers({ payers, currency }: Clues, index: TargetIndex): OwedByPartner[] {
  return payers()
    .slice(0, MOST_PARTNERS)
    .map((name) => owedBy({ name, reference: null }, currency, index))
}

/**
 * What each of the partners owes whom the account of the other side has paid for the last time, and what the partners with the closest
 * names do. Two of one name are two where their references differ.
 */
export function owedByEachPayer(
  { known, payers, currency }: Clues,
  index: TargetIndex,
): { readonly ofAccount: OwedByPartner[]; readonly ofNames: OwedByPartner[] } {
  const ofAccount = known.slice(0, MOST_PARTNERS)
  const isOther = (partner: KnownPartner) => !ofAccount.some((one) => isSamePartner(one, partner))
  const ofNames = payers()
    .slice(0, MOST_PARTNERS)
    .flatMap((name) => partnersNamed(name, index))
    .filter(isOther)
  const owed = (partner: KnownPartner) => owedBy(partner, currency, index)
  return { ofAccount: ofAccount.map(owed), ofNames: ofNames.slice(0, MOST_PARTNERS).map(owed) }
}

/** The partners with one name, by their references. Of a name with many, as that of all customers of a shop, nobody knows who is who. */
function partnersNamed(name: string, { ofPartner, partnersOfName }: TargetIndex): readonly KnownPartner[] {
  const known = partnersOfName.get(name)
  if (known) return known
  const references = new Set((ofPartner.get(name) ?? []).flatMap(({ partner_reference }) => partner_reference || []))
  const isOne = references.size === 0 || references.size > MOST_PARTNERS
  const partners = isOne ? [{ name, reference: null }] : [...references].map((reference) => ({ name, reference }))
  partnersOfName.set(name, partners)
  return partners
}

/**
 * What a partner owes, also under another name that its reference has; all of a name without a reference. A shop may have all its
 * documents under one name: of those that owe a lot the ends are looked at.
 */
export function owedBy(partner: KnownPartner, currency: string, index: TargetIndex): OwedByPartner {
  const { name, reference } = partner
  const { ofPartner, partnerReferences, owed } = index
  const key = JSON.stringify([currency, reference, name])
  const known = owed.get(key)
  if (known) return known
  const ofName = ofPartner.get(name) ?? []
  const own = reference
    ? [...ofName.filter((target) => isOf(partner, target)), ...(partnerReferences.get(reference) ?? [])]
    : ofName
  const sorted = payable(own, { currency }).sort(compareAges)
  const [oldest, newest] = [sorted.slice(0, MOST_OF_PARTNER), sorted.slice(-MOST_OF_PARTNER)]
  const found = { oldest, newest, is_all: sorted.length <= MOST_OF_PARTNER }
  owed.set(key, found)
  return found
}
