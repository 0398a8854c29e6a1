import { forInvoices } from '../../../documents/rule-context.ts'
import { advanceAccountOf } from '../../../journal/advances/advance-line.ts'

/** A line that takes an advance off opens credit, which nothing sets off against the advance by itself. */
export const findAdvanceTakenOff = forInvoices(({ document, settings }) =>
  document.tax_lines.flatMap((line, index) => {
    if (line.net.amount_minor >= 0n) return []
    const account_code = advanceAccountOf(document, line, settings)
    if (account_code === null) return []
    const message = `The line takes an advance off and opens an item on account ${account_code}; the item of the advance stays open beside it.`
    return [{ message, pointer: `/payload/tax_lines/${index}` }]
  }),
)
