import type { NotDue, TaxAmounts, TaxOfItem, TaxSnapshot, Transfer } from '../../documents/tax-record.ts'
import { minus, partBetween, plus, times } from '../tax-of-item.ts'
import { shareOfItem } from './transfer-of-item.ts'

/** What a reversed entry has done to an item. */
export type ReversedMove = {
  /** What it has closed. */
  readonly closed_minor: bigint
  readonly on_date: string
  readonly entry_number: bigint
  /** It has opened the item. */
  readonly is_opening: boolean
}

/**
 * What a reversal leaves to declare, or to take back, of tax that was transferred since: each transfer as it would have been
 * without the reversed entry, on the day on which that counts. All of it together is the rest of what is due now, so the last
 * transfer takes what rounding has left.
 *
 * @param item as it is with the reversal
 */
export function correctionOfReversal(
  not_due: NotDue,
  item: Pick<TaxOfItem, 'amount_minor' | 'closed_minor'>,
  mirrored: readonly TaxSnapshot[],
  reversed: ReversedMove,
): TaxSnapshot[] {
  const { record, line, transfers = [] } = not_due
  const last = transfers.at(-1)
  if (!last) return []
  const own = mirrored.filter(({ kind }) => kind !== 'not_due')
  const anew = mirrored.filter(({ kind }) => kind === 'not_due')
  const inBooks = anew.reduce(minus, own.reduce(plus, not_due.settled_base))
  const inDocument = own.reduce((sum, one) => plus(sum, one.document ?? one), not_due.settled)
  // Those of before are part of what the entry did itself.
  const since = transfers.filter(({ entry_number }) => entry_number > reversed.entry_number)
  const days = (since.length === 0 ? [last] : since).map(({ on }) => (on > reversed.on_date ? on : reversed.on_date))
  const base = ofTransfers(since, leftOf(not_due, record, inBooks, item, reversed), record, item, reversed)
  const document =
    record.document &&
    ofTransfers(since, leftOf(not_due, record.document, inDocument, item, reversed), record.document, item, reversed)
  return sumsByDay(days, base, document).flatMap(({ tax_date, amounts, ofDocument }): TaxSnapshot[] => {
    if ([amounts, ofDocument ?? amounts].every((one) => one.base_minor === 0n && one.tax_minor === 0n)) return []
    const ofForeign = record.document && ofDocument && { document: { ...record.document, ...ofDocument } }
    return [{ ...record, kind: 'declared', declares: line, tax_date, ...amounts, ...ofForeign }]
  })
}

/** The rest of what is due now. */
function leftOf(
  { is_due = false, transfers = [] }: NotDue,
  whole: TaxAmounts,
  before: TaxAmounts,
  { closed_minor, amount_minor }: Pick<TaxOfItem, 'amount_minor' | 'closed_minor'>,
  { is_opening }: ReversedMove,
): TaxAmounts {
  const share = transfers.at(-1)?.to === 'agreed' ? whole : shareOfItem(whole, closed_minor, amount_minor)
  return minus(is_opening ? (is_due ? whole : NOTHING) : share, before)
}

const NOTHING: TaxAmounts = { base_minor: 0n, tax_minor: 0n }

/** For each transfer since what it would have been more, or less; the last one has the rest. */
function ofTransfers(
  since: readonly Transfer[],
  left: TaxAmounts,
  whole: TaxAmounts,
  { closed_minor, amount_minor }: Pick<TaxOfItem, 'amount_minor' | 'closed_minor'>,
  reversed: ReversedMove,
): TaxAmounts[] {
  const part = reversed.is_opening
    ? times(whole, -1n)
    : partBetween(whole, closed_minor, closed_minor + reversed.closed_minor, amount_minor)
  const earlier = since.slice(0, -1).map(({ to }) => times(part, to === 'agreed' ? 1n : -1n))
  return [...earlier, earlier.reduce(minus, left)]
}

function sumsByDay(days: readonly string[], base: readonly TaxAmounts[], document: readonly TaxAmounts[] | undefined) {
  const places = days.map((tax_date, place) => ({ tax_date, place }))
  return [...Map.groupBy(places, ({ tax_date }) => tax_date)].map(([tax_date, its]) => {
    const sumOf = (amounts: readonly TaxAmounts[]) =>
      its.reduce((sum, { place }) => plus(sum, amounts[place] ?? NOTHING), NOTHING)
    return { tax_date, amounts: sumOf(base), ofDocument: document && sumOf(document) }
  })
}
