import assert from 'node:assert/strict'
import { toBaseCurrency } from '../amounts/currency.ts'
import { taxOnNet } from '../amounts/rounding.ts'
import type { AccountRole, Amount, Invoice, TaxLine } from '../documents/accounting-document.ts'
import { supplyOfRecord } from '../documents/supply.ts'
import type { TaxSnapshot } from '../documents/tax-record.ts'
import { accountFor, type PostingSettings } from '../setup/posting-settings.ts'
import { isDueWithPayment } from '../vat/due-with-payment.ts'
import { considerationOfLine } from '../vat/registration.ts'
import { declaredBase } from '../vat/return/tax-shown.ts'
import { formFigure, TAX_CODES, type TaxCode, type TaxDirection } from '../vat/tax-codes.ts'
import { roundingRole } from './advances/rest-of-nothing.ts'
import type { JournalLine, Movement } from './journal-entry.ts'

/** Balanced lines and the movement of the partner's open item: negative for a debt, positive for a claim, zero where an advance has paid all. */
export type TradePosting = { readonly lines: readonly JournalLine[]; readonly open_item: Movement }

export type Context = {
  readonly document: Invoice
  readonly settings: PostingSettings
  readonly rate_e8: bigint | null
}

export function movement(context: Context, role: AccountRole, amount: Amount): Movement {
  const { rate_e8, settings } = context
  const base_minor =
    rate_e8 === null
      ? amount.amount_minor
      : toBaseCurrency(amount.amount_minor, amount.currency, settings.base_currency, rate_e8)
  return {
    account_code: accountOf(context, role),
    amount_minor: base_minor,
    currency: amount.currency,
    transaction_minor: amount.amount_minor,
    rate_e8,
  }
}

export function movementInBaseCurrency(context: Context, role: AccountRole, amount: Amount): Movement {
  return movement({ ...context, rate_e8: null }, role, amount)
}

/** Tax that has no line of its own stays in the expense or the revenue. */
export function merged(main: Movement, tax: Movement): Movement {
  return {
    ...main,
    amount_minor: main.amount_minor + tax.amount_minor,
    transaction_minor: main.transaction_minor + tax.transaction_minor,
  }
}

/** The record stands on the line of the tax, or on the taxed line where the tax is zero. */
export function withTax(main: Movement, tax: Movement, record: TaxSnapshot): Movement[] {
  return tax.amount_minor === 0n ? [{ ...main, tax: record }] : [main, { ...tax, tax: record }]
}

/**
 * The record of a taxed line, with the amounts of its movements.
 *
 * @param sign -1 where a credit is positive in the record
 * @param tax null where the record has none
 */
export function snapshot(
  { document, settings }: Context,
  line: TaxLine,
  sign: 1n | -1n,
  base: Movement,
  tax: Movement | null,
): TaxSnapshot {
  const code = codeOf(line)
  const supply = supplyOfRecord(line, document.supply_date)
  const isDueLater = isDueWithPayment(code, considerationOfLine(settings, line, document))
  const tax_minor = sign * (tax?.amount_minor ?? 0n)
  return {
    tax_code: line.tax_code,
    direction: code.direction,
    rate_bp: Number(code.rate_bp),
    form_figure: formFigure(code, supply.supply_date),
    ...supply,
    currency: settings.base_currency,
    base_minor: declaredBase(code, sign * base.amount_minor, tax_minor),
    tax_minor,
    ...(isDueLater ? { kind: 'not_due' as const, ...inDocument(code, sign, base, tax, settings) } : {}),
  }
}

/** Acquisition tax is no amount of the document, so it is computed in its currency as it is in that of the books. */
function inDocument(
  code: TaxCode,
  sign: bigint,
  base: Movement,
  tax: Movement | null,
  { base_currency }: PostingSettings,
) {
  const { currency, transaction_minor } = base
  if (currency === base_currency) return {}
  const base_minor = sign * transaction_minor
  const ofTax = tax?.currency === currency ? sign * tax.transaction_minor : taxOnNet(base_minor, code.rate_bp)
  const tax_minor = tax === null ? 0n : ofTax
  return { document: { currency, base_minor: declaredBase(code, base_minor, tax_minor), tax_minor } }
}

/**
 * What the other lines leave to the partner. Where nothing is left in the currency of the document, conversion may leave a
 * few hundredths, which nobody owes.
 *
 * @param rest what is left to pay, as a movement on the partner's account
 * @param others the other lines, without those that cancel each other out
 * @param role where what the document has no account for goes
 */
export function withRest(context: Context, rest: Movement, others: readonly Movement[], role: AccountRole) {
  const amount_minor = -sumOf(others)
  const isPaid = rest.transaction_minor === 0n
  const open_item = { ...rest, amount_minor: isPaid ? 0n : amount_minor }
  if (open_item.amount_minor === amount_minor) return { open_item, closing: open_item }
  const amount = { amount_minor, currency: context.settings.base_currency }
  return { open_item, closing: movementInBaseCurrency(context, roundingRole(role), amount) }
}

/** The record of somebody who is not registered: it is in no return, whenever the registration begins. */
export function outsideReturns(record: TaxSnapshot, direction: TaxDirection): TaxSnapshot {
  return { ...record, direction, form_figure: null }
}

export function negative({ amount_minor, currency }: Amount): Amount {
  return { amount_minor: -amount_minor, currency }
}

function sumOf(movements: readonly Movement[]): bigint {
  return movements.reduce((total, { amount_minor }) => total + amount_minor, 0n)
}

export function codeOf(line: TaxLine): TaxCode {
  const code = TAX_CODES.get(line.tax_code)
  assert(code, `tax code ${line.tax_code} is unknown`)
  return code
}

function accountOf({ settings, document }: Context, role: AccountRole): string {
  const account = accountFor(settings, role.keys, document.business_date)
  assert(account, `no account for ${role.keys.join(', ')}`)
  return account
}
