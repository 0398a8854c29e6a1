import type { ItemPurpose } from '../../../contract/facts/voucher-open-items.ts'
import type { JournalVoucher } from '../../documents/accounting-document.ts'
import type { ItemsOfVoucher } from '../../open-items/items-of-voucher.ts'
import type { LineOfItem } from '../../open-items/line-of-item.ts'
import type { Movement } from '../journal-entry.ts'

/** What a line of an entry does to an open item; amounts are signed like the item. */
export type ItemChange = Pick<LineOfItem, 'item' | 'opens' | 'currency' | 'amount_minor'> & {
  readonly line_number: number
  readonly base_minor: bigint
  readonly purpose: ItemPurpose | null
}

/** Of each line of a voucher, the number in the entry; 0 for a line that is worth nothing in the base currency. */
export type LineNumbers = readonly number[]

/** Lines without an amount are left out of the entry, so they count for no number. */
export function lineNumbers(movements: readonly Pick<Movement, 'amount_minor'>[]): LineNumbers {
  let last = 0
  return movements.map(({ amount_minor }) => (amount_minor === 0n ? 0 : ++last))
}

/** What is worth nothing in the base currency changes its item at the line before it. */
export function changesOf(
  { lines }: JournalVoucher,
  items: ItemsOfVoucher,
  movements: readonly Movement[],
  numbers: LineNumbers,
): ItemChange[] {
  let last = 0
  const places = numbers.map((number) => (last = number || last))
  return items.lines.map(({ index, item, opens, currency, amount_minor, sign }) => {
    const base_minor = sign * (movements[index]?.amount_minor ?? 0n)
    const purpose = lines[index]?.open_item?.purpose ?? null
    return { item, opens, currency, amount_minor, line_number: places[index] ?? 0, base_minor, purpose }
  })
}
