import type { AccountOfDay, RateOfDay } from '../setup/of-day.ts'
import type { PreparedFact } from './prepare-fact.ts'

/** The rates of the day of a fact, by currency. */
export function ratesFor({ end_customer_id, business_date }: PreparedFact, rates: readonly RateOfDay[]) {
  const known = rates.filter((rate) => rate.end_customer_id === end_customer_id && rate.on_date === business_date)
  return new Map(known.map(({ currency, rate_e8 }) => [currency, rate_e8]))
}

/** The accounts as they are on the day of a fact, by their codes. */
export function accountsFor({ end_customer_id, business_date }: PreparedFact, accounts: readonly AccountOfDay[]) {
  const known = accounts.filter(
    (account) => account.end_customer_id === end_customer_id && account.on_date === business_date,
  )
  return new Map(known.map((account) => [account.account_code, account]))
}
