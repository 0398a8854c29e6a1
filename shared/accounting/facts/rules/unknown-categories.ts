import type { Invoice } from '../../documents/accounting-document.ts'
import { type Finding, forInvoices, type RuleContext } from '../../documents/rule-context.ts'
import { accountFor, chartVersionOn, type PostingSettings } from '../../setup/posting-settings.ts'

/** A row of the warnings. */
export const CATEGORY_UNKNOWN = {
  code: 'category_unknown',
  pointer: '/payload',
  remedy: 'Correct the category, or map its key to an account; reverse the fact and send it again if it is booked.',
  source: 'OR Art. 957a Abs. 2 Ziff. 1',
  find: forInvoices(findUnknownCategories),
} as const

/** Categories of documents that no account is mapped to. */
function findUnknownCategories({ document, settings }: RuleContext<Invoice>): Finding[] {
  return categoriesOf(document).flatMap(({ key, category, pointer }) =>
    isMapped(settings, key, document.business_date)
      ? []
      : [{ message: `Category ${category} is unknown: no account is mapped to ${key}.`, pointer }],
  )
}

/** The categories that a document names, with the mapping key of each and the place where it stands. */
function categoriesOf({ fact_type, category, tax_lines }: Invoice) {
  const kind = fact_type === 'expense_document' ? 'expense' : 'revenue'
  const ofDocument = { category, pointer: `/payload/${kind}_category` }
  const ofLines = tax_lines.map((line, index) => ({
    category: line.category,
    pointer: `/payload/tax_lines/${index}/${kind}_category`,
  }))
  return [ofDocument, ...ofLines]
    .filter((named) => named.category !== null)
    .map((named) => ({ ...named, key: `posting.${kind}.category.${named.category}` }))
}

/** Without any chart there are no mappings; then the missing chart alone is reported. */
function isMapped(settings: PostingSettings, key: string, date: string): boolean {
  return accountFor(settings, [key], date) !== undefined || chartVersionOn(settings, date) === undefined
}
