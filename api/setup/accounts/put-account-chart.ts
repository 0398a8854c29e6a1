import type { BlockerCode } from '../../../shared/accounting/facts/blockers.ts'
import { defaultMappings } from '../../../shared/accounting/setup/default-mappings.ts'
import { fiscalYearsToAdd } from '../../../shared/accounting/setup/fiscal-years.ts'
import { type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { AccountChartRequest } from '../../../shared/contract/setup/accounts.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { newUuid, publicId } from '../../../shared/process/ids.ts'
import { enqueueReevaluation } from '../../../shared/queue/enqueue.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { insertDefaultMappings } from '../../../shared/store/setup/account-mappings.ts'
import {
  findKnownAccounts,
  type KnownAccount,
  type NewAccount,
  replaceChartVersion,
} from '../../../shared/store/setup/chart.ts'
import { ensureEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import { insertFiscalYears } from '../../../shared/store/setup/fiscal-years.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { onceReevaluated } from '../once-reevaluated.ts'
import { readAccountList } from './read-accounts.ts'

/** Blockers that a new chart, its mappings or its fiscal year may remove. */
const MAY_UNBLOCK: readonly BlockerCode[] = [
  'account_chart_missing',
  'account_mapping_missing',
  'account_inactive',
  'account_unknown',
  'fiscal_year_missing',
]
const LIST_LIMIT = 500

/**
 * Replaces the chart of accounts as of `valid_from`. Accounts that it no longer lists become inactive from that day on
 * and are kept; facts that waited for a chart or an account are evaluated again.
 */
export async function putAccountChart(tx: Tx, deps: ApiDeps, request: MutatingRequest<AccountChartRequest>) {
  const { body, caller, end_customer_id } = request
  const { valid_from, source_reference = null } = body
  await ensureEndCustomer(tx, end_customer_id)
  await lockLedgers(tx, [end_customer_id])
  const settings = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)
  const codes = body.accounts.map(({ account_code }) => account_code)
  const ids = body.accounts.flatMap(({ account_id }) => account_id ?? [])
  const known = await findKnownAccounts(tx, end_customer_id, codes, ids)
  const accounts = newAccounts(body, known, settings?.base_currency ?? 'CHF')
  const details = [...duplicates(body), ...conflicts(accounts, body, known)]
  if (details.length > 0) throw validationFailed(details)
  await replaceChartVersion(tx, { end_customer_id, valid_from, source_reference, actor_id: caller.key_id }, accounts)
  const mappings = defaultMappings(accounts).map((mapping) => ({ account_mapping_id: newUuid(), ...mapping }))
  await insertDefaultMappings(tx, end_customer_id, valid_from, mappings)
  const today = todayInSwitzerland()
  const years = fiscalYearsToAdd(settings?.fiscal_years ?? [], today, today)
  await insertFiscalYears(
    tx,
    years.map((year) => ({ end_customer_id, ...year })),
  )
  await enqueueReevaluation(tx, deps.boss, end_customer_id, 'chart', MAY_UNBLOCK)
  const list = await readAccountList(tx, { end_customer_id, valid_on: valid_from, limit: LIST_LIMIT })
  return { body: list, current: onceReevaluated(deps, end_customer_id, list) }
}

function newAccounts(body: AccountChartRequest, known: readonly KnownAccount[], base_currency: string): NewAccount[] {
  const byCode = new Map(known.map((account) => [account.account_code, account]))
  return body.accounts.map((account) => ({
    account_code: account.account_code,
    account_id: account.account_id ?? byCode.get(account.account_code)?.account_id ?? publicId('account', newUuid()),
    account_name: account.account_name,
    account_class: account.account_class ?? account.account_code.slice(0, 1),
    account_type: account.account_type,
    currency: account.currency ?? base_currency,
    status: account.status ?? 'active',
  }))
}

function duplicates({ accounts }: AccountChartRequest): ErrorDetail[] {
  return (['account_code', 'account_id'] as const).flatMap((field) => {
    const seen = new Set<string>()
    return accounts.flatMap((account, index) => {
      const value = account[field]
      if (value === undefined || !seen.has(value)) {
        if (value !== undefined) seen.add(value)
        return []
      }
      const message = `${value} is listed twice. List each account once.`
      return [{ pointer: `/accounts/${index}/${field}`, code: 'duplicate', message }]
    })
  })
}

/** An account keeps its id for ever, and its type as soon as it has postings. */
function conflicts(
  accounts: readonly NewAccount[],
  body: AccountChartRequest,
  known: readonly KnownAccount[],
): ErrorDetail[] {
  const byCode = new Map(known.map((account) => [account.account_code, account]))
  const byId = new Map(known.map((account) => [account.account_id, account]))
  return accounts.flatMap(({ account_code, account_id, account_type }, index) => {
    const details: ErrorDetail[] = []
    const own = byCode.get(account_code)
    const owner = byId.get(account_id)
    const isTaken = (own && own.account_id !== account_id) || (owner && owner.account_code !== account_code)
    if (body.accounts[index]?.account_id && isTaken) {
      const message = own
        ? `Account ${account_code} has the id ${own.account_id}.`
        : `${account_id} is another account.`
      details.push({ pointer: `/accounts/${index}/account_id`, code: 'account_id_in_use', message })
    }
    if (own?.has_postings && own.account_type !== account_type) {
      const message = `Account ${account_code} has postings and stays of type ${own.account_type}.`
      details.push({ pointer: `/accounts/${index}/account_type`, code: 'account_type_in_use', message })
    }
    return details
  })
}
