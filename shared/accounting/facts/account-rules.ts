import type { Invoice, Role } from '../documents/accounting-document.ts'
import { type Finding, findingIf, forInvoices, forVouchers, type RuleContext } from '../documents/rule-context.ts'
import { rolesOfExpense } from '../journal/expense-roles.ts'
import { rolesOfInvoice } from '../journal/invoice-roles.ts'
import { accountFor, chartVersionOn, isActiveOn } from '../setup/posting-settings.ts'

export function hasChart({ document, settings }: RuleContext): boolean {
  return chartVersionOn(settings, document.business_date) !== undefined
}

/** Without any chart there are no mappings either; then only the missing chart is reported. */
export const findMissingMappings = forInvoices((context) => {
  const { document, settings } = context
  if (!hasChart(context)) return []
  return rolesOf(context)
    .filter(({ keys }) => accountFor(settings, keys, document.business_date) === undefined)
    .map(({ keys, pointer }) => ({ message: `No account is mapped to ${keys.join(' or ')}.`, pointer }))
})

/** Accounts that a voucher names and no chart has ever listed. */
export const findUnknownAccounts = forVouchers((context) => {
  if (!hasChart(context)) return []
  const { document, accounts } = context
  return document.lines.flatMap(({ account_code }, index) =>
    accounts.has(account_code)
      ? []
      : [{ message: `Account ${account_code} is in no chart.`, pointer: `/payload/lines/${index}/account_code` }],
  )
})

export function findInactiveAccounts(context: RuleContext): Finding[] {
  return hasChart(context) ? [...inactiveRoles(context), ...inactiveLines(context)] : []
}

const inactiveRoles = forInvoices((context) => {
  const { document, settings } = context
  return rolesOf(context).flatMap(({ keys, pointer }) => {
    const account = accountFor(settings, keys, document.business_date)
    if (account === undefined || isActiveOn(settings, account, document.business_date)) return []
    return [{ message: `Account ${account} is not active on ${document.business_date}.`, pointer }]
  })
})

const inactiveLines = forVouchers(({ document, accounts }) =>
  document.lines.flatMap(({ account_code }, index) =>
    findingIf(
      accounts.get(account_code) === 'inactive',
      `Account ${account_code} is not active on ${document.business_date}.`,
    ).map((finding) => ({ ...finding, pointer: `/payload/lines/${index}/account_code` })),
  ),
)

/** Each role once, whichever lines need it. */
function rolesOf({ document, settings }: RuleContext<Invoice>): Role[] {
  const roles = document.fact_type === 'expense_document' ? rolesOfExpense : rolesOfInvoice
  return [...new Map(roles(document, settings).map((role) => [role.keys.join(' '), role])).values()]
}
