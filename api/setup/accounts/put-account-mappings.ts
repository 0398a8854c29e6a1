import type { BlockerCode } from '../../../shared/accounting/facts/blockers.ts'
import { OR_BALANCE_SHEET_ROWS } from '../../../shared/accounting/statements/or-rows/balance-sheet.ts'
import { OR_FUNCTION_ROWS } from '../../../shared/accounting/statements/or-rows/income-by-function.ts'
import { OR_INCOME_STATEMENT_ROWS } from '../../../shared/accounting/statements/or-rows/income-by-nature.ts'
import type { OrRow } from '../../../shared/accounting/statements/or-rows/row.ts'
import { isProfitAndLoss } from '../../../shared/accounting/statements/statement.ts'
import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import { type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { AccountMappingsRequest } from '../../../shared/contract/setup/accounts.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import { enqueueReevaluation } from '../../../shared/queue/enqueue.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { saveAccountMapping } from '../../../shared/store/setup/account-mappings.ts'
import { findKnownAccounts, type KnownAccount } from '../../../shared/store/setup/chart.ts'
import { ensureEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { onceReevaluated } from '../once-reevaluated.ts'
import { presentAccountMapping } from './present-account-mapping.ts'

/** Rows that take accounts, and whether these are the accounts of the result. */
const ROWS = new Map<string, boolean>([
  ...OR_BALANCE_SHEET_ROWS.filter(isLine).map((row) => [`or.${row.row_key}`, false] as const),
  ...[...OR_INCOME_STATEMENT_ROWS, ...OR_FUNCTION_ROWS]
    .filter(isLine)
    .map((row) => [`or.${row.row_key}`, true] as const),
])
const MAY_UNBLOCK: readonly BlockerCode[] = ['account_mapping_missing', 'account_inactive']

/** Says from a day on which account plays a role, or on which row of the statement an account stands. */
export async function putAccountMappings(tx: Tx, deps: ApiDeps, request: MutatingRequest<AccountMappingsRequest>) {
  const { body, end_customer_id } = request
  await ensureEndCustomer(tx, end_customer_id)
  await lockLedgers(tx, [end_customer_id])
  const codes = body.mappings.map(({ account_code }) => account_code)
  const known = await findKnownAccounts(tx, end_customer_id, codes, [])
  const details = mistakes(body, new Map(known.map((account) => [account.account_code, account])))
  if (details.length > 0) throw validationFailed(details)
  const saved = []
  for (const mapping of body.mappings) {
    saved.push(await saveAccountMapping(tx, end_customer_id, { account_mapping_id: newUuid(), ...mapping }))
  }
  await enqueueReevaluation(tx, deps.boss, end_customer_id, 'mappings', MAY_UNBLOCK)
  const list = { object: 'account_mapping_list', data: saved.map(presentAccountMapping), has_more: false }
  return { body: list, current: onceReevaluated(deps, end_customer_id, list) }
}

function mistakes({ mappings }: AccountMappingsRequest, accounts: ReadonlyMap<string, KnownAccount>): ErrorDetail[] {
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
    const subject = JSON.stringify([familyOf(mapping_key, account_code), valid_from])
    if (seen.has(subject)) details.push(at('mapping_key', 'duplicate', 'Map each key once for a day.'))
    seen.add(subject)
    return details
  })
}

/** An account stands on one row by nature of expense and on one by function; any other key names one account. */
function familyOf(mapping_key: string, account_code: string): string {
  if (!mapping_key.startsWith('or.')) return mapping_key
  return `${mapping_key.startsWith('or.af_') ? 'or.af_' : 'or.'} ${account_code}`
}

function isLine({ kind }: OrRow): boolean {
  return kind === 'line'
}
