import type { Rates } from '../amounts/rate.ts'
import { ratesOfDocument } from '../documents/rates-of-document.ts'
import type { AccountOfDay, RateOfDay } from '../setup/of-day.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { timeOfRate } from '../vat/time-of-rate.ts'
import type { PreparedFact } from './prepare-fact.ts'

/** What was found for the days of a batch, by end customer and day. */
export type OfDays<Found> = ReadonlyMap<string, readonly Found[]>

export function byDay<Found extends RateOfDay | AccountOfDay>(found: readonly Found[]): OfDays<Found> {
  return Map.groupBy(found, ({ end_customer_id, on_date }) => dayKey(end_customer_id, on_date))
}

/** The rates that convert the document of a fact, by currency. */
export function ratesFor(
  { end_customer_id, document }: PreparedFact,
  settings: PostingSettings,
  rates: OfDays<RateOfDay>,
): Rates {
  const ofTime = rates.get(dayKey(end_customer_id, timeOfRate(document, settings))) ?? []
  const table = new Map(ofTime.map(({ currency, rate_e8 }) => [currency, rate_e8]))
  return ratesOfDocument(document, settings.base_currency, table)
}

/** The accounts as they are on the day of a fact, by their codes. */
export function accountsFor(
  { end_customer_id, business_date }: PreparedFact,
  accounts: OfDays<AccountOfDay>,
): ReadonlyMap<string, AccountOfDay> {
  const ofDay = accounts.get(dayKey(end_customer_id, business_date)) ?? []
  return new Map(ofDay.map((account) => [account.account_code, account]))
}

function dayKey(end_customer_id: string, date: string): string {
  return `${end_customer_id} ${date}`
}
