import { whyNoItems } from '../../../shared/accounting/statements/or-rows/why-no-items.ts'
import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { AccountChartRequest } from '../../../shared/contract/setup/accounts.ts'
import type { KnownAccount, NewAccount } from '../../../shared/store/setup/chart.ts'

/** Everything that is wrong with a chart, also beside the accounts that are known already. */
export function checkAccountChart(
  body: AccountChartRequest,
  accounts: readonly NewAccount[],
  known: readonly KnownAccount[],
): ErrorDetail[] {
  return [...duplicates(body), ...conflicts(accounts, body, known)]
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

/**
 * An account keeps its id for ever, and its type as soon as it has postings. A control account is of a type that can have
 * open items from the beginning.
 */
function conflicts(
  accounts: readonly NewAccount[],
  body: AccountChartRequest,
  known: readonly KnownAccount[],
): ErrorDetail[] {
  const byCode = new Map(known.map((account) => [account.account_code, account]))
  const byId = new Map(known.map((account) => [account.account_id, account]))
  return accounts.flatMap(({ account_code, account_id, account_type }, index) => {
    const details: ErrorDetail[] = []
    const named = byCode.get(account_code)
    const owner = byId.get(account_id)
    const isTaken = (named && named.account_id !== account_id) || (owner && owner.account_code !== account_code)
    if (body.accounts[index]?.account_id && isTaken) {
      const message = named
        ? `Account ${account_code} has the id ${named.account_id}.`
        : `${account_id} is another account.`
      details.push({ pointer: `/accounts/${index}/account_id`, code: 'account_id_in_use', message })
    }
    if (named?.has_postings && named.account_type !== account_type) {
      const message = `Account ${account_code} has postings and stays of type ${named.account_type}.`
      details.push({ pointer: `/accounts/${index}/account_type`, code: 'account_type_in_use', message })
    }
    const reason = named?.is_control && named.account_type !== account_type && whyNoItems(account_code, account_type)
    if (reason) {
      const message = `Every line on ${account_code} belongs to an open item, and it ${reason}. It stays of type ${named.account_type}.`
      details.push({ pointer: `/accounts/${index}/account_type`, code: 'control_account', message })
    }
    return details
  })
}
