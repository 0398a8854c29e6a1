import { type StrandedTax, strandedInWords } from '../vat/filing/other-method.ts'
import { POSTING_RULES, type PostingBlocker, type PostingContext } from './posting-rules.ts'

/** Everything that stops a posting that an intent asks for, in the order of the table. An account is named once. */
export function moneyBlockers(context: PostingContext): PostingBlocker[] {
  return POSTING_RULES.flatMap((rule) => {
    if (!('money' in rule)) return []
    const { code, violations, money } = rule
    const messages = violations(context).map(({ subject }) => money.message(subject, context))
    return [...new Set(messages)].map((message) => ({ code, message, pointer: '', remedy: money.remedy }))
  })
}

/** The blocker of a conversion alone: without a rate there are no amounts, so nothing else can be looked at. */
export function missingRate(settings: PostingContext['settings'], currency: string, posting_date: string) {
  const context = {
    settings,
    posting_date,
    today: posting_date,
    accounts: [],
    missing_rates: [{ currency, on_date: posting_date, pointer: '' }],
    size: null,
  }
  return moneyBlockers(context).filter(({ code }) => code === 'exchange_rate_missing')
}

/**
 * A reversal without a date, or with one that is not open, waits until a day is open for it. No row of the table finds
 * this: a rule reads the day of a posting, and such a reversal has none.
 */
export const NO_OPEN_DAY: PostingBlocker = {
  code: 'fiscal_year_closed',
  message: 'There is no open day on which the reversal can be booked.',
  pointer: '/posting_date',
  remedy: 'Reopen a fiscal year or move the period lock; the reversal is then booked by itself.',
}

/** A registration has changed between the request for a reversal and its booking. */
export function ofOtherMethod(stranded: readonly StrandedTax[]): PostingBlocker[] {
  return stranded.map((tax) => ({
    code: 'tax_of_other_method',
    message: strandedInWords(tax),
    pointer: '/posting_date',
    remedy: 'Correct the registration with PUT /v1/vat-registrations; the reversal is then booked by itself.',
  }))
}
