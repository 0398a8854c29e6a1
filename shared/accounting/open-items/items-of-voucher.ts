import type { JournalVoucher, VoucherLine } from '../documents/accounting-document.ts'
import {
  type ItemState,
  type ItemStates,
  keyOfItem,
  type NamedVoucherItem,
  type VoucherItem,
} from '../documents/voucher-item.ts'
import { changeOfItem } from './change-of-item.ts'
import type { ItemStep } from './item-step.ts'
import { type ItemViolation, mismatch, unknown } from './item-violation.ts'
import type { ItemsContext, LineOfItem } from './line-of-item.ts'
import { kindsOn, newItemOfLine, type OpenedItem, signOfKind } from './new-item.ts'
import { baseOfLine } from './reductions/base-of-line.ts'
import { type TaxOfLine, taxOfLines, taxOfStep } from './tax-of-lines.ts'

/** Everything that a voucher does to open items, in the order of its lines, and every reason why it cannot. */
export type ItemsOfVoucher = {
  readonly lines: readonly LineOfItem[]
  readonly violations: readonly (ItemViolation & { readonly index: number })[]
  /** The tax of lines that is not due with the voucher, by their positions. */
  readonly taxes: ReadonlyMap<number, TaxOfLine>
  /** The named items as they are afterwards, by their keys. */
  readonly after: ItemStates
}

const NOTHING: ItemsOfVoucher = { lines: [], violations: [], taxes: new Map(), after: new Map() }

/** The last answer for a voucher: several rules ask the same question. */
const answers = new WeakMap<JournalVoucher, ItemsContext & { readonly items: ItemsOfVoucher }>()

/** Decides the open items of a voucher line by line, each line seeing those before it. */
export function itemsOfVoucher(voucher: JournalVoucher, { settings, rates, open_items }: ItemsContext): ItemsOfVoucher {
  const known = answers.get(voucher)
  if (known?.settings === settings && known.rates === rates && known.open_items === open_items) return known.items
  const context = { settings, rates, open_items }
  const items = decideItems(voucher, context)
  answers.set(voucher, { ...context, items })
  return items
}

function decideItems(voucher: JournalVoucher, context: ItemsContext): ItemsOfVoucher {
  const { lines, business_date } = voucher
  const fresh = new Set(lines.flatMap(({ open_item, account_code }) => (open_item?.by === 'new' ? account_code : [])))
  const isControl = (code: string) => fresh.has(code) || kindsOn(context.settings, code).length > 0
  if (!lines.some(({ open_item, account_code }) => open_item || isControl(account_code))) return NOTHING
  const after = new Map<string, ItemState>()
  const decided: LineOfItem[] = []
  const violations: (ItemViolation & { index: number })[] = []
  const exceeded = new Set<string>()
  for (const [index, line] of lines.entries()) {
    if (line.open_item === null && !isControl(line.account_code)) continue
    const key = line.open_item && line.open_item.by !== 'new' ? keyOfItem(line.open_item) : ''
    // What a later line would find of an item that an earlier one has overdrawn says nothing.
    if (exceeded.has(key)) continue
    const result =
      line.open_item === null
        ? missing(line.account_code)
        : itemOfLine(line, line.open_item, index, { ...context, business_date }, after)
    if (!('code' in result)) {
      decided.push(result)
      continue
    }
    violations.push({ ...result, index })
    if (result.code === 'open_item_exceeded') exceeded.add(key)
  }
  const { taxes, violations: ofTax, reducible } = taxOfLines(voucher, decided, context)
  for (const [key, item] of after) {
    const left = reducible.get(item.open_item_id)
    if (left) after.set(key, { ...item, reducible: left })
  }
  return { lines: decided, violations: [...violations, ...ofTax], taxes, after }
}

function itemOfLine(
  line: VoucherLine,
  open_item: VoucherItem,
  index: number,
  context: ItemsContext & { readonly business_date: string },
  after: Map<string, ItemState>,
): LineOfItem | ItemViolation {
  if (open_item.by === 'new') {
    const opens = newItemOfLine(line, open_item, context.settings)
    if ('code' in opens) return opens
    const opened = openedBy(line, index, opens, context)
    return opened.base_minor === 0n ? nothingLeft(context) : opened
  }
  const key = keyOfItem(open_item)
  const item = after.get(key) ?? context.open_items.get(key)
  if (!item) return unknown(`There is no open item ${open_item.id}.`)
  const step = changeOfNamed({ ...line, open_item }, item, context)
  if ('code' in step) return step
  const tax = taxOfStep(item, open_item, step, context)
  if (tax && 'code' in tax) return tax
  after.set(key, tax ? { ...step.after, tax: tax.after } : step.after)
  return { ...changedBy(index, line.account_code, item, step), tax }
}

function changeOfNamed(
  line: VoucherLine & { readonly open_item: NamedVoucherItem },
  item: ItemState,
  context: ItemsContext & { readonly business_date: string },
): ItemStep | ItemViolation {
  const { base_currency } = context.settings
  const takesAnyCredit =
    item.account_code === null && kindsOn(context.settings, line.account_code).includes('customer_credit')
  if (item.account_code === null && !takesAnyCredit)
    return mismatch(`Account ${line.account_code} is no account of customer credit.`, '/account_code')
  const step = changeOfItem(item, line, context.business_date, base_currency, () => baseOfLine(line, context))
  if ('code' in step || step.base_minor !== 0n) return step
  return nothingLeft(context)
}

/** An amount without a value has no line in the journal. */
function nothingLeft({ settings: { base_currency } }: ItemsContext): ItemViolation {
  return mismatch(`Nothing of the amount is left in ${base_currency}.`)
}

function changedBy(
  index: number,
  account_code: string,
  item: ItemState,
  { amount_minor, base_minor }: ItemStep,
): Omit<LineOfItem, 'tax'> {
  const { currency, partner, sign } = item
  return { index, account_code, item, opens: null, currency, partner, amount_minor, base_minor, sign }
}

function openedBy(line: VoucherLine, index: number, opens: OpenedItem, context: ItemsContext): LineOfItem {
  const sign = signOfKind(opens.kind)
  const base = baseOfLine(line, context)
  return {
    index,
    account_code: line.account_code,
    item: null,
    opens,
    currency: line.amount.currency,
    partner: opens.partner,
    amount_minor: sign * line.amount.amount_minor,
    base_minor: base === null ? null : sign * base,
    sign,
    tax: null,
  }
}

function missing(account_code: string): ItemViolation {
  const message = `Account ${account_code} is a control account, and the line names no open item.`
  return { code: 'open_item_missing', message, field: '' }
}
