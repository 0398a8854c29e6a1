import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { AccountLedgerQuery } from '../../../shared/contract/statements/account-ledger.ts'
import { uuidOf } from '../../../shared/process/ids.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import {
  type AccountLine,
  type AccountSpan,
  findAccount,
  findLinePosition,
  type LinePosition,
  listAccountLines,
  sumThrough,
} from '../../../shared/store/journal/account-ledger.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { unknownCursor } from '../../http/page.ts'
import type { Snapshot } from '../statement-snapshot.ts'
import { withSnapshot } from '../with-snapshot.ts'
import { type AccountLedger, presentAccountLedger } from './present-account-ledger.ts'

/** One account of a fiscal year, line by line with its running balance and the way to entry, fact and evidence. */
export async function readAccountLedger(deps: ApiDeps, { query, caller }: ReadRequest<AccountLedgerQuery>) {
  const { account_code, limit = 100, starting_after, ...statement } = query
  const ledger = await withSnapshot(deps, statement, (tx, snapshot) =>
    readLines(tx, snapshot, account_code, limit, starting_after),
  )
  return deps.takeTurns(caller.key_id, Number.POSITIVE_INFINITY, (slice) => presentAccountLedger(ledger, slice))
}

async function readLines(
  tx: Db,
  snapshot: Snapshot,
  account_code: string,
  limit: number,
  starting_after: string | undefined,
): Promise<AccountLedger | ApiError> {
  const { books, position, query } = snapshot
  const { buckets, first } = books
  const { end_customer_id } = query
  const found = await findAccount(tx, end_customer_id, account_code)
  if (!found) return notFound(account_code)
  const { account_name } = books.accounts.find((account) => account.account_code === account_code) ?? found
  const span = {
    end_customer_id,
    account_code,
    start_date: buckets[first]?.start_date ?? '',
    end_date: buckets.at(-1)?.end_date ?? '',
    as_of: position.entry_number,
  }
  const after = starting_after === undefined ? null : await positionOf(tx, span, starting_after)
  if (starting_after !== undefined && after === null) return unknownCursor()
  const moved = after ? await sumThrough(tx, span, after) : 0n
  const lines = await readPages(tx, span, after, limit)
  return { snapshot, account: { ...found, account_name }, moved, lines, limit }
}

/** The driver makes all rows of a query in one go. */
const LINES_AT_ONCE = 250

async function readPages(tx: Db, span: AccountSpan, start: LinePosition | null, limit: number) {
  const lines: AccountLine[] = []
  let after = start
  for (;;) {
    const wanted = Math.min(LINES_AT_ONCE, limit - lines.length)
    const page = await listAccountLines(tx, span, after, wanted)
    const has_more = page.length > wanted
    const is_last = !has_more || lines.length + wanted === limit
    for (const line of is_last ? page : page.slice(0, wanted)) lines.push(line)
    if (is_last) return lines
    after = lines.at(-1) ?? null
  }
}

/** The id of a line is that of its entry and its number in it. */
async function positionOf(tx: Db, span: AccountSpan, id: string): Promise<LinePosition | null> {
  const [entry = '', line = ''] = id.split('.')
  const uuid = uuidOf('journal_entry', entry)
  if (uuid === null || !/^[1-9]\d{0,3}$/.test(line)) return null
  const found = await findLinePosition(tx, span, uuid, Number(line))
  const isInSpan = found && found.posting_date >= span.start_date && found.posting_date <= span.end_date
  return isInSpan ? found : null
}

function notFound(account_code: string): ApiError {
  const message = `This end customer has no account ${account_code}.`
  return new ApiError('not_found', message, [{ pointer: '/account_code', code: 'not_found', message }])
}
