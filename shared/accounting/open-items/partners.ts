import type { JournalVoucher } from '../documents/accounting-document.ts'
import { partnerNameKey } from '../documents/comparable-text.ts'
import type { ItemPartner } from '../documents/voucher-item.ts'
import type { ItemsOfVoucher } from './items-of-voucher.ts'

/** A reference is a number of the list of customers or of that of suppliers. */
export type SidedPartner = ItemPartner & { readonly side: 'customer' | 'supplier' }

/** Partners of the items that lines of some purposes change or open, each once, in the order of the lines. */
export function partnersOf(
  { lines }: JournalVoucher,
  items: ItemsOfVoucher,
  isCounted: (purpose: string | null) => boolean,
): ItemPartner[] {
  const counted = items.lines.flatMap(({ index, partner, sign }) =>
    partner !== null && isCounted(lines[index]?.open_item?.purpose ?? null) ? [{ partner: onSide(partner, sign) }] : [],
  )
  return byPartner(counted).map(([{ partner }]) => partner)
}

/** Items of customers are positive in debit, those of suppliers in credit. */
export function onSide(partner: ItemPartner, sign: bigint): SidedPartner {
  return { ...partner, side: sign > 0n ? 'customer' : 'supplier' }
}

/**
 * What belongs to partners, by partner, in the order in which they come. One number of one list is one partner. Without
 * a number of the same list the name decides: a customer and a supplier of one name are one partner. Two numbers of one
 * list are two partners, also where somebody whom the name alone identifies could be either of them.
 */
export function byPartner<Part extends { readonly partner: SidedPartner }>(
  parts: readonly Part[],
): [Part, ...Part[]][] {
  const groups: [Part, ...Part[]][] = []
  for (const part of parts) {
    const hasAll = (group: readonly Part[], isSo: (comparison: Likeness) => boolean) =>
      group.some(({ partner }) => isSo(compared(partner, part.partner))) &&
      group.every(({ partner }) => compared(partner, part.partner) !== 'other number')
    const known =
      groups.find((group) => hasAll(group, (comparison) => comparison === 'same number')) ??
      groups.find((group) => hasAll(group, (comparison) => comparison === 'same name'))
    if (known) known.push(part)
    else groups.push([part])
  }
  return groups
}

/** Names of partners, with the numbers of those that have one name. */
export function partnersInWords(partners: readonly ItemPartner[]): string {
  return partners
    .map(({ name, reference }) => {
      const isOnly = partners.filter((partner) => partner.name === name).length === 1
      return isOnly || reference === null ? name : `${name} (${reference})`
    })
    .join(', ')
}

type Likeness = 'same number' | 'other number' | 'same name' | 'other name'

function compared(one: SidedPartner, other: SidedPartner): Likeness {
  const haveNumbers = one.side === other.side && one.reference !== null && other.reference !== null
  if (haveNumbers) return one.reference === other.reference ? 'same number' : 'other number'
  return partnerNameKey(one.name) === partnerNameKey(other.name) ? 'same name' : 'other name'
}
