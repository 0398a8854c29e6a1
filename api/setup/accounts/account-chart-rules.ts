import { whyUnfit } from '../../../shared/accounting/statements/or-rows/unfit-accounts.ts'
import { whyNoItems } from '../../../shared/accounting/statements/or-rows/why-no-items.ts'
import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { AccountChartRequest, AccountType } from '../../../shared/contract/setup/accounts.ts'
import type { MappingInForce } from '../../../shared/store/setup/account-mappings.ts'
import type { KnownAccount, NewAccount } from '../../../shared/store/setup/chart.ts'

/** Everything that is wrong with a chart, also beside the accounts that are known already. */
export function checkAccountChart(
  body: AccountChartRequest,
  accounts: readonly NewAccount[],
  known: readonly KnownAccount[],
  mapped: readonly MappingInForce[],
): ErrorDetail[] {
  return [...duplicates(body), ...conflicts(accounts, body, known, mapped)]
}

/** The codes of accounts that a chart gives another type. */
export function codesOfOtherType(accounts: readonly NewAccount[], known: readonly KnownAccount[]): string[] {
  const types = new Map(known.map(({ account_code, account_type }) => [account_code, account_type]))
  return accounts
    .filter(({ account_code, account_type }) => (types.get(account_code) ?? account_type) !== account_type)
    .map(({ account_code }) => account_code)
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
 * open items from the beginning. A new type also fits the mappings that the type before did.
 */
function conflicts(
  accounts: readonly NewAccount[],
  body: AccountChartRequest,
  known: readonly KnownAccount[],
  mapped: readonly MappingInForce[],
): ErrorDetail[] {
  const byCode = new Map(known.map((account) => [account.account_code, account]))
  const mappings = Map.groupBy(mapped, ({ account_code }) => account_code)
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
    const unfit = details.length === 0 && named && unfitMapping(named, account_type, mappings.get(account_code) ?? [])
    if (unfit) {
      const message = `${unfit} Map another account first (PUT /v1/account-mappings).`
      details.push({ pointer: `/accounts/${index}/account_type`, code: 'account_type_unfit', message })
    }
    return details
  })
}

/** Why an account cannot have another type beside its mappings. What did not fit before is from releases that took it. */
function unfitMapping(
  named: KnownAccount,
  account_type: AccountType,
  mapped: readonly MappingInForce[],
): string | null {
  if (named.account_type === account_type) return null
  return (
    mapped
      .filter(({ mapping_key }) => !whyUnfit(mapping_key, named))
      .map(({ mapping_key }) => whyUnfit(mapping_key, { ...named, account_type }))
      .find((reason) => reason !== null) ?? null
  )
}
