import { toBaseCurrency } from '../../shared/accounting/amounts/currency.ts'
import { amountInWords } from '../../shared/accounting/amounts/decimal.ts'
import { type ErrorDetail, validationFailed } from '../../shared/contract/platform/errors.ts'
import type { Money } from '../../shared/contract/primitives.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findExchangeRates } from '../../shared/store/setup/exchange-rates.ts'
import { readPostingSettings } from '../../shared/store/setup/posting-settings.ts'

/** What a line closes of its item, and what was paid for that in another currency. */
type PaidLine = { readonly pointer: string; readonly amount: Money; readonly paid?: Money | undefined }

/** Money that is worth a tenth more or less than what it pays has other amounts, or is no payment of it alone. */
const LIKELY = 10n

/**
 * The difference to the rate of the day would be an exchange result that nobody had.
 *
 * @throws ApiError validation_failed for lines whose money is far from it
 */
export async function requireLikelyPaid(
  tx: Tx,
  end_customer_id: string,
  on_date: string,
  lines: readonly PaidLine[],
): Promise<void> {
  const foreign = lines.flatMap(({ pointer, amount, paid }) => (paid ? [{ pointer, amount, paid }] : []))
  if (foreign.length === 0) return
  const base = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)?.base_currency
  if (base === undefined) return
  const currencies = [...new Set(foreign.flatMap(({ amount, paid }) => [amount.currency, paid.currency]))]
  const wanted = currencies.filter((currency) => currency !== base)
  const found = await findExchangeRates(
    tx,
    wanted.map((currency) => ({ end_customer_id, currency, on_date })),
  )
  const rates = new Map(found.map(({ currency, rate_e8 }) => [currency, rate_e8]))
  const worthOf = ({ amount_minor, currency }: Money): bigint | null => {
    if (currency === base) return BigInt(amount_minor)
    const rate = rates.get(currency)
    return rate === undefined ? null : toBaseCurrency(BigInt(amount_minor), currency, base, rate)
  }
  const details = foreign.flatMap(({ pointer, amount, paid }): ErrorDetail[] => {
    const [closed, moved] = [worthOf(amount), worthOf(paid)]
    // Without a rate the posting is blocked, and asks for it.
    if (closed === null || moved === null || size(moved - closed) * LIKELY <= size(closed)) return []
    const message = `At the rates of ${on_date} ${inWords(amount)} is worth ${amountInWords(closed, base)}, and ${inWords(paid)} is worth ${amountInWords(moved, base)}. Close with amount what was paid, and the rest with deductions; or correct the rate of the day.`
    return [{ pointer: `${pointer}/paid/amount_minor`, code: 'out_of_range', message }]
  })
  if (details.length > 0) throw validationFailed(details)
}

function inWords({ amount_minor, currency }: Money): string {
  return amountInWords(BigInt(amount_minor), currency)
}

function size(minor: bigint): bigint {
  return minor < 0n ? -minor : minor
}
