import type { ItemsOfVoucher } from '../open-items/items-of-voucher.ts'
import { accountFor, type PostingSettings } from '../setup/posting-settings.ts'
import type { SettledTax } from '../vat/tax-of-item.ts'
import type { Movement } from './journal-entry.ts'

const KEYS = {
  gain: ['posting.fx_gain', 'posting.fx_difference'],
  loss: ['posting.fx_loss', 'posting.fx_difference'],
} as const

/** The mapping keys of the account that an exchange difference goes to; null for no difference. */
export function keysOfDifference(difference_minor: bigint): readonly string[] | null {
  if (difference_minor === 0n) return null
  return difference_minor > 0n ? KEYS.gain : KEYS.loss
}

/**
 * What the values of currencies alone leave over where an item in a foreign currency is changed: its lines cancel out
 * in each currency, and not in the base currency. A gain is credited, a loss debited.
 *
 * @returns no line, or one
 * @source OR Art. 958c Abs. 1 Ziff. 7
 */
export function exchangeDifference(
  movements: readonly Movement[],
  items: ItemsOfVoucher,
  settings: PostingSettings,
  on_date: string,
): Movement[] {
  const difference = differenceOf(movements, items, settings.base_currency)
  const keys = keysOfDifference(difference)
  if (keys === null) return []
  return [inBase(accountFor(settings, keys, on_date) ?? '', -difference, settings)]
}

/** What tax is worth more or less by the rate of its payment, against gain or loss. */
export function taxDifferences({ differences }: SettledTax, settings: PostingSettings, on_date: string): Movement[] {
  const ofTax = differences.map(({ account_code, base_minor, tax_due }) => ({
    ...inBase(account_code, base_minor, settings),
    tax_due,
  }))
  const difference = differenceOfTax({ differences })
  const keys = keysOfDifference(difference)
  if (keys === null) return ofTax
  return [...ofTax, inBase(accountFor(settings, keys, on_date) ?? '', -difference, settings)]
}

export function differenceOfTax({ differences }: Pick<SettledTax, 'differences'>): bigint {
  return differences.reduce((sum, { base_minor }) => sum + base_minor, 0n)
}

function inBase(account_code: string, value: bigint, { base_currency }: PostingSettings): Movement {
  return { account_code, amount_minor: value, currency: base_currency, transaction_minor: value, rate_e8: null }
}

/** The sum of the values, where the lines cancel out in each currency and one of them changes a foreign item. */
export function differenceOf(movements: readonly Movement[], items: ItemsOfVoucher, base_currency: string): bigint {
  const hasForeignItem = items.lines.some(({ item, currency }) => item !== null && currency !== base_currency)
  if (!hasForeignItem || !cancelsOut(movements)) return 0n
  return movements.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
}

function cancelsOut(movements: readonly Movement[]): boolean {
  const sums = new Map<string, bigint>()
  for (const { currency, transaction_minor } of movements)
    sums.set(currency, (sums.get(currency) ?? 0n) + transaction_minor)
  return [...sums.values()].every((sum) => sum === 0n)
}
