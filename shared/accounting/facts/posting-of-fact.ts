import type { RuleContext } from '../documents/rule-context.ts'
import type { PostingContext } from '../journal/posting-rules.ts'
import { chartVersionOn } from '../setup/posting-settings.ts'
import { FACT_KINDS, withKind } from './fact-kinds.ts'
import { foreignCurrencies } from './rules/amount-rules.ts'

/** The posting that a fact asks for, as the rules of postings see it. */
export function postingOfFact(context: RuleContext): PostingContext {
  const { document, settings, today, rates } = context
  const { currency_pointer } = FACT_KINDS[document.fact_type]
  const hasChart = chartVersionOn(settings, document.business_date) !== undefined
  return {
    settings,
    posting_date: document.business_date,
    today,
    // Without any chart there are no mappings and no accounts either; then only the missing chart is reported.
    accounts: hasChart ? withKind(document, (kind, itself) => kind.accountsOf(itself, context)) : [],
    missing_rates: foreignCurrencies(document, settings.base_currency)
      .filter((currency) => !rates.has(currency))
      .map((currency) => ({ currency, pointer: currency_pointer })),
  }
}
