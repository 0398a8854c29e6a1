import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { AccountLedgerQuery } from '../../../shared/contract/statements/account-ledger.ts'
import { uuidOf } from '../../../shared/process/ids.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import {
  type AccountSpan,
  findAccount,
  findLinePosition,
  type LinePosition,
  type NamedAccount,
  sumThrough,
} from '../../../shared/store/journal/account-ledger.ts'
import { type SpanSums, sumSpan } from '../../../shared/store/journal/account-span.ts'
import type { Caller } from '../../http/admission/caller.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import { unknownCursor } from '../../http/page.ts'
import { inSlicesOf } from '../in-slices-of.ts'
import type { Snapshot } from '../statement-snapshot.ts'
import { withSnapshot } from '../with-snapshot.ts'

/** Of the account at one moment all but its lines. These never change, so they can be read later. */
export type OpenedLedger = {
  readonly snapshot: Snapshot
  readonly account: NamedAccount
  readonly span: AccountSpan
  /** The line before the page; null where the page is the first one. */
  readonly after: LinePosition | null
  /** Debit minus credit of the year's lines before the page. */
  readonly moved: bigint
  /** What the account has moved up to the day that is asked for; null where the whole year is. */
  readonly by_day: SpanSums | null
}

export function openLedger(deps: ApiDeps, query: AccountLedgerQuery, caller: Caller): Promise<OpenedLedger> {
  const { account_code, limit, starting_after, to_date, ...statement } = query
  return inSlicesOf(deps, caller, (pause) =>
    withSnapshot(deps, statement, pause, (tx, snapshot) => openAt(tx, snapshot, query)),
  )
}

async function openAt(
  tx: Db,
  snapshot: Snapshot,
  { account_code, starting_after, to_date }: AccountLedgerQuery,
): Promise<OpenedLedger | ApiError> {
  const { books, position, query } = snapshot
  const { buckets, first } = books
  const { end_customer_id } = query
  const refusal = to_date === undefined ? null : refusalOfDay(snapshot, to_date)
  if (refusal) return refusal
  const found = await findAccount(tx, end_customer_id, account_code)
  if (!found) return notFound(account_code)
  const { account_name } = books.accounts.find((account) => account.account_code === account_code) ?? found
  const span = {
    end_customer_id,
    account_code,
    start_date: buckets[first]?.start_date ?? '',
    end_date: to_date ?? buckets.at(-1)?.end_date ?? '',
    as_of: position.entry_number,
  }
  const after = starting_after === undefined ? null : await positionOf(tx, span, starting_after)
  if (starting_after !== undefined && after === null) return unknownCursor()
  const moved = after ? await sumThrough(tx, span, after) : 0n
  const by_day = to_date === undefined ? null : await sumSpan(tx, span)
  return { snapshot, account: { ...found, account_name }, span, after, moved, by_day }
}

/** A day is one of the year. What stands beside a ledger is of the whole year, and nothing of a day stands beside it. */
function refusalOfDay({ books, query }: Snapshot, to_date: string): ApiError | null {
  const { buckets, first } = books
  const [start = '', end = ''] = [buckets[first]?.start_date, buckets.at(-1)?.end_date]
  if (to_date < start || to_date > end) {
    const message = `to_date must be a day of the fiscal year, from ${start} to ${end}.`
    return new ApiError('invalid_request', message, [{ pointer: '/to_date', code: 'out_of_range', message }])
  }
  const beside = (['comparison', 'granularity'] as const).find((name) => query[name] !== undefined)
  if (!beside) return null
  const message = `Ask for a day or for a ${beside}, not for both.`
  return new ApiError('invalid_request', message, [{ pointer: `/${beside}`, code: 'not_allowed', message }])
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
