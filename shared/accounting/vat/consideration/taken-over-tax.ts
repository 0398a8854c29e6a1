import { shareOf } from '../../amounts/share-of.ts'
import { supplyOfRecord, supplyOfRequest } from '../../documents/supply.ts'
import type { TaxSnapshot } from '../../documents/tax-record.ts'
import type { NewVoucherItem } from '../../documents/voucher-item.ts'
import { accountFor, type PostingSettings } from '../../setup/posting-settings.ts'
import { activityOfRecord } from '../activity.ts'
import { isDueWithPayment } from '../due-with-payment.ts'
import { registrationOn } from '../registration.ts'
import { declaredBase, declaredGross } from '../return/tax-shown.ts'
import { formFigure, grossFigure, TAX_CODES, type TaxCode, type TaxDirection } from '../tax-codes.ts'

/** An item of another system as a voucher opens it; amounts are signed like the item. */
export type ItemTakenOver = Pick<NewVoucherItem, 'document_date' | 'tax_lines'> & {
  readonly currency: string
  readonly amount_minor: bigint
  readonly base_minor: bigint
  readonly business_date: string
}
export type MemoTaxLine = NewVoucherItem['tax_lines'][number]
type TakenOverTax = { readonly records: readonly TaxSnapshot[] } | { readonly message: string }

/** Where tax of a direction stands, by the keys of the account mappings. */
const ACCOUNTS: Readonly<Partial<Record<TaxDirection, string>>> = {
  output: 'posting.output_tax',
  output_reduction: 'posting.output_tax',
  input_material: 'posting.input_tax.material',
  input_operating: 'posting.input_tax.operating',
}
/** Of an item with several activities nothing else says which. */
const NO_ACTIVITY = 'Name the activity_id of each tax line: the net tax rate of the activity taxes what is paid.'

/**
 * The tax of an item of another system that no return has declared yet: payments will. It posts nothing; its balance is in the
 * opening balance of the tax account. What has been declared leaves no record.
 *
 * @source MWSTG Art. 39 Abs. 2, Art. 40 Abs. 2
 */
export function takenOverTax(item: ItemTakenOver, settings: PostingSettings): TakenOverTax {
  const lines = item.tax_lines.flatMap((line) => {
    const code = TAX_CODES.get(line.tax_code)
    return code && line.declared === false && code.direction !== 'none' ? [{ line, code }] : []
  })
  if (lines.length === 0) return { records: [] }
  const message = reasonAgainst(item, lines, settings)
  if (message !== null) return { message }
  const records = lines.map(({ line, code }) => ({ line, record: recordOf(item, line, code, settings) }))
  if (records.some(({ line, record }) => record && isWithoutActivity(item, line, record, settings)))
    return { message: NO_ACTIVITY }
  return { records: records.flatMap(({ record }) => record ?? []) }
}

/** The method that was never dated names no activities. */
export function isWithoutActivity(
  item: ItemTakenOver,
  line: MemoTaxLine,
  { direction, activity_id }: TaxSnapshot,
  settings: PostingSettings,
): boolean {
  const hasActivities = registrationOfMemo(item, line, settings).activities.length > 0
  return hasActivities && direction.startsWith('output') && activity_id === undefined
}

/** When a line was supplied: where it does not say so, on the day of the document. */
export function supplyOfMemo({ document_date }: Pick<ItemTakenOver, 'document_date'>, line: MemoTaxLine) {
  return supplyOfRecord(supplyOfRequest(line), document_date)
}

/** That of the day of supply. Who was not registered then has declared nothing: that of the day on which it is taken over. */
export function registrationOfMemo(item: ItemTakenOver, line: MemoTaxLine, settings: PostingSettings) {
  const ofSupply = registrationOn(settings, supplyOfMemo(item, line).supply_date)
  return ofSupply.method === 'not_registered' ? registrationOn(settings, item.business_date) : ofSupply
}

function reasonAgainst(
  item: ItemTakenOver,
  lines: readonly { readonly line: MemoTaxLine; readonly code: TaxCode }[],
  settings: PostingSettings,
): string | null {
  const { tax_lines, amount_minor, business_date } = item
  const today = registrationOn(settings, business_date)
  if (lines.every(({ line }) => registrationOfMemo(item, line, settings).method === 'not_registered')) return null
  if (today.consideration !== 'received')
    return `On ${business_date} tax is due with the invoice, so no payment declares it: where a return has declared it, send declared as true or leave it out; where consideration is received from a later day on, date the voucher on that day.`
  const other = lines.find(
    ({ code }) => !Object.hasOwn(ACCOUNTS, code.direction) && code.direction !== 'turnover_without_tax',
  )
  if (other)
    return `${other.line.tax_code} is not declared by payments of an item that is taken over: leave the tax line out, and book the tax with a voucher when it is due.`
  if (tax_lines.some(({ declared, tax_code }) => declared !== false && TAX_CODES.get(tax_code)?.direction !== 'none'))
    return 'Some of the tax is declared already and some is not: open an item for each part.'
  const gross = lines.reduce(
    (sum, { line }) => sum + BigInt(line.net_amount.amount_minor + line.tax_amount.amount_minor),
    0n,
  )
  if (gross * amount_minor < 0n) return 'The tax lines have the sign of the item: those of a credit note are negative.'
  const unmapped = lines.flatMap(({ code }) => {
    const key = ACCOUNTS[code.direction]
    return key && accountFor(settings, [key], business_date) === undefined ? key : []
  })
  return unmapped[0] === undefined ? null : `Map ${unmapped[0]} first: the tax stands on its account.`
}

/** As the document would have made it; null where the method knows none, such as input tax at net rates. */
export function recordOf(
  item: ItemTakenOver,
  line: MemoTaxLine,
  code: TaxCode,
  settings: PostingSettings,
): TaxSnapshot | null {
  const { tax_code, net_amount, tax_amount, activity_id } = line
  const { direction } = code
  const registration = registrationOfMemo(item, line, settings)
  const supply = supplyOfMemo(item, line)
  const isGross = registration.method === 'net_tax_rate'
  if (registration.method === 'not_registered' || !isDueWithPayment(code, 'received')) return null
  if (isGross && direction.startsWith('input')) return null
  const sign = direction === 'output_reduction' ? -1n : 1n
  const [net, tax] = [BigInt(net_amount.amount_minor), BigInt(tax_amount.amount_minor)]
  const activity: Pick<TaxSnapshot, 'activity_id' | 'net_rate_bp'> =
    isGross && direction !== 'turnover_without_tax'
      ? activityOfRecord(registration, undefined, activity_id ?? null)
      : {}
  const stated = isGross
    ? { base_minor: declaredGross(code, sign * net, sign * tax, activity.net_rate_bp), tax_minor: 0n }
    : { base_minor: declaredBase(code, sign * net, sign * tax), tax_minor: sign * tax }
  const inBooks = (minor: bigint) => shareOf(item.base_minor, minor, item.amount_minor)
  const isForeign = item.currency !== settings.base_currency
  const account_code = accountFor(settings, [ACCOUNTS[direction] ?? ''], item.business_date)
  return {
    tax_code,
    direction,
    rate_bp: Number(code.rate_bp),
    form_figure: (isGross ? grossFigure : formFigure)(code, supply.supply_date),
    ...supply,
    ...activity,
    kind: 'taken_over',
    ...(stated.tax_minor !== 0n && account_code !== undefined && { account_code }),
    ...(isForeign && { document: { currency: item.currency, ...stated } }),
    currency: settings.base_currency,
    base_minor: isForeign ? inBooks(stated.base_minor) : stated.base_minor,
    tax_minor: isForeign ? inBooks(stated.tax_minor) : stated.tax_minor,
  }
}
