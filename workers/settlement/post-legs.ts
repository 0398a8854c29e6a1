import { toBaseCurrency } from '../../shared/accounting/amounts/currency.ts'
import { missingRate } from '../../shared/accounting/journal/money-blockers.ts'
import { entryOfLegs, legsOnAccounts, type MoneyEntry } from '../../shared/accounting/settlement/entry-of-legs.ts'
import type { Leg } from '../../shared/accounting/settlement/leg.ts'
import { type LinesOfItems, linesOfItems } from '../../shared/accounting/settlement/lines-of-items.ts'
import { nowAsTimestamp } from '../../shared/process/clock.ts'
import { newUuid } from '../../shared/process/ids.ts'
import { findAccountStatuses } from '../../shared/store/setup/chart.ts'
import { findExchangeRates } from '../../shared/store/setup/exchange-rates.ts'
import type { IntentContext, IntentResult } from '../intent.ts'

/** The amount in base currency at the rate of the day, or the blocker that asks for the rate. */
export async function inBaseCurrency({ tx, settings }: IntentContext, money: MoneyEntry, amount_minor: bigint) {
  const { end_customer_id, currency, posting_date: on_date } = money
  if (currency === settings.base_currency) return { base_minor: amount_minor }
  const [rate] = await findExchangeRates(tx, [{ end_customer_id, currency, on_date }])
  if (!rate) return { blockers: missingRate(settings, currency, on_date) }
  return { base_minor: toBaseCurrency(amount_minor, currency, settings.base_currency, rate.rate_e8) }
}

type WithoutEntry = Extract<IntentResult, { blockers: unknown }>
type EntryWithLines = Extract<IntentResult, { entry: unknown }> & { readonly lines: LinesOfItems }

/** Loads the accounts of the legs and decides their entry, and on which of its lines it moves open items. */
export async function postLegs(
  context: IntentContext,
  money: MoneyEntry,
  legs: readonly Leg[],
): Promise<WithoutEntry | EntryWithLines> {
  const { tx, settings, today, turnover_minor } = context
  const { end_customer_id, posting_date: on_date } = money
  const placed = legsOnAccounts(money, legs, settings)
  const wanted = placed.flatMap(({ account_code }) =>
    account_code ? [{ end_customer_id, account_code, on_date }] : [],
  )
  const accounts = await findAccountStatuses(tx, wanted)
  const around = { settings, today, accounts, turnover_minor }
  const decided = entryOfLegs(money, placed, around, newUuid(), nowAsTimestamp())
  return 'entry' in decided ? { ...decided, lines: linesOfItems(placed) } : decided
}
