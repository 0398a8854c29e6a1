import type { JournalVoucher } from '../documents/accounting-document.ts'
import type { ItemPartner } from '../documents/voucher-item.ts'
import type { ItemsOfVoucher } from './items-of-voucher.ts'

/** Partners of the items that lines of some purposes change or open, each once, in the order of the lines. */
export function partnersOf(
  { lines }: JournalVoucher,
  items: ItemsOfVoucher,
  isCounted: (purpose: string | null) => boolean,
): ItemPartner[] {
  const distinct: ItemPartner[] = []
  const names = new Set<string>()
  const references = new Set<string | null>()
  for (const { index, partner } of items.lines) {
    if (partner === null || !isCounted(lines[index]?.open_item?.purpose ?? null)) continue
    const name = normalised(partner.name)
    // A customer and a supplier have references of different lists, so an equal name is enough.
    const isKnown = names.has(name) || (partner.reference !== null && references.has(partner.reference))
    names.add(name)
    references.add(partner.reference)
    if (!isKnown) distinct.push(partner)
  }
  return distinct
}

/** A customer and a supplier have references of different lists, so an equal name is enough. */
export function isSamePartner(one: ItemPartner, other: ItemPartner): boolean {
  if (normalised(one.name) === normalised(other.name)) return true
  return one.reference !== null && one.reference === other.reference
}

function normalised(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}
