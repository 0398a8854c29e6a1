import assert from 'node:assert/strict'
import { toBaseCurrency } from '../../amounts/currency.ts'
import type { Rates } from '../../amounts/rate.ts'
import type { JournalVoucher, VoucherLine } from '../../documents/accounting-document.ts'
import { type ItemsOfVoucher, itemsOfVoucher } from '../../open-items/items-of-voucher.ts'
import type { ItemsContext, LineOfItem } from '../../open-items/line-of-item.ts'
import { withReducedItems } from '../../open-items/reductions/with-reduced-items.ts'
import { isOnAccount, type TaxOfLine } from '../../open-items/tax-of-lines.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { inTwo } from '../advances/paid-part.ts'
import { exchangeDifference, taxDifferences } from '../exchange-difference.ts'
import { type JournalLine, journalLines, type Movement } from '../journal-entry.ts'
import { changesOf, type ItemChange, type LineNumbers, lineNumbers } from './changes-of-voucher.ts'
import { recordOfVoucherLine } from './record-of-voucher-line.ts'

/** What a voucher becomes once nothing blocks it. */
export type PostedVoucher = {
  readonly lines: readonly JournalLine[]
  readonly item_changes: readonly ItemChange[]
  readonly line_numbers: LineNumbers
}

/**
 * Books a voucher line by line, as it stands; only a difference between the values of its currencies is added.
 *
 * @throws AssertionError where a blocker should have stopped the voucher earlier
 * @source OR Art. 957a
 */
export function postVoucher(voucher: JournalVoucher, context: ItemsContext): PostedVoucher {
  const items = itemsOfVoucher(voucher, context)
  const whole = voucherMovements(voucher, items, context)
  assert(whole, 'a voucher in a foreign currency needs its rate')
  const movements = withPaidParts(whole, items.taxes)
  assert(items.violations.length === 0, 'a voucher whose open items are wrong is blocked')
  const line_numbers = lineNumbers(movements)
  return {
    lines: journalLines(movements),
    item_changes: changesOf(voucher, items, movements, line_numbers),
    line_numbers,
  }
}

/** Lines whose tax an advance has paid in part: that part stands at their place, the rest behind all lines, so that none has another number. */
function withPaidParts(movements: readonly Movement[], taxes: ItemsOfVoucher['taxes']): Movement[] {
  const rests: Movement[] = []
  const parts = movements.map((movement, index) => {
    const tax = taxes.get(index)
    if (tax?.kind !== 'not_due' || tax.paid === null) return movement
    const [part, rest] = inTwo(movement, tax.paid)
    if (part.amount_minor === 0n) return movement
    rests.push(rest)
    return part
  })
  return [...parts, ...rests]
}

/**
 * The lines of a voucher in the base currency. Lines of one foreign currency that sum up to nothing there do so in the
 * base currency too: what rounding leaves over goes to the largest of them. Lines that take from open items have their
 * book value, and what the currencies alone leave over is an exchange difference, with a line of its own at the end.
 *
 * @returns null while a rate is missing
 */
export function voucherMovements(
  voucher: JournalVoucher,
  items: ItemsOfVoucher,
  context: ItemsContext,
): Movement[] | null {
  const { settings, rates } = context
  const valued = new Map(items.lines.flatMap(decidedValue))
  const converted = voucher.lines.map((line, index) => valued.get(index) ?? baseAmount(line, settings, rates))
  if (converted.includes(null)) return null
  const isStated = (index: number) => valued.has(index) || voucher.lines[index]?.base !== null
  const base = withoutRoundingDifference(voucher.lines, converted as bigint[], settings.base_currency, isStated)
  const ofItems = new Map(items.lines.map((line) => [line.index, line]))
  const movements = voucher.lines.map((line, index) => {
    const movement = withTaxOfLine(
      movementOf(voucher, line, base[index] ?? 0n, settings, rates),
      items.taxes.get(index),
    )
    return movementOfItem(movement, line, ofItems.get(index))
  })
  const ofTax = items.lines.flatMap(({ tax }) => (tax ? taxDifferences(tax, settings, voucher.business_date) : []))
  return [...movements, ...exchangeDifference(movements, items, settings, voucher.business_date), ...ofTax]
}

/** Amounts of named items are decided with the item; those of new ones like any other line's. */
function decidedValue({ index, item, base_minor, sign }: LineOfItem): [number, bigint][] {
  return item && base_minor !== null ? [[index, sign * base_minor]] : []
}

/** A revaluation moves nothing in the currency of its item, whichever currency the line was written in. */
function movementOfItem(movement: Movement, { open_item }: VoucherLine, line: LineOfItem | undefined): Movement {
  if (!open_item || !line) return movement
  const tax_due = line.tax?.tax_due.filter((record) => !isOnAccount(record))
  const named = { ...movement, open_item: open_item.request, ...(tax_due && tax_due.length > 0 && { tax_due }) }
  if (!line.item) return named
  const isRevaluation = open_item.purpose === 'revaluation'
  return { ...named, rate_e8: null, ...(isRevaluation ? { currency: line.currency, transaction_minor: 0n } : {}) }
}

/** Tax that is not due with the voucher, is taken over with an item, or takes back tax that was not due. */
function withTaxOfLine(movement: Movement, tax: TaxOfLine | undefined): Movement {
  if (tax?.kind === 'taken_over') return { ...movement, tax_due: tax.tax_due }
  if (!tax || !movement.tax) return movement
  if (tax.kind === 'reduces') return { ...movement, tax: withReducedItems(movement.tax, tax.items) }
  if (tax.kind === 'not_due' || tax.kind === 'due') return { ...movement, tax: { ...movement.tax, kind: tax.kind } }
  const { tax: _, ...without } = movement
  return { ...without, tax_due: tax.tax_due }
}

function baseAmount({ amount, base }: VoucherLine, { base_currency }: PostingSettings, rates: Rates): bigint | null {
  if (amount.currency === base_currency) return amount.amount_minor
  if (base) return base.amount_minor
  const rate = rates.get(amount.currency)
  return rate === undefined ? null : toBaseCurrency(amount.amount_minor, amount.currency, base_currency, rate)
}

function withoutRoundingDifference(
  lines: readonly VoucherLine[],
  converted: readonly bigint[],
  base_currency: string,
  isStated: (index: number) => boolean,
): bigint[] {
  const result = [...converted]
  const currencies = new Set(lines.map(({ amount }) => amount.currency))
  currencies.delete(base_currency)
  for (const currency of currencies) {
    const indexes = lines.flatMap(({ amount }, index) => (amount.currency === currency ? [index] : []))
    const sum = (amountOf: (index: number) => bigint) => indexes.reduce((total, index) => total + amountOf(index), 0n)
    const isBalanced = sum((index) => lines[index]?.amount.amount_minor ?? 0n) === 0n
    if (!isBalanced || indexes.some(isStated)) continue
    const largest = indexes.reduce((a, b) => (magnitude(result[b]) > magnitude(result[a]) ? b : a))
    result[largest] = (result[largest] ?? 0n) - sum((index) => result[index] ?? 0n)
  }
  return result
}

function magnitude(amount: bigint | undefined): bigint {
  const value = amount ?? 0n
  return value < 0n ? -value : value
}

function movementOf(
  voucher: JournalVoucher,
  line: VoucherLine,
  amount_minor: bigint,
  settings: PostingSettings,
  rates: Rates,
): Movement {
  const { account_code, amount, text, tax_code } = line
  const isForeign = amount.currency !== settings.base_currency
  const tax = tax_code === null ? undefined : recordOfVoucherLine(voucher, line, amount_minor, settings, rates)
  return {
    account_code,
    amount_minor,
    currency: amount.currency,
    transaction_minor: amount.amount_minor,
    rate_e8: isForeign && line.base === null ? (rates.get(amount.currency) ?? null) : null,
    ...(text === null ? {} : { text }),
    ...(tax ? { tax } : {}),
  }
}
