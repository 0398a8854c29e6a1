import type { AccountingDocument, JournalVoucher, VoucherLine } from '../../documents/accounting-document.ts'
import { type ItemState, type ItemStates, keyOfItem, type TaxedSupply } from '../../documents/voucher-item.ts'
import { activityOf, activityOfRecord } from '../../vat/activity.ts'
import { registrationOn } from '../../vat/registration.ts'
import { reductionCodeOf, TAX_CODES } from '../../vat/tax-codes.ts'
import { distinctSupplies, type SettingsOfRates } from './taxed-supply.ts'

/** What takes back tax of the document of an item that it closes. */
export const REDUCING: readonly (string | null)[] = ['payment', 'write_off', 'set_off']

/**
 * A voucher whose reductions of turnover at net tax rates have the activity and the supply of the documents that they reduce,
 * as those of allocations have. What a line names itself stays, and is compared where it reduces them.
 *
 * @source MWSTG Art. 37 Abs. 2, Art. 41 Abs. 1, Art. 115 Abs. 1
 */
export function asOriginals<Document extends AccountingDocument>(
  document: Document,
  settings: SettingsOfRates,
  open_items: ItemStates,
): Document | JournalVoucher {
  if (document.fact_type !== 'journal_voucher' || open_items.size === 0) return document
  const items = document.lines.flatMap(({ open_item }): Closed[] => {
    if (!open_item || open_item.by === 'new' || !REDUCING.includes(open_item.purpose)) return []
    const item = open_items.get(keyOfItem(open_item))
    return item?.reducible?.some(hasGross) ? [{ item, isWrittenOff: open_item.purpose === 'write_off' }] : []
  })
  const isOfAdvance = document.lines.some((line) => advanceOf(line, open_items))
  if (items.length === 0 && !isOfAdvance) return document
  const lines = document.lines.map((line) => asAdvance(line, document, open_items))
  return { ...document, lines: lines.map((line) => asOriginal(line, document, items, settings)) }
}

/** Of a line that gives an advance at a net tax rate back, or sets it off, and says no other activity and day: those of its money. */
function asAdvance(line: VoucherLine, voucher: JournalVoucher, open_items: ItemStates): VoucherLine {
  const advance = advanceOf(line, open_items)
  const isOther = line.activity_id !== null && line.activity_id !== advance?.activity_id
  if (!advance || isOther || dayNamed(line, voucher) !== null) return line
  const { activity_id, supply_date, supply_period } = advance
  return { ...line, activity_id, supply_date, supply_period }
}

function advanceOf({ open_item, tax_code }: VoucherLine, open_items: ItemStates): TaxedSupply | undefined {
  const direction = TAX_CODES.get(tax_code ?? '')?.direction ?? 'none'
  if (!open_item || open_item.by === 'new' || !direction.startsWith('output')) return undefined
  return open_items.get(keyOfItem(open_item))?.advance
}

type Closed = { readonly item: ItemState; readonly isWrittenOff: boolean }

function hasGross({ supplies }: { readonly supplies: readonly TaxedSupply[] }): boolean {
  return supplies.some(({ is_gross }) => is_gross)
}

/** The line as the documents were taxed, where they were in one way that it does not contradict. */
function asOriginal(
  line: VoucherLine,
  voucher: JournalVoucher,
  items: readonly Closed[],
  settings: SettingsOfRates,
): VoucherLine {
  const direction = TAX_CODES.get(line.tax_code ?? '')?.direction ?? 'none'
  if (!direction.startsWith('output')) return line
  const day = dayNamed(line, voucher)
  const supplies = suppliesOf(reductionCodeOf({ tax_code: line.tax_code ?? '', direction }), items).filter(
    (supply) =>
      (line.activity_id === null || line.activity_id === supply.activity_id) &&
      (day === null || isOfDay(supply, day, settings)),
  )
  const ofAccount = supplies.filter(({ activity_id }) => {
    const registration = registrationOn(settings, day ?? voucher.business_date)
    return activityOf(registration, line.account_code, line.activity_id) === activity_id
  })
  const [supply, ...more] = supplies.length > 1 ? ofAccount : supplies
  if (!supply?.is_gross || more.length > 0) return line
  const { activity_id, supply_date, supply_period } = supply
  return { ...line, activity_id, ...(day === null && { supply_date, supply_period }) }
}

/** The last day of the supply, where the line or its voucher says one; null where that would be the day of the document. */
export function dayNamed(
  { supply_date, supply_period }: VoucherLine,
  { supply_date: of_voucher, document_date }: Pick<JournalVoucher, 'supply_date' | 'document_date'>,
): string | null {
  return supply_period?.to ?? supply_date ?? (of_voucher === document_date ? null : of_voucher)
}

function suppliesOf(tax_code: string, items: readonly Closed[]): TaxedSupply[] {
  const having = items.flatMap(({ item, isWrittenOff }) => {
    const tax = item.reducible?.find((one) => one.tax_code === tax_code)
    return tax ? [{ supplies: tax.supplies, isWrittenOff }] : []
  })
  const writtenOff = having.filter(({ isWrittenOff }) => isWrittenOff)
  return distinctSupplies((writtenOff.length > 0 ? writtenOff : having).flatMap(({ supplies }) => supplies))
}

function isOfDay({ is_gross, activity_id, net_rate_bp }: TaxedSupply, day: string, settings: SettingsOfRates): boolean {
  const registration = registrationOn(settings, day)
  if (is_gross !== (registration.method === 'net_tax_rate')) return false
  const its = activityOfRecord(registration, undefined, activity_id)
  return (its.activity_id ?? null) === activity_id && (its.net_rate_bp ?? null) === net_rate_bp
}
