import { toBaseCurrency } from '../../amounts/currency.ts'
import type { VoucherLine } from '../../documents/accounting-document.ts'
import type { ItemsContext } from '../line-of-item.ts'

/** The amount of a line in the base currency, by what the line states or by the rate of the day; null while that is missing. */
export function baseOfLine(
  { amount, base }: Pick<VoucherLine, 'amount' | 'base'>,
  { settings: { base_currency }, rates }: Pick<ItemsContext, 'settings' | 'rates'>,
): bigint | null {
  if (amount.currency === base_currency) return amount.amount_minor
  if (base) return base.amount_minor
  const rate = rates.get(amount.currency)
  return rate === undefined ? null : toBaseCurrency(amount.amount_minor, amount.currency, base_currency, rate)
}
