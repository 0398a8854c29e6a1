import type { ReducibleTax, TaxedSupply } from '../../documents/voucher-item.ts'
import { type ItemViolation, mismatch } from '../item-violation.ts'
import type { Reduced } from './reduced-by-line.ts'
import type { ClosedDocument } from './share-reduced-tax.ts'
import { distinctSupplies, isTaxedAlike } from './taxed-supply.ts'

/**
 * Why a line cannot reduce turnover that was taxed at a net tax rate, or cannot reduce other turnover at one: it follows the
 * activity and the rate of its documents.
 *
 * @source MWSTG Art. 37 Abs. 2, Art. 41 Abs. 1
 */
export function findContradiction(reduced: Reduced, closed: readonly ClosedDocument[]): ItemViolation | null {
  const supplies = distinctSupplies(closed.flatMap(({ reducible }) => suppliesOf(reduced, reducible)))
  const isOfRate = reduced.supply.is_gross || supplies.some(({ is_gross }) => is_gross)
  if (supplies.length === 0 || !isOfRate) return null
  const fits = supplies.some((supply) => isTaxedAlike(supply, reduced.supply))
  const isOneOfActivity = supplies.filter(({ activity_id }) => activity_id === reduced.supply.activity_id).length === 1
  if (fits && (reduced.has_day || isOneOfActivity)) return null
  const taxed = supplies.map(inWords).join(' and ')
  if (fits)
    return mismatch(
      `${reduced.tax_code} reduces turnover that was taxed ${taxed}: send a line for each, with the supply_date of its document.`,
      '/supply_date',
    )
  const isOtherActivity = supplies.every(({ activity_id }) => activity_id !== reduced.supply.activity_id)
  return mismatch(
    `${reduced.tax_code} reduces turnover that was taxed ${taxed}, and this line would take it back ${inWords(reduced.supply)}: a reduction follows the activity and the rate of its document. ${remedyOf(supplies)}`,
    isOtherActivity ? '/activity_id' : '/supply_date',
  )
}

function remedyOf([supply, ...more]: readonly TaxedSupply[]): string {
  if (more.length > 0) return 'Send a line for each, with its activity_id and supply_date.'
  return supply?.is_gross
    ? 'Send the line without activity_id and supply_date.'
    : 'Send the line with the supply_date of its document.'
}

/** Whether the line may reduce the document: where nothing is known of it, or it has no such tax, others decide. */
export function isOfLine(reduced: Reduced, reducible: readonly ReducibleTax[] | null): boolean {
  const supplies = suppliesOf(reduced, reducible)
  const isOfRate = reduced.supply.is_gross || supplies.some(({ is_gross }) => is_gross)
  return supplies.length === 0 || !isOfRate || supplies.some((supply) => isTaxedAlike(supply, reduced.supply))
}

function suppliesOf({ tax_code }: Reduced, reducible: readonly ReducibleTax[] | null): readonly TaxedSupply[] {
  return reducible?.find((tax) => tax.tax_code === tax_code)?.supplies ?? []
}

function inWords({ is_gross, activity_id, net_rate_bp }: TaxedSupply): string {
  if (!is_gross) return 'by the effective method'
  const activity = activity_id === null ? 'at net tax rates without an activity' : `with activity ${activity_id}`
  return net_rate_bp === null ? activity : `${activity} at ${net_rate_bp / 100} %`
}
