import assert from 'node:assert/strict'
import { toBaseCurrency } from '../../shared/accounting/amounts/currency.ts'
import { missingRate, moneyBlockers } from '../../shared/accounting/facts/money-blockers.ts'
import { journalLines, type Movement } from '../../shared/accounting/journal/journal-entry.ts'
import { RULE_VERSION } from '../../shared/accounting/journal/posting.ts'
import type { Leg } from '../../shared/accounting/settlement/allocation-posting.ts'
import { fiscalYearOf, fiscalYearsToAdd } from '../../shared/accounting/setup/fiscal-years.ts'
import { accountFor } from '../../shared/accounting/setup/posting-settings.ts'
import type { Json } from '../../shared/canonical/canonical-json.ts'
import { nowAsTimestamp } from '../../shared/process/clock.ts'
import { newUuid } from '../../shared/process/ids.ts'
import { findAccountStatuses } from '../../shared/store/setup/chart.ts'
import { findExchangeRates } from '../../shared/store/setup/exchange-rates.ts'
import type { IntentContext, IntentResult } from '../intent.ts'

/** What a booking of money is about, besides its legs. */
export type MoneyEntry = {
  readonly end_customer_id: string
  readonly source_type: 'payment_allocation' | 'supplier_payable_settlement'
  readonly source_id: string
  readonly source_snapshot: Json
  readonly posting_date: string
  readonly description: string
  readonly currency: string
  /** The account at the bank, as its statements name it; null where it is not known. */
  readonly bank_account: string | null
  readonly actor_id: string
  readonly request_id: string
}

/** The amount in base currency at the rate of the day, or the blocker that asks for the rate. */
export async function inBaseCurrency({ tx, settings }: IntentContext, own: MoneyEntry, amount_minor: bigint) {
  const { end_customer_id, currency, posting_date: on_date } = own
  if (currency === settings.base_currency) return { base_minor: amount_minor }
  const [rate] = await findExchangeRates(tx, [{ end_customer_id, currency, on_date }])
  if (!rate) return { blockers: missingRate(settings, currency, on_date) }
  return { base_minor: toBaseCurrency(amount_minor, currency, settings.base_currency, rate.rate_e8) }
}

/** The entry of some legs, or everything that stops it. */
export async function entryOfLegs(
  posting: IntentContext,
  own: MoneyEntry,
  legs: readonly Leg[],
): Promise<IntentResult> {
  const { tx, settings, today } = posting
  const { end_customer_id, posting_date, currency, bank_account, ...rest } = own
  const placed = legs.map((leg) => {
    const keys = typeof leg.account === 'string' ? [] : keysOf(leg.account.role, bank_account)
    const account_code = typeof leg.account === 'string' ? leg.account : accountFor(settings, keys, posting_date)
    return { ...leg, keys, account_code }
  })
  const codes = placed.flatMap(({ account_code }) => account_code ?? [])
  const statuses = await findAccountStatuses(
    tx,
    codes.map((account_code) => ({ end_customer_id, account_code, on_date: posting_date })),
  )
  const active = new Set(statuses.filter(({ status }) => status === 'active').map(({ account_code }) => account_code))
  const accounts = placed.map(({ account_code, keys }) => ({
    account_code,
    keys,
    status: active.has(account_code ?? '') ? ('active' as const) : ('inactive' as const),
    pointer: '',
  }))
  const blockers = moneyBlockers({ settings, posting_date, today, accounts, missing_rates: [] })
  if (blockers.length > 0) return { blockers }
  const years = [...settings.fiscal_years, ...fiscalYearsToAdd(settings.fiscal_years, posting_date, today)]
  const year = fiscalYearOf(years, posting_date)
  assert(year, 'a day without a fiscal year is blocked')
  return {
    entry: {
      ...rest,
      end_customer_id,
      journal_entry_id: newUuid(),
      fiscal_year_id: year.fiscal_year_id,
      posting_date,
      document_date: posting_date,
      entry_type: 'standard',
      reversal_of: null,
      rule_version: RULE_VERSION,
      currency: settings.base_currency,
      posted_at: nowAsTimestamp(),
      lines: journalLines(
        placed.map((leg) => movementOf(leg, leg.account_code ?? '', currency, settings.base_currency)),
      ),
    },
  }
}

/** A difference between two rates has no amount in the foreign currency. */
function movementOf({ amount_minor, base_minor }: Leg, account_code: string, currency: string, base: string): Movement {
  const isDifference = amount_minor === 0n
  return {
    account_code,
    amount_minor: base_minor,
    currency: isDifference ? base : currency,
    transaction_minor: isDifference ? base_minor : amount_minor,
    rate_e8: null,
  }
}

function keysOf(role: 'bank' | 'customer_credit' | 'fx_gain' | 'fx_loss', bank_account: string | null): string[] {
  if (role === 'bank') return [...(bank_account ? [`posting.bank.${bank_account}`] : []), 'posting.bank']
  return role === 'customer_credit' ? ['posting.customer_credit'] : [`posting.${role}`, 'posting.fx_difference']
}
