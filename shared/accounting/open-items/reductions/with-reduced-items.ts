import { shareOf } from '../../amounts/share-of.ts'
import type { ReducedItem, TaxSnapshot } from '../../documents/tax-record.ts'

/** A record that says whose documents it reduces: that of one item, or parts of it those of several. */
export function withReducedItems(record: TaxSnapshot, items: readonly ReducedItem[]): TaxSnapshot {
  const [first, ...more] = items
  if (!first) return record
  if (more.length === 0) return { ...record, reduces: first.open_item_id }
  const bases = inProportion(
    record.base_minor,
    items.map(({ base_minor }) => base_minor),
  )
  const taxes = inProportion(
    record.tax_minor,
    items.map(({ tax_minor }) => tax_minor),
  )
  const reduced_items = items.map(({ open_item_id }, index) => ({
    open_item_id,
    base_minor: bases[index] ?? 0n,
    tax_minor: taxes[index] ?? 0n,
  }))
  return { ...record, reduced_items }
}

/** The amount of the record in the proportion of what was decided, whatever its sign; the parts add up to it. */
function inProportion(minor: bigint, parts: readonly bigint[]): bigint[] {
  const whole = parts.reduce((sum, part) => sum + part, 0n)
  let before = 0n
  let given = 0n
  return parts.map((part) => {
    before += part
    const share = shareOf(minor, before, whole) - given
    given += share
    return share
  })
}
