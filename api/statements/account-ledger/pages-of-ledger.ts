import { type AccountLine, listAccountLines } from '../../../shared/store/journal/account-ledger.ts'
import type { InTurn } from '../../http/admission/shares.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { OpenedLedger } from './open-ledger.ts'

/** The driver makes all rows of a query in one go. */
const LINES_AT_ONCE = 250

export type LedgerPage = { readonly lines: readonly AccountLine[]; readonly has_more: boolean }

/** @returns gives the lines of an opened ledger, some at a time, until there are none or as many as the limit says; then null */
export function pagesOfLedger(
  { pool }: ApiDeps,
  { span, after: start }: OpenedLedger,
  limit: number,
  inTurn: InTurn,
): () => Promise<LedgerPage | null> {
  let after = start
  let left = limit
  let isWhole = false
  return async () => {
    if (isWhole) return null
    const wanted = Math.min(LINES_AT_ONCE, left)
    const found = await inTurn(() => listAccountLines(pool, span, after, wanted))
    const has_more = found.length > wanted
    const lines = has_more ? found.slice(0, wanted) : found
    left -= lines.length
    isWhole = !has_more || left === 0
    after = lines.at(-1) ?? null
    return { lines, has_more }
  }
}
