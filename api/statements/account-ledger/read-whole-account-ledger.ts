import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { AccountLedgerQuery } from '../../../shared/contract/statements/account-ledger.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { readAccountLedger } from './read-account-ledger.ts'

/** Longer ledgers than anybody prints are read page by page. */
const WHOLE = 20_000

/** On paper and in a spreadsheet a ledger is whole, unless a page of it is asked for. */
export async function readWholeAccountLedger(deps: ApiDeps, request: ReadRequest<AccountLedgerQuery>) {
  const { query } = request
  const isPage = query.limit !== undefined || query.starting_after !== undefined
  const ledger = await readAccountLedger(deps, isPage ? request : { ...request, query: { ...query, limit: WHOLE } })
  if (isPage || !ledger.has_more) return ledger
  const message = `This ledger has more than ${WHOLE} lines. Ask for pages with limit and starting_after.`
  throw new ApiError('invalid_request', message, [{ pointer: '/limit', code: 'required', message }])
}
