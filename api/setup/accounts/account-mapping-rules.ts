import { OR_FUNCTION_ROWS } from '../../../shared/accounting/statements/or-rows/income-by-function.ts'
import { OR_INCOME_STATEMENT_ROWS } from '../../../shared/accounting/statements/or-rows/income-by-nature.ts'
import { BALANCE_SHEET_LAYOUT } from '../../../shared/accounting/statements/or-rows/layout.ts'
import type { OrRow } from '../../../shared/accounting/statements/or-rows/row.ts'
import { whyUnfit } from '../../../shared/accounting/statements/or-rows/unfit-accounts.ts'
import { isProfitAndLoss } from '../../../shared/accounting/statements/statement.ts'
import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { AccountMappingsRequest } from '../../../shared/contract/setup/accounts.ts'
import type { MappingInForce } from '../../../shared/store/setup/account-mappings.ts'
import type { KnownAccount } from '../../../shared/store/setup/chart.ts'

/** Rows that take accounts, and whether these are the accounts of the result. */
const ROWS = new Map<string, boolean>([
  ...BALANCE_SHEET_LAYOUT.filter(isLine).map((row) => [`or.${row.row_key}`, false] as const),
  ...[...OR_INCOME_STATEMENT_ROWS, ...OR_FUNCTION_ROWS]
    .filter(isLine)
    .map((row) => [`or.${row.row_key}`, true] as const),
])

/** Everything that is wrong with mappings: unknown accounts and rows, rows of the other statement, duplicates. */
export function checkAccountMappings(
  { mappings }: AccountMappingsRequest,
  accounts: ReadonlyMap<string, KnownAccount>,
): ErrorDetail[] {
  const seen = new Set<string>()
  return mappings.flatMap(({ mapping_key, account_code, valid_from }, index) => {
    const at = (field: string, code: DetailCode, message: string) => ({
      pointer: `/mappings/${index}/${field}`,
      code,
      message,
    })
    const details: ErrorDetail[] = []
    const account = accounts.get(account_code)
    if (!account) details.push(at('account_code', 'unknown_account', `${account_code} is in no chart.`))
    if (mapping_key.startsWith('or.') && !ROWS.has(mapping_key)) {
      details.push(at('mapping_key', 'unknown_row', `${mapping_key} is no row of a statement that takes accounts.`))
    }
    const isOfResult = ROWS.get(mapping_key)
    if (account && isOfResult !== undefined && isOfResult !== isProfitAndLoss(account)) {
      const statement = isOfResult ? 'income statement' : 'balance sheet'
      const message = `${mapping_key} is a row of the ${statement}, which has no ${account.account_type} accounts.`
      details.push(at('mapping_key', 'wrong_statement', message))
    }
    const subject = JSON.stringify([subjectOf(mapping_key, account_code), valid_from])
    if (seen.has(subject)) details.push(at('mapping_key', 'duplicate', 'Map each key once for a day.'))
    seen.add(subject)
    return details
  })
}

/** An account stands on one row by nature of expense and on one by function; any other key names one account. */
function subjectOf(mapping_key: string, account_code: string): string {
  if (!mapping_key.startsWith('or.')) return mapping_key
  return `${mapping_key.startsWith('or.af_') ? 'or.af_' : 'or.'} ${account_code}`
}

function isLine({ kind }: OrRow): boolean {
  return kind === 'line'
}

/**
 * Mappings to accounts of a type that can never be right. Those that were made before go on, also when a client sends its
 * whole table again; statements warn of their rows. What has another error already has no second one.
 */
export function checkTypesOfAccounts(
  mappings: AccountMappingsRequest['mappings'],
  accounts: ReadonlyMap<string, KnownAccount>,
  in_force: readonly MappingInForce[],
  errors: readonly ErrorDetail[],
): ErrorDetail[] {
  const unchanged = new Set(in_force.map(nameOfMapping))
  const wrong = new Set(errors.map(({ pointer }) => pointer.split('/')[2]))
  return mappings.flatMap((mapping, index) => {
    const account = accounts.get(mapping.account_code)
    if (!account || wrong.has(`${index}`) || unchanged.has(nameOfMapping(mapping))) return []
    const message = whyUnfit(mapping.mapping_key, account)
    return message ? [{ pointer: `/mappings/${index}/account_code`, code: 'account_type_unfit', message }] : []
  })
}

function nameOfMapping({ mapping_key, account_code, valid_from }: MappingInForce): string {
  return JSON.stringify([mapping_key, account_code, valid_from])
}
