import { addDays } from '../../../shared/accounting/amounts/dates.ts'
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
import { refusalOfDays } from './days-of-ledger.ts'

/** Of the account at one moment all but its lines. These never change, so they can be read later. */
export type OpenedLedger = {
  readonly snapshot: Snapshot
  readonly account: NamedAccount
  readonly span: AccountSpan
  /** The line before the page; null where the page is the first one. */
  readonly after: LinePosition | null
  /** Debit minus credit of the year's lines before the page. */
  readonly moved: bigint
  /** What the account has moved on the days that are asked for; null where the whole year is. */
  readonly by_day: SumsOfDays | null
}

export type SumsOfDays = SpanSums & {
  /** Debit minus credit of the year's lines before the first of these days. */
  readonly before_minor: bigint
}

export function openLedger(deps: ApiDeps, query: AccountLedgerQuery, caller: Caller): Promise<OpenedLedger> {
  const { account_code, limit, starting_after, from_date, to_date, ...statement } = query
  return inSlicesOf(deps, caller, (pause) =>
    withSnapshot(deps, statement, pause, (tx, snapshot) => openAt(tx, snapshot, query)),
  )
}

async function openAt(
  tx: Db,
  snapshot: Snapshot,
  { account_code, starting_after, from_date, to_date }: AccountLedgerQuery,
): Promise<OpenedLedger | ApiError> {
  const { books, position, query } = snapshot
  const { buckets, first } = books
  const { end_customer_id } = query
  const refusal = refusalOfDays(snapshot, from_date, to_date)
  if (refusal) return refusal
  const found = await findAccount(tx, end_customer_id, account_code)
  if (!found) return notFound(account_code)
  const { account_name } = books.accounts.find((account) => account.account_code === account_code) ?? found
  const year = {
    end_customer_id,
    account_code,
    start_date: buckets[first]?.start_date ?? '',
    end_date: buckets.at(-1)?.end_date ?? '',
    as_of: position.entry_number,
  }
  const span = { ...year, start_date: from_date ?? year.start_date, end_date: to_date ?? year.end_date }
  const after = starting_after === undefined ? null : await positionOf(tx, span, starting_after)
  if (starting_after !== undefined && after === null) return unknownCursor()
  const isOfDays = from_date !== undefined || to_date !== undefined
  const by_day = isOfDays ? await sumDays(tx, year, span) : null
  const moved = after ? await sumThrough(tx, year, after) : (by_day?.before_minor ?? 0n)
  return { snapshot, account: { ...found, account_name }, span, after, moved, by_day }
}

/** What was moved up to the last day, without what was moved before the first one: both read whole months from the statement tables. */
async function sumDays(tx: Db, year: AccountSpan, { start_date, end_date }: AccountSpan): Promise<SumsOfDays> {
  const through = await sumSpan(tx, { ...year, end_date })
  if (start_date === year.start_date) return { ...through, before_minor: 0n }
  const before = await sumSpan(tx, { ...year, end_date: addDays(start_date, -1) })
  return {
    opened_minor: through.opened_minor - before.opened_minor,
    debit_minor: through.debit_minor - before.debit_minor,
    credit_minor: through.credit_minor - before.credit_minor,
    closed_minor: through.closed_minor - before.closed_minor,
    before_minor: before.opened_minor + before.debit_minor - before.credit_minor,
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
