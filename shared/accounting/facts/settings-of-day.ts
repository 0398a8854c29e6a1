import type { Rates } from '../amounts/rate.ts'
import { ratesOfDocument } from '../documents/rates-of-document.ts'
import type { AccountOfDay, RateOfDay } from '../setup/of-day.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { timeOfRate } from '../vat/time-of-rate.ts'
import type { PreparedFact } from './prepare-fact.ts'

/** What was found for the days of a batch, by end customer and day. */
type OfDays<Found> = ReadonlyMap<string, Found>
export type RatesOfDays = OfDays<Rates>
export type AccountsOfDays = OfDays<ReadonlyMap<string, AccountOfDay>>

const NO_RATES: Rates = new Map()
const NO_ACCOUNTS: ReadonlyMap<string, AccountOfDay> = new Map()

/** The rates of each day by currency. */
export function ratesByDay(rates: readonly RateOfDay[]): RatesOfDays {
  return byDay(rates, (ofDay) => new Map(ofDay.map(({ currency, rate_e8 }) => [currency, rate_e8])))
}

/** The accounts of each day by their codes. */
export function accountsByDay(accounts: readonly AccountOfDay[]): AccountsOfDays {
  return byDay(accounts, (ofDay) => new Map(ofDay.map((account) => [account.account_code, account])))
}

/** Facts of one day share what was found for it. */
function byDay<Found extends RateOfDay | AccountOfDay, Kept>(
  found: readonly Found[],
  keep: (ofDay: readonly Found[]) => Kept,
): OfDays<Kept> {
  const days = Map.groupBy(found, ({ end_customer_id, on_date }) => dayKey(end_customer_id, on_date))
  return new Map([...days].map(([day, ofDay]) => [day, keep(ofDay)]))
}

/** The rates that convert the document of a fact, by currency. */
export function ratesFor(
  { end_customer_id, document }: PreparedFact,
  settings: PostingSettings,
  rates: RatesOfDays,
): Rates {
  const table = rates.get(dayKey(end_customer_id, timeOfRate(document, settings))) ?? NO_RATES
  return ratesOfDocument(document, settings.base_currency, table)
}

/** The accounts as they are on the day of a fact, by their codes. */
export function accountsFor(
  { end_customer_id, business_date }: PreparedFact,
  accounts: AccountsOfDays,
): ReadonlyMap<string, AccountOfDay> {
  return accounts.get(dayKey(end_customer_id, business_date)) ?? NO_ACCOUNTS
}

function dayKey(end_customer_id: string, date: string): string {
  return `${end_customer_id} ${date}`
}
