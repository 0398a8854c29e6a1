import { toBaseCurrency } from '../amounts/currency.ts'
import { amountInWords } from '../amounts/decimal.ts'
import type { JournalVoucher, VoucherLine } from '../documents/accounting-document.ts'
import type { TaxOfItem, TaxSnapshot } from '../documents/tax-record.ts'
import type { ItemState, NamedVoucherItem, ReducibleTax } from '../documents/voucher-item.ts'
import { isMonth } from '../setup/of-day.ts'
import { takenOverTax } from '../vat/consideration/taken-over-tax.ts'
import { isSettledOn } from '../vat/consideration/transfers-of-record.ts'
import { isDueWithPayment } from '../vat/due-with-payment.ts'
import { considerationOfLine } from '../vat/registration.ts'
import { reductionCodeOf, TAX_CODES, type TaxCode } from '../vat/tax-codes.ts'
import { IN_CREDIT, type SettledTax, settleTaxOfItem } from '../vat/tax-of-item.ts'
import { timeOfTaxRate } from '../vat/time-of-rate.ts'
import type { ItemStep } from './item-step.ts'
import { type ItemViolation, mismatch } from './item-violation.ts'
import type { ItemsContext, LineOfItem } from './line-of-item.ts'
import { baseOfLine } from './reductions/base-of-line.ts'
import { type ReductionOfLine, reductionsByVoucher } from './reductions/reductions-by-voucher.ts'
import { reductionsOfUnreceived } from './reductions/reductions-of-unreceived.ts'
import { type DueWithItem, dueWithItem, type TaxedLine, type TaxViolation } from './tax-due-with-item.ts'

/**
 * Tax of a voucher's line that is due with the payment of the item it opens, or with the advance that the voucher sets off, tax of
 * another document that it takes back, or tax that is taken over with the item; and whose documents it reduces.
 */
export type TaxOfLine =
  | DueWithItem
  | { readonly kind: 'extinguished' | 'taken_over'; readonly tax_due: readonly TaxSnapshot[] }
  | ReductionOfLine

/**
 * What a line that changes an item does to tax that is due with payments. What is written off was never received: its tax
 * is never due. Everything else is a payment, also a set-off and what a shareholder pays.
 *
 * @returns null where nothing of it is due with payments
 * @source MWSTG Art. 39 Abs. 2, Art. 40 Abs. 2; MWSTV Art. 45
 */
export function taxOfStep(
  { tax: ofItem, currency }: ItemState,
  { id, purpose }: NamedVoucherItem,
  { amount_minor }: ItemStep,
  { settings, rates, business_date }: ItemsContext & { readonly business_date: string },
): SettledTax | ItemViolation | null {
  const tax = ofItem && dueByPart(ofItem, business_date)
  if (!tax || amount_minor === 0n) return null
  const { base_currency } = settings
  if (purpose === 'transfer')
    return mismatch(`Tax of open item ${id} is due with its payment, so it cannot be transferred to another item.`)
  const part = -amount_minor
  if (purpose === 'write_off')
    return settleTaxOfItem(tax, {
      kind: 'extinguished',
      amount_minor: part,
      paid_base_minor: null,
      day: business_date,
    })
  const rate = rates.get(currency)
  const isForeign = currency !== base_currency
  if (isForeign && isMonth({ on_date: timeOfTaxRate(business_date, settings) }))
    return mismatch(
      `Tax of open item ${id} is due with its payment, at the average rate of the month, which a voucher does not know: allocate the payment, or settle the payable.`,
    )
  if (isForeign && rate === undefined)
    return mismatch(
      `Tax of open item ${id} is due with its payment, at the rate of the day: send the line of the money without base_amount.`,
    )
  const paid_base_minor = rate === undefined ? null : toBaseCurrency(part, currency, base_currency, rate)
  return settleTaxOfItem(tax, { kind: 'declared', amount_minor: part, paid_base_minor, day: business_date })
}

/** Without tax that a change to agreed consideration has declared before the day; null where none is left. */
function dueByPart(tax: TaxOfItem, day: string): TaxOfItem | null {
  const not_due = tax.not_due.filter((one) => isSettledOn(one, day))
  return not_due.length === 0 ? null : { ...tax, not_due }
}

type TaxOfLines = {
  readonly taxes: ReadonlyMap<number, TaxOfLine>
  readonly violations: readonly TaxViolation[]
  /** What of documents can be reduced afterwards, by the ids of their items. */
  readonly reducible: ReadonlyMap<string, readonly ReducibleTax[]>
}

/** Which tax of a voucher's lines is not due with it, which documents it reduces, and every reason why that cannot be told. */
export function taxOfLines(voucher: JournalVoucher, items: readonly LineOfItem[], context: ItemsContext): TaxOfLines {
  const isOfReceived = (line: VoucherLine, code: TaxCode) =>
    isDueWithPayment(code, considerationOfLine(context.settings, line, voucher))
  const coded = voucher.lines.flatMap((line, index): TaxedLine[] => {
    const code = TAX_CODES.get(line.tax_code ?? 'NONE')
    return code ? [{ index, line, code }] : []
  })
  const writtenOff = extinguishedBy(coded, items, context)
  const others = coded.filter(({ index, line, code }) => !writtenOff.taxes.has(index) && isOfReceived(line, code))
  const reductions = writtenOff.violations.length > 0 ? [] : reductionsOfUnreceived(others, items, voucher)
  const notDue = dueWithItem(others, items, voucher, context)
  const hasTax = coded.some(({ code }) => code.direction !== 'none')
  const takenOver = takenOverWith(items, voucher, hasTax, context)
  const dueNow = coded.filter(({ index }) => !writtenOff.taxes.has(index) && !notDue.taxes.has(index))
  const isUnsound = writtenOff.violations.length > 0 || reductions.length > 0
  const reduced = reductionsByVoucher(isUnsound ? [] : dueNow, items, voucher, context)
  return {
    taxes: new Map([...writtenOff.taxes, ...notDue.taxes, ...takenOver.taxes, ...reduced.taxes]),
    violations: [
      ...writtenOff.violations,
      ...reductions,
      ...notDue.violations,
      ...takenOver.violations,
      ...reduced.violations,
    ],
    reducible: reduced.after,
  }
}

/** Tax that payments will declare of items of another system. A voucher with tax of its own would have it twice. */
function takenOverWith(
  items: readonly LineOfItem[],
  { business_date }: JournalVoucher,
  hasTax: boolean,
  { settings }: ItemsContext,
) {
  const taxes = new Map<number, TaxOfLine>()
  const violations: TaxViolation[] = []
  for (const { index, opens, currency, amount_minor, base_minor } of items) {
    if (opens === null || base_minor === null || (opens.kind !== 'receivable' && opens.kind !== 'payable')) continue
    const found = takenOverTax({ ...opens, currency, amount_minor, base_minor, business_date }, settings)
    if ('records' in found && found.records.length === 0) continue
    const message = 'message' in found ? found.message : null
    if (message !== null || hasTax)
      violations.push({ index, ...mismatch(message ?? TAXED_TWICE, '/open_item/new/tax_lines') })
    else if ('records' in found) taxes.set(index, { kind: 'taken_over', tax_due: found.records })
  }
  return { taxes, violations }
}

const TAXED_TWICE =
  'Tax lines with declared false are for items of another system, and this voucher has tax of its own: send the items in one without tax codes.'

/** Tax that was not due and stands on an account is taken back there, by one line of the same rate for all items. */
function extinguishedBy(taxed: readonly TaxedLine[], items: readonly LineOfItem[], context: ItemsContext) {
  const taxes = new Map<number, TaxOfLine>()
  const violations: TaxViolation[] = []
  const records = items.flatMap(({ index, tax }) =>
    (tax?.tax_due ?? []).filter(isOnAccount).map((record) => ({ index, record })),
  )
  const isForeign = taxed.some(({ line }) => line.amount.currency !== context.settings.base_currency)
  for (const [key, its] of Map.groupBy(records, ({ record }) => keyOf(record.direction, record.rate_bp))) {
    const tax_minor = its.reduce((sum, { record }) => sum + owedOrDeducted(record), 0n)
    const [first] = its
    const lines = taxed.filter(({ code }) => keyOf(code.direction, Number(code.rate_bp)) === key)
    const [line, ...more] = lines
    const wanted = IN_CREDIT.includes(sideOf(first?.record.direction ?? '')) ? tax_minor : -tax_minor
    const tax_due = its.map(({ record }) => record)
    if (line && more.length === 0 && baseOfLine(line.line, context) === wanted)
      taxes.set(line.index, { kind: 'extinguished', tax_due })
    else violations.push({ index: first?.index ?? 0, ...notTakenBack(tax_due, wanted, context, isForeign) })
  }
  return { taxes, violations }
}

function notTakenBack(records: readonly TaxSnapshot[], wanted: bigint, { settings }: ItemsContext, isForeign: boolean) {
  const [first] = records
  const size = amountInWords(wanted < 0n ? -wanted : wanted, settings.base_currency)
  const side = wanted < 0n ? 'credit' : 'debit'
  const rate = `${(first?.rate_bp ?? 0) / 100} %`
  return wanted === 0n
    ? mismatch(
        `Tax at ${rate} of an invoice and of a credit note is not due yet: write each of them off in a voucher of its own.`,
      )
    : mismatch(
        `What is written off was never received, so its tax is never due: the voucher needs one line that takes it back from the tax account, a ${side} of ${size} with a code at ${rate} (${first && reductionCodeOf(first)}).${isForeign ? ' A line in another currency says it as base_amount.' : ''}`,
      )
}

/** Whether a record has tax on an account; turnover without tax, and that of a net tax rate, has none. */
export function isOnAccount({ kind, tax_minor }: TaxSnapshot): boolean {
  return kind === 'extinguished' && tax_minor !== 0n
}

function owedOrDeducted({ direction, tax_minor }: TaxSnapshot): bigint {
  return direction === 'output_reduction' ? -tax_minor : tax_minor
}

function sideOf(direction: string): string {
  return direction === 'output_reduction' ? 'output' : direction
}

function keyOf(direction: string, rate_bp: number): string {
  return `${sideOf(direction)} ${rate_bp}`
}
