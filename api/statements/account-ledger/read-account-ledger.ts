import type { AccountLedgerQuery } from '../../../shared/contract/statements/account-ledger.ts'
import { mapInSlices } from '../../http/admission/turns.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { openLedger } from './open-ledger.ts'
import { pagesOfLedger } from './pages-of-ledger.ts'
import { presentLedgerHeader, presentLines } from './present-account-ledger.ts'

/** One account of a fiscal year, line by line with its running balance and the way to entry, fact and evidence. */
export async function readAccountLedger(deps: ApiDeps, { query, caller, inTurn }: ReadRequest<AccountLedgerQuery>) {
  const ledger = await inTurn(() => openLedger(deps, query, caller))
  const { shown, checks } = presentLedgerHeader(ledger)
  const present = presentLines(ledger)
  const presented: ReturnType<typeof present>[] = []
  let has_more = false
  const nextPage = pagesOfLedger(deps, ledger, query.limit ?? 100, inTurn)
  for (let page = await nextPage(); page !== null; page = await nextPage()) {
    const { lines } = page
    presented.push(
      ...(await deps.takeTurns(caller.key_id, Number.POSITIVE_INFINITY, (slice) => mapInSlices(lines, slice, present))),
    )
    has_more = page.has_more
  }
  return { ...shown, lines: presented, has_more, ...checks }
}
