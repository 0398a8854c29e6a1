import type { Invoice } from '../../documents/accounting-document.ts'
import { type Finding, forInvoices, type RuleContext } from '../../documents/rule-context.ts'
import { roleOfLine } from '../../journal/invoice-roles.ts'
import { accountFor } from '../../setup/posting-settings.ts'

/** A row of the warnings. */
export const ROLE_WITHOUT_ACCOUNT = {
  code: 'role_without_account',
  pointer: '/payload/tax_lines',
  remedy:
    'List the account in the chart, or map one to the role (PUT /v1/account-mappings); then reverse the fact and send it again. Nothing, where the line is to stand there.',
  source: 'OR Art. 957a Abs. 2 Ziff. 1',
  find: forInvoices(findRolesWithoutAccount),
} as const

/** Roles that give way to the account of the document where no account is mapped to them, with their account of the SME chart. */
const GIVING_WAY: ReadonlyMap<string, string> = new Map([
  ['posting.rounding', '6945'],
  ['posting.revenue.reduction', '3800'],
])

/** Lines whose role has no account, as the chart lacks it: they stand among the expense or the revenue of the document. */
function findRolesWithoutAccount({ document, settings }: RuleContext<Invoice>): Finding[] {
  return document.tax_lines.flatMap((line, index): Finding[] => {
    const { keys } = roleOfLine(document, line)
    const place = keys.findIndex((key) => GIVING_WAY.has(key))
    if (place < 0 || accountFor(settings, keys.slice(0, place + 1), document.business_date) !== undefined) return []
    const account_code = accountFor(settings, keys, document.business_date)
    if (account_code === undefined) return []
    const role = keys[place] ?? ''
    const message = `No account is mapped to ${role} (${GIVING_WAY.get(role)} of the SME chart), so the line stands on account ${account_code}.`
    return [{ message, pointer: `/payload/tax_lines/${index}` }]
  })
}
