import { amountInWords } from '../../amounts/decimal.ts'
import { shareOf } from '../../amounts/share-of.ts'
import type { JournalVoucher, VoucherLine } from '../../documents/accounting-document.ts'
import { type Finding, forVouchers, type RuleContext } from '../../documents/rule-context.ts'
import type { ReducibleTax } from '../../documents/voucher-item.ts'
import { accountFor } from '../../setup/posting-settings.ts'
import { isReceivedOn } from '../../vat/consideration/transfers-of-record.ts'
import { TAX_CODES } from '../../vat/tax-codes.ts'
import { magnitude } from '../item-step.ts'
import { type ItemsOfVoucher, itemsOfVoucher } from '../items-of-voucher.ts'
import type { LineOfItem } from '../line-of-item.ts'
import { baseOfLine } from './base-of-line.ts'
import { isPaidWithMoney } from './paid-with-money.ts'

/** Accounts of losses and reductions: what they take of an item is not paid, whatever the line of the item says. */
const LOSSES = ['posting.bad_debt', 'posting.revenue.reduction']
const DECLARED =
  'The tax of the open item is due with its payment, and the line says payment: it is declared, although an account of losses or reductions takes the amount. Say write_off for what is lost.'

/**
 * Write-offs of documents with tax that take none of it back: the tax stays declared or deducted. Tax that is due with payments is
 * extinguished, and is no surprise. Acquisition tax is deducted as it is owed.
 *
 * @source MWSTG Art. 41
 */
export const findUntaxedWriteOffs = forVouchers((context) => {
  const { document, settings } = context
  if (!document.lines.some(({ open_item }) => open_item !== null)) return []
  const items = itemsOfVoucher(document, context)
  const isPaid = isPaidWithMoney(context)
  const purposeOf = ({ index }: LineOfItem) => document.lines[index]?.open_item?.purpose
  const lost_minor = lostBeside(items, purposeOf, context)
  const paid = new Set(items.lines.filter((line) => purposeOf(line) === 'payment' && isLoweredBy(line, lost_minor)))
  const paid_minor = [...paid].reduce((sum, line) => sum + takenBy(line), 0n)
  return items.lines.flatMap((line): Finding[] => {
    const { index, item, tax } = line
    const purpose = purposeOf(line)
    const written =
      purpose === 'write_off' && !isPaid ? line : paid.has(line) ? lostOf(line, lost_minor, paid_minor) : null
    if (written === null) return []
    const pointer = `/payload/lines/${index}/open_item`
    // What was agreed on the day is reduced, also where a later change has transferred it.
    const isOfPayments = item?.tax?.not_due.some((one) => isReceivedOn(one, document.business_date)) ?? false
    if (tax !== null && isOfPayments) return purpose === 'payment' ? [{ message: DECLARED, pointer }] : []
    if (!item?.reducible) return []
    const isTakenBack = [...items.taxes.values()].some(
      (one) => one.kind === 'reduces' && one.items.some(({ open_item_id }) => open_item_id === item.open_item_id),
    )
    const lines = isTakenBack ? [] : linesToSend(item.reducible, written, settings.base_currency)
    if (lines.length === 0) return []
    const message = `The document of the open item has tax, and nothing takes back that of what is written off: ${lines.join('; ')}.`
    return [{ message, pointer }]
  })
})

/**
 * What a voucher brings onto accounts of losses beyond what its lines write off, less their tax, in the base currency; negative where it
 * takes a loss back.
 */
function lostBeside(
  { lines, taxes }: ItemsOfVoucher,
  purposeOf: (line: LineOfItem) => string | null | undefined,
  { document, settings, rates }: RuleContext<JournalVoucher>,
): bigint {
  const accounts = LOSSES.map((role) => accountFor(settings, [role], document.business_date))
  const sumOf = (isCounted: (line: VoucherLine, index: number) => boolean) =>
    document.lines
      .filter((line, index) => line.open_item === null && isCounted(line, index))
      .reduce((sum, line) => sum + (baseOfLine(line, { settings, rates }) ?? 0n), 0n)
  const isLoss = ({ account_code }: VoucherLine) => accounts.includes(account_code)
  const lost_minor = sumOf(isLoss)
  const written = lines.filter((line) => purposeOf(line) === 'write_off' && isLoweredBy(line, lost_minor))
  if (written.length === 0) return lost_minor
  const tax_minor = sumOf(
    (line, index) => !isLoss(line) && ['extinguished', 'reduces'].includes(taxes.get(index)?.kind ?? ''),
  )
  const left = lost_minor - (written.reduce((sum, line) => sum + takenBy(line), 0n) - tax_minor)
  return left > 0n === lost_minor > 0n ? left : 0n
}

/** What the lines against that of an item bring, debit positive. */
function takenBy({ base_minor, sign }: LineOfItem): bigint {
  return -(base_minor ?? 0n) * sign
}

/** A payment that the loss does not lower is none of it. */
function isLoweredBy(line: LineOfItem, lost_minor: bigint): boolean {
  const taken = takenBy(line)
  return taken !== 0n && lost_minor !== 0n && taken > 0n === lost_minor > 0n
}

/** The part of a payment that is lost: of several payments each has its share of the loss. */
function lostOf(line: LineOfItem, lost_minor: bigint, paid_minor: bigint): LineOfItem {
  if (magnitude(paid_minor) <= magnitude(lost_minor)) return line
  return { ...line, base_minor: -shareOf(lost_minor, takenBy(line), paid_minor) * line.sign }
}

/** What takes back the tax of a part of an item, in the proportion of what is left of its taxes. */
function linesToSend(reducible: readonly ReducibleTax[], { base_minor, item }: LineOfItem, currency: string): string[] {
  const taxed = reducible.reduce((sum, { gross_minor }) => sum + gross_minor, 0n)
  const whole = item?.left_to_reduce_minor ?? taxed
  const isAcquired = reducible.some(({ tax_code }) => TAX_CODES.get(tax_code)?.direction === 'acquisition')
  if (base_minor === null || whole === 0n || isAcquired) return []
  const written = -base_minor
  const part = magnitude(written) > magnitude(whole) ? whole : written
  const words = (minor: bigint) => amountInWords(magnitude(minor), currency)
  // A credit note is taken back on the other side.
  const isDebit = (item?.by === 'document_id') === written > 0n
  return reducible.flatMap(({ tax_code, gross_minor, tax_minor, supplies }) => {
    const [gross, tax] = [shareOf(gross_minor, part, whole), shareOf(tax_minor, part, whole)]
    if (supplies.some(({ is_gross }) => is_gross))
      return gross === 0n ? [] : [`${words(gross)} with ${tax_code} on the line of the loss`]
    if (tax === 0n) return []
    return [
      `a ${isDebit ? 'debit' : 'credit'} of ${words(tax)} on its tax account with ${tax_code} and a tax_base of ${words(gross - tax)}`,
    ]
  })
}
