import type { JournalVoucher } from '../documents/accounting-document.ts'
import type { ItemPartner } from '../documents/voucher-item.ts'
import type { ItemsOfVoucher, LineOfItem } from './items-of-voucher.ts'
import { isSamePartner } from './partners.ts'

/** A line of a voucher in the base currency and in its own; debit is positive. */
type LineValue = { readonly currency: string; readonly amount_minor: bigint; readonly transaction_minor: bigint }

/** What the items of a partner are relieved by, debit positive; null for every line that takes from no named item. */
type OffsetPart = { readonly partner: ItemPartner | null; readonly amount_minor: bigint }

/**
 * The partners whose items offset each other, whatever the purposes of the lines say: more is taken from items in
 * credit than the other lines are in debit, so items of other partners pay for them. Items of one partner offset each
 * other first. A line that opens an item or gives back to one is no set-off, because it extinguishes nothing.
 *
 * @param movements of the lines of the voucher, in their order
 * @source OR Art. 120
 */
export function partnersSetOff(
  { lines }: JournalVoucher,
  items: ItemsOfVoucher,
  movements: readonly LineValue[],
): ItemPartner[] {
  const taking = new Map(items.lines.filter(isTaken).map(({ index, partner }) => [index, partner]))
  if (taking.size < 2) return []
  const ofLines = movements.slice(0, lines.length)
  // Where the lines cancel out in each currency, their values differ by the rates alone.
  const inTransaction = sumsOf(ofLines).every((sum) => sum === 0n)
  const groups = Map.groupBy(ofLines.entries(), ([, { currency }]) => (inTransaction ? currency : ''))
  const partners = [...groups.values()].flatMap((group) =>
    partnersOffset(
      group.map(([index, { amount_minor, transaction_minor }]) => ({
        partner: taking.get(index) ?? null,
        amount_minor: inTransaction ? transaction_minor : amount_minor,
      })),
    ),
  )
  return partners.filter((partner, index) => partners.findIndex((other) => isSamePartner(other, partner)) === index)
}

/** The partners of lines that sum up to nothing, where their items offset each other. */
export function partnersOffset(parts: readonly OffsetPart[]): ItemPartner[] {
  const nets: { readonly partner: ItemPartner; amount_minor: bigint }[] = []
  let otherDebits = 0n
  for (const { partner, amount_minor } of parts) {
    const known = partner && nets.find((net) => isSamePartner(net.partner, partner))
    if (known) known.amount_minor += amount_minor
    else if (partner) nets.push({ partner, amount_minor })
    else if (amount_minor > 0n) otherDebits += amount_minor
  }
  const credits = nets.reduce((sum, net) => (net.amount_minor < 0n ? sum - net.amount_minor : sum), 0n)
  return credits > otherDebits ? nets.filter((net) => net.amount_minor !== 0n).map(({ partner }) => partner) : []
}

function isTaken({ item, amount_minor }: LineOfItem): boolean {
  return item !== null && amount_minor !== 0n && amount_minor > 0n !== item.amount_minor > 0n
}

function sumsOf(movements: readonly LineValue[]): bigint[] {
  const sums = new Map<string, bigint>()
  for (const { currency, transaction_minor } of movements)
    sums.set(currency, (sums.get(currency) ?? 0n) + transaction_minor)
  return [...sums.values()]
}
