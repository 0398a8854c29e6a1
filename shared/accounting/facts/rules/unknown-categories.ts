import type { Invoice } from '../../documents/accounting-document.ts'
import { forInvoices } from '../../documents/rule-context.ts'
import { accountFor, chartVersionOn, type PostingSettings } from '../../setup/posting-settings.ts'

/** Categories of documents that no account is mapped to. */
export const findUnknownCategories = forInvoices(({ document, settings }) =>
  categoriesOf(document).flatMap(({ key, category, pointer }) =>
    isMapped(settings, key, document.business_date)
      ? []
      : [{ message: `Category ${category} is unknown: no account is mapped to ${key}.`, pointer }],
  ),
)

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
