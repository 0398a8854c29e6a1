import assert from 'node:assert/strict'
import type { CanonicalValue } from '../../canonical/canonical-json.ts'
import type { VatPeriod } from '../../contract/vat/vat-periods.ts'
import type { NewJournalEntry } from '../journal/canonical-entry.ts'
import { journalLines, type Movement } from '../journal/journal-entry.ts'
import { lostAmount } from '../journal/lost-amounts.ts'
import { moneyBlockers } from '../journal/money-blockers.ts'
import { RULE_VERSION } from '../journal/posting.ts'
import type { PostingBlocker } from '../journal/posting-rules.ts'
import { sizeOf } from '../journal/posting-size.ts'
import { isControlAccount } from '../open-items/new-item.ts'
import { fiscalYearOf, fiscalYearsToAdd } from '../setup/fiscal-years.ts'
import type { NeededAccount } from '../setup/needed-account.ts'
import type { AccountOfDay } from '../setup/of-day.ts'
import { accountFor, type PostingSettings } from '../setup/posting-settings.ts'
import { correctedElsewhere, frozenThrough, withVatPeriod } from '../vat/filing/frozen-tax.ts'
import { strandedTax, withOwnMethod } from '../vat/filing/other-method.ts'
import { isOfItem, isRole, keysOfRole, type Leg } from './leg.ts'

/** An entry that moves money, without its lines. */
export type MoneyEntry = {
  readonly end_customer_id: string
  readonly source_type: 'payment_allocation' | 'supplier_payable_settlement' | 'vat_filing' | 'vat_transfer'
  readonly source_id: string
  readonly source_snapshot: CanonicalValue
  readonly posting_date: string
  readonly description: string
  readonly currency: string
  /** The account at the bank, as its statements name it; null where it is not known. */
  readonly bank_account: string | null
  /** Where tax counts that is dated in a filed period; absent where the request does not say. */
  readonly vat_period?: VatPeriod | undefined
  readonly actor_id: string
  readonly request_id: string
}

/** A leg with the account that it is booked on; undefined where no account is mapped to its role. */
export type LegOnAccount = Leg & { readonly keys: readonly string[]; readonly account_code: string | undefined }

type LegsContext = {
  readonly settings: PostingSettings
  readonly today: string
  /** The accounts of the legs, as they are on the posting date. */
  readonly accounts: readonly AccountOfDay[]
  /** Sum of all debits of the ledger before this entry. */
  readonly turnover_minor: bigint
}

/** Finds the account of each leg: its own, or the one that is mapped to its role. */
export function legsOnAccounts(money: MoneyEntry, legs: readonly Leg[], settings: PostingSettings): LegOnAccount[] {
  return legs.map((leg) => {
    if (typeof leg.account === 'string') return { ...leg, keys: [], account_code: leg.account }
    if ('code' in leg.account) return { ...leg, keys: [], account_code: leg.account.code }
    if ('keys' in leg.account) {
      const { keys, otherwise } = leg.account
      return { ...leg, keys, account_code: accountFor(settings, keys, money.posting_date) ?? otherwise }
    }
    const keys = keysOfRole(leg.account, money.bank_account)
    return { ...leg, keys, account_code: accountFor(settings, keys, money.posting_date) }
  })
}

/**
 * The entry of some legs, or everything that blocks it.
 *
 * @param posted_at ISO 8601, UTC, milliseconds
 */
export function entryOfLegs(
  money: MoneyEntry,
  legs: readonly LegOnAccount[],
  { settings, today, accounts, turnover_minor }: LegsContext,
  journal_entry_id: string,
  posted_at: string,
): { readonly entry: NewJournalEntry } | { readonly blockers: readonly PostingBlocker[] } {
  const { posting_date, currency, bank_account: _, vat_period = null, ...rest } = money
  const needed = neededAccounts(legs, accounts, settings)
  const lost = lostLegs(legs).map(({ amount_minor }) => lostAmount(amount_minor, currency))
  if (lost.length > 0)
    return {
      blockers: moneyBlockers({ settings, posting_date, today, accounts: needed, missing_rates: [], size: null, lost }),
    }
  const booked = journalLines(legs.map((leg) => movementOf(leg, currency, settings.base_currency)))
  const frozen = frozenThrough(booked, posting_date, settings)
  const placed = withVatPeriod(booked, posting_date, frozen, vat_period)
  const lines = withOwnMethod(placed, posting_date, settings, vat_period)
  const size = sizeOf(lines, turnover_minor)
  const blockers = moneyBlockers({
    settings,
    posting_date,
    today,
    accounts: needed,
    missing_rates: [],
    size,
    ...(vat_period === null && { frozen_through: frozen }),
    corrected_elsewhere: correctedElsewhere(lines, posting_date, settings),
    // A transfer declares what is open within one method; nobody could send it again.
    ...(money.source_type !== 'vat_transfer' && { stranded: strandedTax(lines, posting_date, settings) }),
  })
  if (blockers.length > 0) return { blockers }
  const years = [...settings.fiscal_years, ...fiscalYearsToAdd(settings.fiscal_years, posting_date, today)]
  const year = fiscalYearOf(years, posting_date)
  assert(year, 'a day without a fiscal year is blocked')
  const entry: NewJournalEntry = {
    ...rest,
    journal_entry_id,
    fiscal_year_id: year.fiscal_year_id,
    posting_date,
    document_date: posting_date,
    entry_type: 'standard',
    reversal_of: null,
    rule_version: RULE_VERSION,
    currency: settings.base_currency,
    posted_at,
    lines,
  }
  return { entry }
}

function neededAccounts(
  legs: readonly LegOnAccount[],
  accounts: readonly AccountOfDay[],
  settings: PostingSettings,
): NeededAccount[] {
  const statuses = new Map(accounts.map(({ account_code, status }) => [account_code, status]))
  return legs.map(({ account, account_code = '', keys }) => ({
    account_code: account_code || undefined,
    keys,
    status: statuses.get(account_code),
    pointer: '',
    lacks_item: !isOfItem(account) && isControlAccount(settings, account_code),
  }))
}

/** The bank needs its line, whose number its use keeps; an entry needs any at all. */
function lostLegs(legs: readonly LegOnAccount[]): LegOnAccount[] {
  if (legs.every(({ base_minor }) => base_minor === 0n)) return legs.slice(0, 1)
  return legs.filter(({ account, base_minor }) => isRole(account, 'bank') && base_minor === 0n)
}

/** A difference between two rates has no amount in the foreign currency. */
function movementOf(
  { amount_minor, base_minor, account_code, currency: own, tax, tax_due }: LegOnAccount,
  currency: string,
  base: string,
): Movement {
  const isDifference = amount_minor === 0n
  return {
    account_code: account_code ?? '',
    amount_minor: base_minor,
    currency: isDifference ? base : (own ?? currency),
    transaction_minor: isDifference ? base_minor : amount_minor,
    rate_e8: null,
    ...(tax && { tax }),
    ...(tax_due && { tax_due }),
  }
}
