import type { ItemPartner } from '../documents/voucher-item.ts'
import type { ItemsOfVoucher } from './items-of-voucher.ts'
import type { LineOfItem } from './line-of-item.ts'
import { byPartner, onSide, type SidedPartner } from './partners.ts'

/** A line of a voucher in the base currency and in its own; debit is positive. */
type LineValue = { readonly currency: string; readonly amount_minor: bigint; readonly transaction_minor: bigint }

/** What the items of a partner are relieved by, debit positive. */
type OffsetPart = LineValue & { readonly partner: SidedPartner }

/**
 * The partners whose items offset each other, whatever the purposes of the lines and whatever other lines say: the items
 * of one are relieved in credit, those of another in debit. Money in the same voucher is no proof that each has paid for
 * his own: cash that comes and goes, a transfer between own accounts and a payment for something else look the same.
 * Items of one partner offset each other first. A line that opens an item or gives back to one is no set-off, because it
 * extinguishes nothing.
 *
 * @param movements of the lines of the voucher, in their order
 * @source OR Art. 120
 */
export function partnersSetOff(items: ItemsOfVoucher, movements: readonly LineValue[]): ItemPartner[] {
  const parts = items.lines.filter(isTaken).flatMap(({ index, partner, sign }) => {
    const movement = movements[index]
    return partner && movement ? [{ ...movement, partner: onSide(partner, sign) }] : []
  })
  return partnersOffset(parts)
}

/** The partners of whom some are relieved in credit and others in debit. */
export function partnersOffset(parts: readonly OffsetPart[]): ItemPartner[] {
  const nets = byPartner(parts).map((its) => ({ partner: its[0].partner, net_minor: netOf(its) }))
  const open = nets.filter(isNotEven)
  const isOffset = open.some(({ net_minor }) => net_minor > 0n) && open.some(({ net_minor }) => net_minor < 0n)
  return isOffset ? open.map(({ partner }) => partner) : []
}

/** Items of one currency that cancel out leave nothing, even where their values differ by the rates. */
function netOf(parts: readonly OffsetPart[]): bigint {
  const ofCurrencies = [...Map.groupBy(parts, ({ currency }) => currency).values()]
  return ofCurrencies.reduce((net, ofOne) => {
    const isEven = sumOf(ofOne, ({ transaction_minor }) => transaction_minor) === 0n
    return isEven ? net : net + sumOf(ofOne, ({ amount_minor }) => amount_minor)
  }, 0n)
}

function sumOf(parts: readonly OffsetPart[], amountOf: (part: OffsetPart) => bigint): bigint {
  return parts.reduce((sum, part) => sum + amountOf(part), 0n)
}

function isNotEven({ net_minor }: { readonly net_minor: bigint }): boolean {
  return net_minor !== 0n
}

function isTaken({ item, amount_minor }: LineOfItem): boolean {
  return item !== null && amount_minor !== 0n && amount_minor > 0n !== item.amount_minor > 0n
}
