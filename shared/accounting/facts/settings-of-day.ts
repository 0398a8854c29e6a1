import type { Rates } from '../amounts/rate.ts'
import type { AccountOfDay, RateOfDay } from '../setup/of-day.ts'
import type { PreparedFact } from './prepare-fact.ts'

/** What was found for the days of a batch, by end customer and day. */
export type OfDays<Found> = ReadonlyMap<string, readonly Found[]>

export function byDay<Found extends RateOfDay | AccountOfDay>(found: readonly Found[]): OfDays<Found> {
  return Map.groupBy(found, ({ end_customer_id, on_date }) => dayKey(end_customer_id, on_date))
}

/** The rates of the day of a fact, by currency. */
export function ratesFor(fact: PreparedFact, rates: OfDays<RateOfDay>): Rates {
  return new Map(ofDayOf(fact, rates).map(({ currency, rate_e8 }) => [currency, rate_e8]))
}

/** The accounts as they are on the day of a fact, by their codes. */
export function accountsFor(fact: PreparedFact, accounts: OfDays<AccountOfDay>): ReadonlyMap<string, AccountOfDay> {
  return new Map(ofDayOf(fact, accounts).map((account) => [account.account_code, account]))
}

function ofDayOf<Found>({ end_customer_id, business_date }: PreparedFact, found: OfDays<Found>): readonly Found[] {
  return found.get(dayKey(end_customer_id, business_date)) ?? []
}

function dayKey(end_customer_id: string, date: string): string {
  return `${end_customer_id} ${date}`
}
