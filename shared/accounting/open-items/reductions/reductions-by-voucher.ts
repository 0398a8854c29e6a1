import type { JournalVoucher } from '../../documents/accounting-document.ts'
import type { ReducedItem } from '../../documents/tax-record.ts'
import type { ItemState, ReducibleTax } from '../../documents/voucher-item.ts'
import type { ItemsContext, LineOfItem } from '../line-of-item.ts'
import type { TaxedLine, TaxViolation } from '../tax-due-with-item.ts'
import { REDUCING } from './as-originals.ts'
import { findContradiction, isOfLine } from './contradicted-supply.ts'
import { type Reduced, reducedByLine } from './reduced-by-line.ts'
import { type ClosedDocument, shareReducedTax } from './share-reduced-tax.ts'

/** The open items whose documents a line of tax reduces, with what of it is whose. */
export type ReductionOfLine = { readonly kind: 'reduces'; readonly items: readonly ReducedItem[] }

type ReductionsByVoucher = {
  readonly taxes: ReadonlyMap<number, ReductionOfLine>
  readonly violations: readonly TaxViolation[]
  /** What can be reduced afterwards, by the ids of the items. */
  readonly after: ReadonlyMap<string, readonly ReducibleTax[]>
}

const NOTHING: ReductionsByVoucher = { taxes: new Map(), violations: [], after: new Map() }

/**
 * The documents that a voucher reduces: tax that it takes back together with what it closes of open items. Of a tax nothing is
 * taken back that the documents do not have, or that something else has taken back before.
 *
 * @param taxed the lines whose tax counts with the voucher
 * @source MWSTG Art. 41
 */
export function reductionsByVoucher(
  taxed: readonly TaxedLine[],
  items: readonly LineOfItem[],
  voucher: JournalVoucher,
  context: ItemsContext,
): ReductionsByVoucher {
  if (taxed.length === 0 || !items.some(({ item }) => item?.reducible)) return NOTHING
  const taxes = new Map<number, ReductionOfLine>()
  const violations: TaxViolation[] = []
  const after = new Map<string, readonly ReducibleTax[]>()
  for (const line of taxed) {
    const reduced = reducedByLine(line, voucher, context)
    const closed = reduced ? closedWith(reduced, items, voucher, after) : []
    if (!reduced || closed.length === 0) continue
    const contradiction = findContradiction(reduced, closed)
    const its = closed.filter(({ reducible }) => isOfLine(reduced, reducible))
    const shared = contradiction ?? shareReducedTax(reduced, its, context.settings.base_currency)
    if ('code' in shared) violations.push({ index: line.index, ...shared })
    else {
      taxes.set(line.index, { kind: 'reduces', items: shared.items })
      for (const [id, reducible] of shared.after) after.set(id, reducible)
    }
  }
  return { taxes, violations, after }
}

/**
 * The items whose documents the line may reduce. What is written off comes before what is paid. Where nothing is known of a
 * document, and no other one has the tax, nobody knows whose it is.
 */
function closedWith(
  reduced: Reduced,
  items: readonly LineOfItem[],
  { lines }: JournalVoucher,
  after: ReadonlyMap<string, readonly ReducibleTax[]>,
): readonly ClosedDocument[] {
  const closed = new Map<ItemState['open_item_id'], ClosedDocument & { readonly isWrittenOff: boolean }>()
  for (const { index, item, base_minor } of items) {
    const purpose = lines[index]?.open_item?.purpose ?? null
    if (item?.by !== reduced.by || base_minor === null || !REDUCING.includes(purpose)) continue
    if (base_minor === 0n || base_minor < 0n !== reduced.gross_minor > 0n) continue
    const { open_item_id } = item
    const known = closed.get(open_item_id)
    closed.set(open_item_id, {
      open_item_id,
      closed_minor: (known?.closed_minor ?? 0n) - base_minor,
      reducible: after.get(open_item_id) ?? item.reducible ?? null,
      isWrittenOff: purpose === 'write_off' || known?.isWrittenOff === true,
    })
  }
  const all = [...closed.values()]
  const taxed = all.filter(({ reducible }) => reducible?.some(({ tax_code }) => tax_code === reduced.tax_code))
  const writtenOff = taxed.filter(({ isWrittenOff }) => isWrittenOff)
  if (taxed.length > 0) return writtenOff.length > 0 ? writtenOff : taxed
  return all.some(({ reducible }) => reducible === null) ? [] : all
}
