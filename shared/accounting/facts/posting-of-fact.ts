import type { Invoice } from '../documents/accounting-document.ts'
import type { RuleContext } from '../documents/rule-context.ts'
import { rolesOfExpense } from '../journal/expense-roles.ts'
import { rolesOfInvoice } from '../journal/invoice-roles.ts'
import { accountFor, chartVersionOn, isActiveOn, type PostingSettings } from '../setup/posting-settings.ts'
import { foreignCurrencies } from './amount-rules.ts'
import type { NeededAccount, PostingContext } from './posting-rules.ts'

/** The posting that a fact asks for, as the rules of postings see it. */
export function postingOfFact(context: RuleContext): PostingContext {
  const { document, settings, today, rates } = context
  return {
    settings,
    posting_date: document.business_date,
    today,
    accounts: accountsOf(context),
    missing_rates: foreignCurrencies(document, settings.base_currency).filter((currency) => !rates.has(currency)),
  }
}

/** Without any chart there are no mappings and no accounts either; then only the missing chart is reported. */
function accountsOf({ document, settings, accounts }: RuleContext): NeededAccount[] {
  if (chartVersionOn(settings, document.business_date) === undefined) return []
  if (document.fact_type !== 'journal_voucher') return accountsOfInvoice(document, settings)
  return document.lines.map(({ account_code }, index) => ({
    account_code,
    keys: [],
    status: accounts.get(account_code),
    pointer: `/payload/lines/${index}/account_code`,
  }))
}

/** Each role once, whichever lines need it. */
function accountsOfInvoice(invoice: Invoice, settings: PostingSettings): NeededAccount[] {
  const rolesOf = invoice.fact_type === 'expense_document' ? rolesOfExpense : rolesOfInvoice
  const roles = new Map(rolesOf(invoice, settings).map((role) => [role.keys.join(' '), role]))
  return [...roles.values()].map(({ keys, pointer }) => {
    const account_code = accountFor(settings, keys, invoice.business_date)
    const isActive = account_code !== undefined && isActiveOn(settings, account_code, invoice.business_date)
    return { account_code, keys, status: isActive ? 'active' : 'inactive', pointer }
  })
}
