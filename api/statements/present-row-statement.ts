import { nameIn } from '../../shared/accounting/statements/computed-names.ts'
import type { OrRow } from '../../shared/accounting/statements/or-rows/row.ts'
import type {
  Bucket,
  PartnerBalance,
  SourceAccount,
  StatementColumn,
} from '../../shared/accounting/statements/statement.ts'
import type { YearBooks } from '../../shared/accounting/statements/year-books.ts'
import { lastYearMoved } from '../../shared/accounting/statements/year-moved.ts'
import type { Money } from '../../shared/contract/primitives.ts'
import type { Locale } from '../../shared/contract/setup/settings.ts'
import type { Pause } from '../../shared/process/pause.ts'
import { runSteps } from '../../shared/process/run-steps.ts'
import { presentMoney } from '../http/present-money.ts'
import { behindSiblings } from './behind-siblings.ts'
import { presentStatementHeader } from './present-header.ts'
import type { Snapshot } from './statement-snapshot.ts'

/** The rows of a statement and how a column of it is computed. */
export type Rows = {
  readonly rows: readonly OrRow[]
  /** Default: all of `rows`; others appear at their place when something stands on them. */
  readonly isAlwaysShown?: (row: OrRow) => boolean
  /** Rows behind their siblings that appear only when something stands on them. */
  readonly optional_rows: readonly OrRow[]
  /** Figures beside the rows. */
  readonly figures?: Readonly<Record<string, Money>>
  /** The column for the buckets `from` to `to`, in steps: their activity, or the balances at the end of the last one. */
  readonly column: (books: YearBooks, from: number, to: number) => Generator<undefined, StatementColumn>
}

export type RowStatement = Awaited<ReturnType<typeof presentRowStatement>>
export type StatementRow = RowStatement['rows'][number]

/** What each period is made of, for tables: as JSON the accounts of all periods would be more than all else. */
export const COLUMNS_OF_PERIODS = Symbol('columns of periods')

/** For pages: the last fiscal year with lines on an account until the end of the year, of the year before, or of one of the periods. */
export const YEAR_MOVED = Symbol('year moved')
export type YearMoved = (account_code: string, until: 'year' | 'prior' | number) => string | null

/** Contract, "Statement reads": every row of the law, also those without value, and the accounts that they are made of. */
export async function presentRowStatement(object: string, kind: Rows, snapshot: Snapshot, pause: Pause) {
  const { query, ledger, books } = snapshot
  const { buckets, first } = books
  const column = await runSteps(kind.column(books, first, buckets.length - 1), pause)
  await pause()
  const header = presentStatementHeader(object, snapshot)
  const prior = snapshot.prior && (await runSteps(priorColumn(kind, snapshot.prior), pause))
  const series: StatementColumn[] = []
  for (let at = first; query.granularity && at < buckets.length; at += 1) {
    await pause()
    series.push(await runSteps(kind.column(books, at, at), pause))
  }
  await pause()
  const rows = rowsOf(kind, [column, ...(prior ? [prior] : []), ...series])
  const shown: ReturnType<typeof presentRow>[] = []
  for (const row of rows) {
    await pause()
    shown.push(presentRow(row, header.locale, ledger.base_currency, column, prior))
  }
  const shown_series: ReturnType<typeof presentBucket>[] = []
  for (const [at, bucket] of series.entries()) {
    await pause()
    shown_series.push(presentBucket(snapshot, rows, bucket, first + at))
  }
  const { checks, check_details, ...rest } = header
  return {
    ...rest,
    ...kind.figures,
    rows: shown,
    period_series: query.granularity ? shown_series : null,
    [COLUMNS_OF_PERIODS]: series as readonly StatementColumn[],
    [YEAR_MOVED]: yearMovedIn(snapshot),
    checks,
    check_details,
  }
}

function yearMovedIn({ books, prior }: Snapshot): YearMoved {
  const accountsOf = ({ accounts }: YearBooks) => new Map(accounts.map((account) => [account.account_code, account]))
  let known: ReturnType<typeof accountsOf> | undefined
  let known_before: ReturnType<typeof accountsOf> | undefined
  return (account_code, until) => {
    if (until === 'prior') {
      known_before ??= prior ? accountsOf(prior) : new Map()
      const account = known_before.get(account_code)
      return account && prior ? lastYearMoved(account, prior.buckets, prior.buckets.length - 1) : null
    }
    known ??= accountsOf(books)
    const account = known.get(account_code)
    const { buckets, first } = books
    return account ? lastYearMoved(account, buckets, until === 'year' ? buckets.length - 1 : first + until) : null
  }
}

function priorColumn({ column }: Rows, books: YearBooks): Generator<undefined, StatementColumn> {
  return column(books, books.first, books.buckets.length - 1)
}

/** The rows of the law always; an optional row behind the last of its siblings. */
function rowsOf(kind: Rows, columns: readonly StatementColumn[]): OrRow[] {
  const { rows, isAlwaysShown = () => true, optional_rows } = kind
  const hasSources = ({ row_key }: OrRow) => columns.some((column) => column.get(row_key)?.sources.length)
  const shown = rows.filter((row) => isAlwaysShown(row) || hasSources(row))
  return behindSiblings(shown, optional_rows.filter(hasSources), rows)
}

function presentRow(
  row: OrRow,
  locale: Locale,
  currency: string,
  column: StatementColumn,
  prior: StatementColumn | null,
) {
  const { row_key, parent_key, law, level, kind } = row
  return {
    row_key,
    parent_key,
    label: row.labels[locale],
    law,
    level,
    kind,
    amount: presentMoney(column.get(row_key)?.amount_minor ?? 0n, currency),
    prior_amount: prior && presentMoney(prior.get(row_key)?.amount_minor ?? 0n, currency),
    source_accounts: sourcesOf(row_key, column, prior).map(({ source, amount, prior_amount }) => ({
      account_code: source.account_code,
      account_name: nameIn(locale, source),
      amount: presentMoney(amount, currency),
      prior_amount: prior_amount === null ? null : presentMoney(prior_amount, currency),
      placed_by: source.placed_by,
      partners: amount === 0n ? [] : source.partners.map((found) => presentPartner(row, found, currency)),
    })),
  }
}

function presentPartner({ side }: OrRow, { partner, amount_minor }: PartnerBalance, currency: string) {
  const { partner_reference, partner_name } = partner
  return {
    partner_reference,
    partner_name,
    amount: presentMoney(side === 'credit' ? -amount_minor : amount_minor, currency),
  }
}

/** Accounts of a row in either column; one that is missing in a column is zero there. */
function sourcesOf(row_key: string, column: StatementColumn, prior: StatementColumn | null) {
  const nameOf = ({ account_code, account_name }: SourceAccount) => account_code ?? account_name
  const now = new Map((column.get(row_key)?.sources ?? []).map((source) => [nameOf(source), source]))
  const before = new Map((prior?.get(row_key)?.sources ?? []).map((source) => [nameOf(source), source]))
  return [...new Map([...before, ...now])].map(([name, source]) => ({
    source,
    amount: now.get(name)?.amount_minor ?? 0n,
    prior_amount: prior && (before.get(name)?.amount_minor ?? 0n),
  }))
}

function presentBucket(
  { books: { buckets }, ledger }: Snapshot,
  rows: readonly OrRow[],
  column: StatementColumn,
  at: number,
) {
  const { start_date: period_start, end_date: period_end } = buckets[at] as Bucket
  const amounts = rows.map(({ row_key }) => ({
    row_key,
    amount: presentMoney(column.get(row_key)?.amount_minor ?? 0n, ledger.base_currency),
  }))
  return { period_start, period_end, rows: amounts }
}
