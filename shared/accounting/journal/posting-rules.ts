import { canHaveFiscalYear, fiscalYearOf } from '../setup/fiscal-years.ts'
import { isUnknownAccount, type NeededAccount } from '../setup/needed-account.ts'
import { isMonth } from '../setup/of-day.ts'
import { chartVersionOn, type PostingSettings } from '../setup/posting-settings.ts'
import { type FrozenPosting, OTHER_METHOD_RULE, VAT_PERIOD_RULE } from '../vat/filing/vat-period-rule.ts'
import { AMOUNT_TOO_SMALL, type LostAmount } from './lost-amounts.ts'
import { AMOUNT_TOO_LARGE, type PostingSize } from './posting-size.ts'

/** A foreign currency without a rate on or before the day, or of the month, whose rate counts. */
type MissingRate = {
  readonly currency: string
  readonly on_date: string
  /** JSON Pointer to the currency in the request; '' without a request. */
  readonly pointer: string
}

/** A posting on a day, whether a fact asks for it or an intent that moves money. */
export type PostingContext = FrozenPosting & {
  readonly settings: PostingSettings
  readonly posting_date: string
  readonly today: string
  readonly accounts: readonly NeededAccount[]
  readonly missing_rates: readonly MissingRate[]
  /** Null while the lines are not known. */
  readonly size: PostingSize | null
  /** What of the bank would have no line in the entry. */
  readonly lost?: readonly LostAmount[]
}

/** The currency, mapping keys, account or fiscal year that breaks a rule; a pointer where it is more exact than the rule's. */
type Violation = { readonly subject: string; readonly pointer?: string }
type Wording = {
  readonly remedy: string
  readonly message: (subject: string, context: PostingContext) => string
}
export type PostingRule<Code extends string = string> = {
  readonly code: Code
  readonly source: string
  readonly violations: (context: PostingContext) => readonly Violation[]
  readonly fact: Wording & { readonly pointer: string }
  /** An intent has no fields to point at, and cannot be sent again. Absent where only a fact can break the rule. */
  readonly money?: Wording
}

const noRate = (currency: string, { settings: { base_currency }, missing_rates }: PostingContext) => {
  const missing = missing_rates.find((one) => one.currency === currency)
  const pair = `${currency} to ${base_currency}`
  return missing && isMonth(missing)
    ? `No average exchange rate of ${pair} is known for ${missing.on_date}.`
    : `No exchange rate of ${pair} is known on or before ${missing?.on_date}.`
}
const noChart = (_: string, { posting_date }: PostingContext) => `No chart of accounts is valid on ${posting_date}.`
const noMapping = (keys: string) => `No account is mapped to ${keys}.`
const notActive = (code: string, { posting_date }: PostingContext) =>
  `Account ${code} is not active on ${posting_date}.`
const closed = (year: string) => `Fiscal year ${year} is closed.`

const withoutItem = (code: string) => `Each line on account ${code} has an open item, and this one would have none.`

const locked = (through: string, { posting_date }: PostingContext) => `${posting_date} is locked through ${through}.`
/** A draft is an allocation or a settlement, whose days have different names. */
const SEND_AGAIN = 'Reverse the draft, and send it again with a posting_date (of a settlement: settlement_date)'
const MAP_ANOTHER = 'Map the role to an account without open items.'
const MAP_THE_KEY = 'Map the key to an account, or put a chart that contains the account of the SME chart for it.'

/**
 * The rules that block a posting, once for facts and for money. Each is one condition with two wordings. A change that
 * removes a blocker has facts and intents tried again by its code. Order in this table is order in the answer.
 */
export const POSTING_RULES = [
  {
    code: 'exchange_rate_missing',
    source: 'OR Art. 957a Abs. 4',
    violations: ({ missing_rates }) => missing_rates.map(({ currency, pointer }) => ({ subject: currency, pointer })),
    fact: {
      pointer: '/payload',
      remedy:
        'Set an exchange rate for this currency on or before that day, or the average of that month, or send the fact again with its exchange_rate.',
      message: noRate,
    },
    money: { remedy: 'Set an exchange rate for this currency on or before that day.', message: noRate },
  },
  {
    code: 'account_chart_missing',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    violations: (context) => violationIf(chartVersionOn(context.settings, context.posting_date) === undefined),
    fact: {
      pointer: '/end_customer_id',
      remedy: 'Put the chart of accounts (PUT /v1/accounts) with a valid_from on or before the business date.',
      message: noChart,
    },
    money: { remedy: 'Put the chart of accounts.', message: noChart },
  },
  {
    code: 'account_mapping_missing',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    violations: ({ accounts }) =>
      accounts.flatMap(({ account_code, keys, pointer }) =>
        account_code === undefined ? [{ subject: keys.join(' or '), pointer }] : [],
      ),
    fact: { pointer: '/payload', remedy: MAP_THE_KEY, message: noMapping },
    money: { remedy: MAP_THE_KEY, message: noMapping },
  },
  {
    code: 'account_unknown',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    violations: ({ accounts }) => accounts.filter(isUnknownAccount).flatMap(violationOf),
    fact: {
      pointer: '/payload/lines',
      remedy: 'Put a chart that lists the account, or send the fact again with another one.',
      message: (code) => `Account ${code} is in no chart.`,
    },
  },
  {
    code: 'account_inactive',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    violations: ({ accounts }) =>
      accounts.filter((account) => account.status !== 'active' && !isUnknownAccount(account)).flatMap(violationOf),
    fact: {
      pointer: '/payload',
      remedy: 'Put a chart that lists the account as active on the business date, or map the key to another account.',
      message: notActive,
    },
    money: { remedy: 'Put a chart that lists the account as active on that day.', message: notActive },
  },
  {
    code: 'control_account_without_item',
    source: 'OR Art. 958c Abs. 2',
    violations: ({ accounts }) => accounts.filter(({ lacks_item }) => lacks_item === true).flatMap(violationOf),
    fact: { pointer: '/payload', remedy: MAP_ANOTHER, message: withoutItem },
    money: { remedy: MAP_ANOTHER, message: withoutItem },
  },
  {
    code: 'fiscal_year_missing',
    source: 'OR Art. 958 Abs. 2',
    violations: ({ settings, posting_date, today }) =>
      violationIf(
        !fiscalYearOf(settings.fiscal_years, posting_date) &&
          !canHaveFiscalYear(settings.fiscal_years, posting_date, today),
      ),
    fact: {
      pointer: '/business_date',
      remedy: 'Correct the date, or set the fiscal year.',
      message: (_, { posting_date }) =>
        `${posting_date} falls into no fiscal year; they open by themselves from 1990 to one year ahead, but not before a closed one.`,
    },
    money: {
      remedy: 'Reverse it and give another date.',
      message: (_, { posting_date }) => `${posting_date} falls into no fiscal year.`,
    },
  },
  {
    code: 'fiscal_year_closed',
    source: 'OR Art. 958d Abs. 2',
    violations: ({ settings, posting_date }) => {
      const year = fiscalYearOf(settings.fiscal_years, posting_date)
      return year?.state === 'closed' ? [{ subject: year.fiscal_year_id }] : []
    },
    fact: {
      pointer: '/business_date',
      remedy: 'Reopen the fiscal year, or send the fact again with a business date in an open one.',
      message: closed,
    },
    money: { remedy: `${SEND_AGAIN} in an open fiscal year, or reopen this one.`, message: closed },
  },
  {
    code: 'period_locked',
    source: 'GeBüV Art. 3',
    violations: ({ settings: { locked_through }, posting_date }) =>
      locked_through !== null && posting_date <= locked_through ? [{ subject: locked_through }] : [],
    fact: {
      pointer: '/business_date',
      remedy: 'Move the period lock, or send the fact again with a business date behind it.',
      message: (through, { posting_date }) => `${posting_date} lies in a period that is locked through ${through}.`,
    },
    money: { remedy: `${SEND_AGAIN} behind the lock, or move the lock.`, message: locked },
  },
  VAT_PERIOD_RULE,
  OTHER_METHOD_RULE,
  AMOUNT_TOO_LARGE,
  AMOUNT_TOO_SMALL,
] as const satisfies readonly PostingRule[]

export type PostingBlocker = {
  readonly code: (typeof POSTING_RULES)[number]['code']
  readonly message: string
  readonly pointer: string
  readonly remedy: string
}

function violationOf({ account_code, pointer }: NeededAccount): Violation[] {
  return account_code === undefined ? [] : [{ subject: account_code, pointer }]
}

function violationIf(applies: boolean): Violation[] {
  return applies ? [{ subject: '' }] : []
}
