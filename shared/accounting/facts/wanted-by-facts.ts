import type { AccountWanted, RateWanted } from '../setup/of-day.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { foreignCurrencies } from './amount-rules.ts'
import type { PreparedFact } from './prepare-fact.ts'

/** The rates that the decisions of these facts depend on. */
export function ratesWanted(
  facts: readonly PreparedFact[],
  settings: ReadonlyMap<string, PostingSettings>,
): RateWanted[] {
  return facts.flatMap(({ end_customer_id, business_date: on_date, document }) =>
    foreignCurrencies(document, settings.get(end_customer_id)?.base_currency ?? '').map((currency) => ({
      end_customer_id,
      currency,
      on_date,
    })),
  )
}

/** Mapped accounts are part of the settings. The others are looked up for the vouchers that name them. */
export function accountsWanted(facts: readonly PreparedFact[]): AccountWanted[] {
  return facts.flatMap(({ end_customer_id, business_date: on_date, document }) =>
    document.fact_type === 'journal_voucher'
      ? document.lines.map(({ account_code }) => ({ end_customer_id, account_code, on_date }))
      : [],
  )
}
