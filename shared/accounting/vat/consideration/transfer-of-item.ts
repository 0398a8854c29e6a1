import { shareOf } from '../../amounts/share-of.ts'
import type { Consideration, NotDue, TaxAmounts, TaxOfItem, TaxSnapshot } from '../../documents/tax-record.ts'
import { minus, partBetween } from '../tax-of-item.ts'
import { considerationOf } from './transfers-of-record.ts'

/** What closed or opened a part of an item on a day; the amount is that of closing. */
export type PartOfDay = { readonly on_date: string; readonly amount_minor: bigint }

/**
 * What a change of consideration declares of an open item, or takes back, so that its tax is declared once: to agreed all
 * that no payment has declared, to received the other way round, and the payments declare it. Parts that were closed from
 * that day on, but before this was known, count on their own days.
 *
 * @param later parts of the item from the day of the change on, in their order; they are closed already
 * @source MWSTV Art. 106
 */
export function transferTaxOfItem(
  item: TaxOfItem,
  later: readonly PartOfDay[],
  to: Consideration,
  on: string,
): TaxSnapshot[] {
  const wanted = item.not_due.filter((not_due) => considerationOf(not_due) !== to)
  return wanted.flatMap((not_due) => transferRecord(not_due, item, later, to, on))
}

function transferRecord(
  not_due: NotDue,
  { amount_minor, closed_minor }: TaxOfItem,
  later: readonly PartOfDay[],
  to: Consideration,
  on: string,
): TaxSnapshot[] {
  const { record, line, settled, settled_base, is_told_once = false } = not_due
  const side = to === 'received' ? 1n : -1n
  const ofParts = (whole: TaxAmounts) => {
    let closed = closed_minor - later.reduce((sum, part) => sum + part.amount_minor, 0n)
    return later.map((part) => {
      const before = closed
      closed += part.amount_minor
      const share = partBetween(whole, before, closed, amount_minor)
      return { base_minor: side * share.base_minor, tax_minor: side * share.tax_minor }
    })
  }
  const transferIn = (whole: TaxAmounts, before: TaxAmounts) => {
    const wanted = to === 'agreed' ? whole : shareOfItem(whole, closed_minor, amount_minor)
    const parts = ofParts(whole)
    return [parts.reduce(minus, minus(wanted, before)), ...parts]
  }
  const base = transferIn(record, settled_base)
  const ofDocument = record.document ? transferIn(record.document, settled) : []
  const days = [on, ...later.map(({ on_date }) => on_date)]
  return base.flatMap((amounts, place): TaxSnapshot[] => {
    const inDocument = ofDocument[place]
    const isNothing = [amounts, inDocument ?? amounts].every((one) => one.base_minor === 0n && one.tax_minor === 0n)
    if (isNothing && place > 0) return []
    const document = record.document && inDocument && { document: { ...record.document, ...inDocument } }
    const ofTransfer = place === 0 ? { consideration: to, ...(is_told_once && { whole: amountsOf(record) }) } : {}
    const tax_date = days[place] ?? on
    return [{ ...record, kind: 'declared', declares: line, ...ofTransfer, tax_date, ...amounts, ...document }]
  })
}

function amountsOf({ base_minor, tax_minor }: TaxSnapshot): TaxAmounts {
  return { base_minor, tax_minor }
}

export function shareOfItem(whole: TaxAmounts, closed_minor: bigint, amount_minor: bigint): TaxAmounts {
  return {
    base_minor: shareOf(whole.base_minor, closed_minor, amount_minor),
    tax_minor: shareOf(whole.tax_minor, closed_minor, amount_minor),
  }
}
