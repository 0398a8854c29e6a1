import { forInvoices } from '../../documents/rule-context.ts'
import { expenseRole } from '../../journal/expense-roles.ts'
import { revenueRole } from '../../journal/invoice-roles.ts'
import { isMoneyItem, kindsOn } from '../../open-items/new-item.ts'
import { accountFor } from '../../setup/posting-settings.ts'

/** A line that takes an advance off opens credit, which nothing sets off against the advance by itself. */
export const findAdvanceTakenOff = forInvoices(({ document, settings }) =>
  document.tax_lines.flatMap((line, index) => {
    if (line.net.amount_minor >= 0n) return []
    const roleOf = document.fact_type === 'expense_document' ? expenseRole : revenueRole
    const account_code = accountFor(settings, roleOf(document, line).keys, document.business_date)
    const kinds = account_code === undefined ? [] : kindsOn(settings, account_code)
    if (!kinds.some(isMoneyItem)) return []
    const message = `The line takes an advance off and opens an item on account ${account_code}; the item of the advance stays open beside it.`
    return [{ message, pointer: `/payload/tax_lines/${index}` }]
  }),
)
