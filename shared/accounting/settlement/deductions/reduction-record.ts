import type { TaxSnapshot } from '../../documents/tax-record.ts'
import { formFigure, grossFigure, reductionCodeOf, TAX_CODES, type TaxDirection } from '../../vat/tax-codes.ts'
import type { DocumentOfItem } from './taxed-document.ts'

/**
 * Directions of records that what a partner takes off does not change: those that no return has, and import tax, which is what
 * the customs office has assessed, whatever the forwarder gets of his bill.
 *
 * @source MWSTG Art. 28 Abs. 1 lit. c, Art. 41 Abs. 2
 */
const NOT_REDUCED: readonly string[] = [
  'output_unregistered',
  'import_material',
  'import_operating',
] satisfies TaxDirection[]

/** Whether what reduces it has a record. */
export function hasReduction({ direction }: Pick<TaxSnapshot, 'direction'>): boolean {
  return !NOT_REDUCED.includes(direction)
}

/**
 * The record of what reduces a part of a document. Reductions of sales are figures of their own, so they are positive; everything
 * else is the mirror of the record. It is of the supply of the document, whenever it is posted.
 *
 * @param base_minor of the reduction, signed like the item
 * @returns null where a reduction changes nothing that is declared
 */
export function reductionRecord(
  { side, open_item_id }: Pick<DocumentOfItem, 'side' | 'open_item_id'>,
  record: TaxSnapshot,
  base_minor: bigint,
  tax_minor: bigint,
): TaxSnapshot | null {
  const { direction, rate_bp, currency, supply_date, supply_period, activity_id, net_rate_bp } = record
  if (!hasReduction(record)) return null
  const tax_code = reductionCodeOf(record)
  const code = TAX_CODES.get(tax_code)
  const isOfSale = side === 'receivable' && direction.startsWith('output')
  const sign = isOfSale ? 1n : -1n
  const figureOf = activity_id === undefined ? formFigure : grossFigure
  return {
    tax_code,
    direction: isOfSale ? 'output_reduction' : direction,
    rate_bp,
    form_figure: isOfSale && code ? figureOf(code, supply_date) : record.form_figure,
    supply_date,
    ...(supply_period && { supply_period }),
    ...(activity_id !== undefined && { activity_id }),
    ...(net_rate_bp !== undefined && { net_rate_bp }),
    reduces: open_item_id,
    currency,
    base_minor: sign * base_minor,
    tax_minor: sign * tax_minor,
  }
}
