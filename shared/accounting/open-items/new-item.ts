import { amountInWords } from '../amounts/decimal.ts'
import type { VoucherLine } from '../documents/accounting-document.ts'
import { isPaymentReference } from '../documents/payment-references.ts'
import type { NewItemKind, NewVoucherItem, VoucherItem } from '../documents/voucher-item.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { TAX_CODES } from '../vat/tax-codes.ts'
import { type ItemViolation, mismatch } from './item-violation.ts'

/** The item that a line opens, with its kind decided. */
export type OpenedItem = Omit<NewVoucherItem, 'kind'> & { readonly kind: NewItemKind }
type NewOfLine = Extract<VoucherItem, { readonly by: 'new' }>

/** 1 where a debit makes an item positive, -1 where a credit does. */
export function signOfKind(kind: NewItemKind): 1n | -1n {
  return kind === 'receivable' || kind === 'customer_credit' ? 1n : -1n
}

/** The kinds of items that stand on an account; none for an account that is no control account. */
export function kindsOn({ control_accounts }: PostingSettings, account_code: string): NewItemKind[] {
  return control_accounts.filter((account) => account.account_code === account_code).map(({ kind }) => kind)
}

/** Whether an item is money: credit of a customer, or an advance to a supplier. */
export function isMoneyItem(kind: string): boolean {
  return kind === 'customer_credit' || kind === 'supplier_advance'
}

export function isControlAccount(settings: PostingSettings | undefined, account_code: string): boolean {
  return settings !== undefined && kindsOn(settings, account_code).length > 0
}

/** The item that a line opens. It says its kind, unless its account has items of one kind only. */
export function newItemOfLine(
  { account_code, amount }: VoucherLine,
  { item }: NewOfLine,
  settings: PostingSettings,
): OpenedItem | ItemViolation {
  const kinds = kindsOn(settings, account_code)
  const kind = item.kind ?? (kinds.length === 1 ? kinds[0] : undefined)
  if (kind === undefined)
    return mismatch(`Account ${account_code} does not say what kind of item it is.`, '/open_item/new/kind')
  if (kinds.length > 0 && !kinds.includes(kind))
    return mismatch(`Items on account ${account_code} are of the kind ${kinds.join(' or ')}.`, '/open_item/new/kind')
  const { payment_reference, tax_lines } = item
  if (payment_reference !== null && !isPaymentReference(payment_reference))
    return mismatch(
      `${payment_reference} is neither a QR reference nor a creditor reference.`,
      '/open_item/new/payment_reference',
    )
  const isOther = tax_lines.some(({ net_amount, tax_amount }) =>
    [net_amount, tax_amount].some(({ currency }) => currency !== amount.currency),
  )
  if (isOther) return mismatch(`The line is in ${amount.currency}, its tax lines are not.`, '/open_item/new/tax_lines')
  const sign = amount.amount_minor < 0n ? -1n : 1n
  const gross = sign * signOfKind(kind) * grossOf(tax_lines)
  const whole = sign * amount.amount_minor
  if (gross < 0n)
    return mismatch(
      'The tax lines have the sign of the item: those of a credit note are negative.',
      '/open_item/new/tax_lines',
    )
  if (gross > whole) {
    const words = (minor: bigint) => amountInWords(minor, amount.currency)
    const message = `The tax lines sum up to ${words(gross)}, the item to ${words(whole)}.`
    return mismatch(message, '/open_item/new/tax_lines')
  }
  return { ...item, kind }
}

/** What the tax lines of an item sum up to. Acquisition tax is no part of what a partner is owed. */
function grossOf(tax_lines: NewVoucherItem['tax_lines']): bigint {
  return tax_lines.reduce((total, { tax_code, net_amount, tax_amount }) => {
    const isOwed = TAX_CODES.get(tax_code)?.direction !== 'acquisition'
    return total + BigInt(net_amount.amount_minor) + (isOwed ? BigInt(tax_amount.amount_minor) : 0n)
  }, 0n)
}
