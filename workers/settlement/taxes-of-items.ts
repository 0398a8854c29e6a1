import { toBaseCurrency } from '../../shared/accounting/amounts/currency.ts'
import { missingRate } from '../../shared/accounting/journal/money-blockers.ts'
import type { PostingBlocker } from '../../shared/accounting/journal/posting-rules.ts'
import type { MoneyEntry } from '../../shared/accounting/settlement/entry-of-legs.ts'
import type { TaxOfPart } from '../../shared/accounting/settlement/item-legs.ts'
import { hasReceivedConsideration } from '../../shared/accounting/vat/due-with-payment.ts'
import { timeOfTaxRate } from '../../shared/accounting/vat/time-of-rate.ts'
import { findTaxOfItems } from '../../shared/store/open-items/tax-of-items.ts'
import { findExchangeRates } from '../../shared/store/setup/exchange-rates.ts'
import type { IntentContext } from '../intent.ts'

/** What is paid of an item; what deductions close is never received. */
type PaidItem = { readonly open_item_id: string; readonly currency: string; readonly paid_minor: bigint }
type TaxesOfPaid = { readonly taxes: ReadonlyMap<string, TaxOfPart> } | { readonly blockers: readonly PostingBlocker[] }

/**
 * The tax of open items that is due with payments, by the ids of the items. Tax of a foreign document is converted by the
 * rates that the end customer has chosen for tax, whatever the bank took. No query is made where consideration was never
 * reported as received.
 *
 * @source MWSTV Art. 45 Abs. 1 and 3
 */
export async function taxesOfItems(
  { tx, settings }: IntentContext,
  { end_customer_id, posting_date }: MoneyEntry,
  paid: readonly PaidItem[],
): Promise<TaxesOfPaid> {
  if (!hasReceivedConsideration(settings)) return { taxes: new Map() }
  const found = await findTaxOfItems(
    tx,
    paid.map(({ open_item_id }) => ({ end_customer_id, open_item_id })),
  )
  const { base_currency } = settings
  const on_date = timeOfTaxRate(posting_date, settings)
  const taxed = paid.filter(({ open_item_id }) => found.has(open_item_id))
  const foreign = [...new Set(taxed.map(({ currency }) => currency))].filter((currency) => currency !== base_currency)
  const known =
    foreign.length > 0
      ? await findExchangeRates(
          tx,
          foreign.map((currency) => ({ end_customer_id, currency, on_date })),
        )
      : []
  const rates = new Map(known.map(({ currency, rate_e8 }) => [currency, rate_e8]))
  const missing = foreign.find((currency) => !rates.has(currency))
  if (missing !== undefined) return { blockers: missingRate(settings, missing, on_date) }
  const taxes = taxed.flatMap(({ open_item_id, currency, paid_minor }): [string, TaxOfPart][] => {
    const item = found.get(open_item_id)
    const rate = rates.get(currency)
    const paid_base_minor = rate === undefined ? null : toBaseCurrency(paid_minor, currency, base_currency, rate)
    return item ? [[open_item_id, { item, paid_minor, paid_base_minor, day: posting_date }]] : []
  })
  return { taxes: new Map(taxes) }
}
