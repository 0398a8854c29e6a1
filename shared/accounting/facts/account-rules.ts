import type { Invoice, Role } from '../documents/accounting-document.ts'
import { type Finding, ofTrade, ofVoucher, type Situation, when } from '../documents/rule-context.ts'
import { rolesOfExpense } from '../journal/expense-roles.ts'
import { rolesOfInvoice } from '../journal/invoice-roles.ts'
import { accountFor, chartVersionOn, isActiveOn } from '../setup/posting-settings.ts'

export function hasChart({ document, settings }: Situation): boolean {
  return chartVersionOn(settings, document.business_date) !== undefined
}

/** Without any chart there are no mappings either; then only the missing chart is reported. */
export const findMissingMappings = ofTrade((situation) => {
  const { document, settings } = situation
  if (!hasChart(situation)) return []
  return rolesOf(situation)
    .filter(({ keys }) => accountFor(settings, keys, document.business_date) === undefined)
    .map(({ keys, pointer }) => ({ message: `No account is mapped to ${keys.join(' or ')}.`, pointer }))
})

/** Accounts that a voucher names and no chart has ever listed. */
export const findUnknownAccounts = ofVoucher((situation) => {
  if (!hasChart(situation)) return []
  const { document, accounts } = situation
  return document.lines.flatMap(({ account_code }, index) =>
    accounts.has(account_code)
      ? []
      : [{ message: `Account ${account_code} is in no chart.`, pointer: `/payload/lines/${index}/account_code` }],
  )
})

export function findInactiveAccounts(situation: Situation): Finding[] {
  return hasChart(situation) ? [...inactiveRoles(situation), ...inactiveLines(situation)] : []
}

const inactiveRoles = ofTrade((situation) => {
  const { document, settings } = situation
  return rolesOf(situation).flatMap(({ keys, pointer }) => {
    const account = accountFor(settings, keys, document.business_date)
    if (account === undefined || isActiveOn(settings, account, document.business_date)) return []
    return [{ message: `Account ${account} is not active on ${document.business_date}.`, pointer }]
  })
})

const inactiveLines = ofVoucher(({ document, accounts }) =>
  document.lines.flatMap(({ account_code }, index) =>
    when(
      accounts.get(account_code) === 'inactive',
      `Account ${account_code} is not active on ${document.business_date}.`,
    ).map((finding) => ({ ...finding, pointer: `/payload/lines/${index}/account_code` })),
  ),
)

/** Each role once, whichever lines need it. */
function rolesOf({ document, settings }: Situation<Invoice>): Role[] {
  const roles = document.fact_type === 'expense_document' ? rolesOfExpense : rolesOfInvoice
  return [...new Map(roles(document, settings).map((role) => [role.keys.join(' '), role])).values()]
}
