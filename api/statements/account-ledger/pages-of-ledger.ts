import { type AccountLine, listAccountLines } from '../../../shared/store/journal/account-ledger.ts'
import type { InTurn } from '../../http/admission/shares.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { OpenedLedger } from './open-ledger.ts'

/** The driver makes all rows of a query in one go. */
const LINES_AT_ONCE = 250

type LedgerPage = { readonly lines: readonly AccountLine[]; readonly has_more: boolean }

/** The lines of an opened ledger, some at a time, until there are none or as many as the limit says. */
export async function* pagesOfLedger(
  { pool }: ApiDeps,
  { span, after: start }: OpenedLedger,
  limit: number,
  inTurn: InTurn,
): AsyncGenerator<LedgerPage, undefined> {
  let after = start
  let left = limit
  for (;;) {
    const wanted = Math.min(LINES_AT_ONCE, left)
    const found = await inTurn(() => listAccountLines(pool, span, after, wanted))
    const has_more = found.length > wanted
    const lines = has_more ? found.slice(0, wanted) : found
    yield { lines, has_more }
    left -= lines.length
    if (!has_more || left === 0) return
    after = lines.at(-1) ?? null
  }
}
