import { amountInWords } from '../amounts/decimal.ts'
import type { JournalVoucher, VoucherLine } from '../documents/accounting-document.ts'
import { type PaidByAdvance, setOffAgainst } from '../vat/received.ts'
import type { TaxCode } from '../vat/tax-codes.ts'
import { type ItemViolation, mismatch } from './item-violation.ts'
import type { ItemsContext, LineOfItem } from './line-of-item.ts'
import { isMoneyItem, kindsOn } from './new-item.ts'

export type TaxViolation = ItemViolation & { readonly index: number }
/** A line of a voucher whose tax is due with a payment, if it is not one itself. */
export type TaxedLine = { readonly index: number; readonly line: VoucherLine; readonly code: TaxCode }

/** Of what an advance has paid that the voucher sets off, tax is due at once, and so is that which takes the tax of the advance off. */
export type DueWithItem = { readonly kind: 'due' } | { readonly kind: 'not_due'; readonly paid: PaidByAdvance | null }

/** The tax of a sale or purchase that the voucher owes or is owed is due when its item is paid; of a cash sale at once. */
export function dueWithItem(
  taxed: readonly TaxedLine[],
  items: readonly LineOfItem[],
  voucher: JournalVoucher,
  context: ItemsContext,
): { readonly taxes: ReadonlyMap<number, DueWithItem>; readonly violations: readonly TaxViolation[] } {
  const opened = items.filter(({ opens }) => opens?.kind === 'receivable' || opens?.kind === 'payable')
  const [item, ...more] = opened
  const [first] = taxed
  if (!item || !first) return { taxes: new Map(), violations: [] }
  const reason = reasonAgainst(
    taxed,
    voucher.lines[item.index],
    {
      isOneOfSeveral: more.length > 0,
      hasAdvance: items.some((line) => usesAdvance(line, context)),
      beside: lineBeside(item.index, taxed, items, voucher, context),
    },
    context,
  )
  if (reason !== null)
    return { taxes: new Map(), violations: [{ index: first.index, ...mismatch(reason, '/tax_code') }] }
  const { takenOff, ofNext, paid, isUnclear } = advanceOf(taxed, item.index, items, voucher, context)
  if (isUnclear)
    return { taxes: new Map(), violations: [{ index: first.index, ...mismatch(NEXT_UNCLEAR, '/tax_code') }] }
  const dueOf = (index: number): DueWithItem =>
    takenOff.has(index)
      ? { kind: 'due' }
      : { kind: 'not_due', paid: voucher.lines[index]?.open_item || ofNext.has(index) ? null : paid }
  return { taxes: new Map(taxed.map(({ index }) => [index, dueOf(index)])), violations: [] }
}

const NEXT_UNCLEAR =
  'The advance that the voucher takes off has paid a part of the supply, and nothing says how much of each tax is that of the next advance: send the tax of the next advance in a line of its own, with what its item opens as tax_base.'

type AdvanceOfVoucher = {
  readonly takenOff: ReadonlySet<number>
  /** Lines with the tax of the next advance, which waits for its own money. */
  readonly ofNext: ReadonlySet<number>
  readonly paid: PaidByAdvance | null
  /** The next advance has tax in lines of several taxes. */
  readonly isUnclear: boolean
}

/** Which lines take the tax of the advance off that the voucher uses, and what of the others that advance has paid. */
function advanceOf(
  taxed: readonly TaxedLine[],
  item_index: number,
  items: readonly LineOfItem[],
  { lines }: JournalVoucher,
  context: ItemsContext,
): AdvanceOfVoucher {
  const used = items.filter((line) => usesAdvance(line, context)).map(({ index }) => index)
  const amountOf = (index: number) => lines[index]?.amount.amount_minor ?? 0n
  const sum = used.reduce((total, index) => total + amountOf(index), 0n)
  // Without its tax, which has lines of its own; at net rates the line of the item itself has the record.
  const baseOf = ({ index, line }: TaxedLine) =>
    used.includes(index) ? amountOf(index) : (line.tax_base?.amount_minor ?? 0n)
  const back = taxed.filter(({ line }) => line.amount.amount_minor * sum > 0n)
  const base = back.reduce((total, line) => total + baseOf(line), 0n)
  if (sum === 0n || base !== sum) return { takenOff: new Set(), ofNext: new Set(), paid: null, isUnclear: false }
  const sumOf = (indexes: Iterable<number>) => [...indexes].reduce((total, index) => total + amountOf(index), 0n)
  const ofTax = sumOf(back.flatMap(({ index }) => (used.includes(index) ? [] : index)))
  const next = items.flatMap(({ opens, index }) => (opens && isMoneyItem(opens.kind) ? index : []))
  const ofNext = new Set(next.flatMap((index) => taxOfAdvance(taxed, index, amountOf(index))))
  const supplied = taxed.filter((line) => !back.includes(line) && !ofNext.has(line.index))
  // A line that taxes the supply and the next advance has both in its base, so the whole has both, too.
  const inOneLine = next.filter((index) => taxOfAdvance(taxed, index, amountOf(index)).length === 0)
  const isInOneLine = inOneLine.length > 0 && hasMoreThanSupply(supplied, items, lines)
  const apart = new Set([...next.filter((index) => !isInOneLine || !inOneLine.includes(index)), ...ofNext])
  return {
    takenOff: new Set(back.map(({ index }) => index)),
    ofNext,
    paid: setOffAgainst(-(sum + ofTax), amountOf(item_index) + sumOf(apart)),
    isUnclear: isInOneLine && supplied.length > 1,
  }
}

/** Whether lines of tax have more base than the lines without tax on their side, which are what is supplied. */
function hasMoreThanSupply(
  taxed: readonly TaxedLine[],
  items: readonly LineOfItem[],
  lines: readonly VoucherLine[],
): boolean {
  const base = taxed.reduce((total, { line }) => total + (line.tax_base?.amount_minor ?? 0n), 0n)
  const known = new Set([...taxed, ...items].map(({ index }) => index))
  const supplied = lines.filter(
    ({ tax_code, amount }, index) =>
      !known.has(index) && (tax_code ?? 'NONE') === 'NONE' && amount.amount_minor * base > 0n,
  )
  const sum = supplied.reduce((total, { amount }) => total + amount.amount_minor, 0n)
  return base < 0n ? base < sum : base > sum
}

/** The line with the tax of an advance: its own at net rates, else one that has it as its base. */
function taxOfAdvance(taxed: readonly TaxedLine[], item_index: number, amount_minor: bigint): number[] {
  const own = taxed.find(({ index }) => index === item_index)
  const found = own ?? taxed.find(({ line }) => line.tax_base?.amount_minor === amount_minor)
  return found ? [found.index] : []
}

type BesideItem = {
  readonly isOneOfSeveral: boolean
  readonly hasAdvance: boolean
  /** Another line on the side of the item, without tax. */
  readonly beside: VoucherLine | undefined
}

function reasonAgainst(
  taxed: readonly TaxedLine[],
  item: VoucherLine | undefined,
  { isOneOfSeveral, hasAdvance, beside }: BesideItem,
  context: ItemsContext,
): string | null {
  const { base_currency } = context.settings
  if (isOneOfSeveral)
    return 'The tax is due with the payment of one of the items that the voucher opens: book each of them in a voucher of its own.'
  if (!item || [item, ...taxed.map(({ line }) => line)].some(({ amount }) => amount.currency !== base_currency))
    return `The tax is due with the payment of an item in a foreign currency: send it as a document, or book it in ${base_currency}.`
  const gross = taxed.reduce(
    (sum, { line }) => sum + line.amount.amount_minor + (line.tax_base?.amount_minor ?? 0n),
    0n,
  )
  const size = (amount: bigint) => (amount < 0n ? -amount : amount)
  if (size(gross) <= size(item.amount.amount_minor)) return beside ? paidAtOnce(beside) : null
  const words = (amount: bigint) => amountInWords(size(amount), base_currency)
  const remedy = hasAdvance
    ? 'the tax of the advance was declared with its money, so take it off, and send the tax and the tax base of the rest alone.'
    : 'open it with the whole amount, and take what was paid at once from it in another voucher.'
  return `The taxed lines sum up to ${words(gross)}, the item that they open to ${words(item.amount.amount_minor)}: ${remedy}`
}

/** Money, say: the taxed lines may be what it pays. An advance was taxed with its own money. */
function lineBeside(
  item_index: number,
  taxed: readonly TaxedLine[],
  items: readonly LineOfItem[],
  { lines }: JournalVoucher,
  context: ItemsContext,
): VoucherLine | undefined {
  const isDebit = (line: VoucherLine | undefined) => (line?.amount.amount_minor ?? 0n) > 0n
  const known = new Set([
    item_index,
    ...taxed.map(({ index }) => index),
    ...items.filter((line) => usesAdvance(line, context)).map(({ index }) => index),
  ])
  return lines.find((line, index) => !known.has(index) && isDebit(line) === isDebit(lines[item_index]))
}

function paidAtOnce({ account_code, amount }: VoucherLine): string {
  const side = amount.amount_minor > 0n ? 'debit' : 'credit'
  return `The tax is due with the payment of the item that the voucher opens, or at once with the ${side} of account ${account_code}: nothing says which of the two is taxed. Book each of them in a voucher of its own.`
}

/** The credit of a customer, or an advance to a supplier, that the voucher uses. */
function usesAdvance({ item, account_code }: LineOfItem, { settings }: ItemsContext): boolean {
  return item !== null && kindsOn(settings, account_code).some(isMoneyItem)
}
