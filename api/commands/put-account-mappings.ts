import { OR_BALANCE_SHEET_ROWS } from '../../shared/accounting/or-balance-sheet-rows.ts'
import type { AccountMappingsRequest } from '../../shared/contract/accounts.ts'
import { type ErrorDetail, validationFailed } from '../../shared/errors.ts'
import { newUuid } from '../../shared/ids.ts'
import { enqueueReevaluation } from '../../shared/jobs.ts'
import { saveAccountMapping } from '../../shared/store/account-mappings.ts'
import { lockLedgers } from '../../shared/store/books.ts'
import { ensureEndCustomer, findKnownAccounts } from '../../shared/store/chart.ts'
import type { Tx } from '../../shared/store/database.ts'
import type { ApiDeps, MutatingRequest } from '../endpoint.ts'
import { onceReevaluated } from '../once-reevaluated.ts'
import { presentMapping } from '../reads/read-account-mappings.ts'

const ROW_KEYS = new Set(
  OR_BALANCE_SHEET_ROWS.filter(({ kind }) => kind === 'line').map(({ row_key }) => `or.${row_key}`),
)
const MAY_UNBLOCK = ['account_mapping_missing', 'account_inactive']

/** Says from a day on which account plays a role, or on which row of the statement an account stands. */
export async function putAccountMappings(tx: Tx, deps: ApiDeps, { body }: MutatingRequest<AccountMappingsRequest>) {
  const end_customer_id = body.end_customer_id.toLowerCase()
  await ensureEndCustomer(tx, end_customer_id)
  await lockLedgers(tx, [end_customer_id])
  const codes = body.mappings.map(({ account_code }) => account_code)
  const known = await findKnownAccounts(tx, end_customer_id, codes, [])
  const details = mistakes(body, new Set(known.map(({ account_code }) => account_code)))
  if (details.length > 0) throw validationFailed(details)
  const saved = []
  for (const mapping of body.mappings) {
    saved.push(await saveAccountMapping(tx, end_customer_id, { account_mapping_id: newUuid(), ...mapping }))
  }
  await enqueueReevaluation(tx, deps.boss, end_customer_id, 'mappings', MAY_UNBLOCK)
  const list = { object: 'account_mapping_list', data: saved.map(presentMapping), has_more: false }
  return { body: list, current: onceReevaluated(deps, end_customer_id, list) }
}

function mistakes({ mappings }: AccountMappingsRequest, codes: ReadonlySet<string>): ErrorDetail[] {
  const seen = new Set<string>()
  return mappings.flatMap(({ mapping_key, account_code, valid_from }, index) => {
    const at = (field: string, code: string, message: string) => ({
      pointer: `/mappings/${index}/${field}`,
      code,
      message,
    })
    const details: ErrorDetail[] = []
    if (!codes.has(account_code)) details.push(at('account_code', 'unknown_account', `${account_code} is in no chart.`))
    if (mapping_key.startsWith('or.') && !ROW_KEYS.has(mapping_key)) {
      details.push(
        at('mapping_key', 'unknown_row', `${mapping_key} is no row of the balance sheet that takes accounts.`),
      )
    }
    const subject = JSON.stringify([mapping_key.startsWith('or.') ? account_code : mapping_key, valid_from])
    if (seen.has(subject)) details.push(at('mapping_key', 'duplicate', 'Map each key once for a day.'))
    seen.add(subject)
    return details
  })
}
