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
    missing_rates: [{ currency, pointer: '' }],
  }
  return moneyBlockers(context).filter(({ code }) => code === 'exchange_rate_missing')
}
