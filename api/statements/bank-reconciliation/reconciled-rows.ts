import { shareOf } from '../../../shared/accounting/amounts/share-of.ts'
import { missingPagesOf } from '../../../shared/accounting/bank/missing-pages.ts'
import type {
  ReconciledEntry,
  ReconciledLine,
  ReconciledStatement,
  StatementGap,
  StatementSequence,
} from '../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import type { EntriesSince } from '../../../shared/accounting/bank/reconciliation/sums/part-of-balance.ts'
import { knownBankStatementOf } from '../../../shared/camt053/repeats/known-bank-statement.ts'
import { wholeBankStatementOf } from '../../../shared/camt053/repeats/whole-bank-statement.ts'
import { eachInSteps } from '../../../shared/process/in-turns.ts'
import type { ReconciledEntryRow, ReconciledLineRow } from '../../../shared/store/bank/reconciled-differences.ts'
import type { EntriesBeside } from '../../../shared/store/bank/reconciliation.ts'
import type { BankStatementRow } from '../../../shared/store/bank/repeats/bank-statements.ts'

export type StatementsOfCurrency = {
  readonly statements: readonly ReconciledStatement[]
  readonly first_day: string | null
  /** Pages that say no balance at the beginning or at the end, as those that would say it are missing. */
  readonly unbalanced: readonly StatementGap[]
  /** Bank statements without balances, by the keys of their pages. */
  readonly without_balances: ReadonlyMap<string, Pick<ReconciledStatement, 'bank_account' | 'statement_id'>>
}

/**
 * The bank statements with balances that begin by a day, their pages put together, and the first day of all. There may be thousands, so
 * it can be interrupted.
 */
export function* statementsIn(
  rows: readonly (BankStatementRow & { readonly account: string })[],
  currency: string,
  date: string,
): Generator<void, StatementsOfCurrency> {
  const accounts = new Map(rows.map((row) => [keyOf(row), row.account]))
  const pages = yield* eachInSteps(rows, (row) => knownBankStatementOf(keyOf(row), row.figures))
  const byStatement = Map.groupBy(pages, ({ statement_key }) => statement_key)
  const days: string[] = []
  const unbalanced: StatementGap[] = []
  const without_balances = new Map<string, { bank_account: string; statement_id: string | null }>()
  const firstDays = new Map(rows.map((row) => [keyOf(row), row.figures.first_day ?? null]))
  const statements = yield* eachInSteps(byStatement.values(), (some) => {
    const statement = wholeBankStatementOf(some)
    const { opening_minor, closing_minor, balance_days, period, statement_id, sequences, net_minor } = statement
    if (statement.currency !== currency) return []
    const keys = statement.pages.map(({ key }) => key)
    const bank_account = accounts.get(keys[0] ?? '') ?? ''
    const missing_pages = missingPagesOf(statement.pages)
    if (opening_minor === null || closing_minor === null || !balance_days) {
      for (const key of keys) without_balances.set(key, { bank_account, statement_id })
      const day = period?.from.slice(0, 10) ?? firstDays.get(keys[0] ?? '') ?? date
      const place = { bank_account, after: statement_id, before: statement_id, date: day, contradiction: null }
      if (missing_pages.length > 0 && day <= date)
        unbalanced.push({ ...place, kind: 'missing_page', amount_minor: 0n, missing_pages })
      return []
    }
    if (balance_days.from > date) return []
    const opening_date = period?.from.slice(0, 10) ?? balance_days.from
    days.push(opening_date)
    const is_cut = balance_days.to > date
    const last_day = is_cut ? date : balance_days.to
    const dates = {
      opening_date,
      closing_date: balance_days.to,
      opens: period?.from ?? `${opening_date}T00:00:00`,
      closes: period?.to.startsWith(last_day) ? period.to : `${last_day}T23:59:59`,
      is_cut,
    }
    const figures = { sequences, ...dates, opening_minor, closing_minor, net_minor, missing_pages }
    return [{ keys, bank_account, statement_id, ...figures }]
  })
  const counted = withoutReplaced(statements.flat())
  return {
    statements: counted,
    first_day: days.sort()[0] ?? null,
    unbalanced: withoutCovered(unbalanced, counted),
    without_balances,
  }
}

/** A bank statement of which pages are missing does not count where another one has the same days and balances, and all of its pages. */
function withoutReplaced(statements: readonly ReconciledStatement[]): ReconciledStatement[] {
  const contentOf = (statement: ReconciledStatement) => {
    const { bank_account, opening_date, closing_date, opening_minor, closing_minor } = statement
    return [bank_account, opening_date, closing_date, opening_minor, closing_minor].join(' ')
  }
  const isWhole = ({ missing_pages = [] }: ReconciledStatement) => missing_pages.length === 0
  const whole = new Set(statements.filter(isWhole).map(contentOf))
  return statements.filter((statement) => isWhole(statement) || !whole.has(contentOf(statement)))
}

/** A whole bank statement that has the day and goes on behind it tells what the pages do not. */
function withoutCovered(gaps: readonly StatementGap[], statements: readonly ReconciledStatement[]): StatementGap[] {
  return gaps.filter(({ bank_account, date }) =>
    statements.every(
      ({ missing_pages = [], ...statement }) =>
        statement.bank_account !== bank_account ||
        missing_pages.length > 0 ||
        date < statement.opening_date ||
        date >= statement.closing_date,
    ),
  )
}

export function keyOf({ import_id, statement_number }: BankStatementRow): string {
  return `${import_id}:${statement_number}`
}

/** Uses have the sign of their bank entry. */
export function reconciledEntryOf({ account, uses, ...entry }: ReconciledEntryRow): ReconciledEntry {
  return {
    ...entry,
    bank_account: account,
    uses: uses.map((use) => ({ ...use, amount_minor: signed(use.amount_minor, entry.amount_minor) })),
  }
}

export function reconciledLineOf({ uses, ...line }: ReconciledLineRow): ReconciledLine {
  return { ...line, uses: [...Map.groupBy(uses, ({ currency }) => currency).values()].flatMap(sharesOf(line)) }
}

/** What bank entries of one currency use of a line, in the currency of the account: together the whole line for the whole. */
function sharesOf({ amount_minor }: Pick<ReconciledLineRow, 'amount_minor'>) {
  return (uses: ReconciledLineRow['uses']): ReconciledLine['uses'] => {
    const whole_minor = BigInt(uses[0]?.line_minor ?? uses.reduce((sum, use) => sum + BigInt(use.amount_minor), 0n))
    let used_minor = 0n
    return uses.map(({ is_elsewhere, other_date, amount_minor: minor }) => {
      const before_minor = shareOf(amount_minor, used_minor, whole_minor)
      used_minor += BigInt(minor)
      const share_minor = shareOf(amount_minor, used_minor, whole_minor) - before_minor
      return { amount_minor: share_minor, is_elsewhere, other_date }
    })
  }
}

/** Bank statements that count on a day, and the others that may have bank entries of it: those that do not begin later. */
export function splitStatements(
  rows: readonly BankStatementRow[],
  sequences: readonly StatementSequence[],
  date: string,
) {
  const chained = new Set(sequences.flatMap(({ chain }) => chain.flatMap(({ keys }) => keys)))
  const keys = (some: readonly BankStatementRow[]) =>
    some.map(({ import_id, statement_number }) => ({ import_id, statement_number }))
  return {
    counted: keys(rows.filter((row) => chained.has(keyOf(row)))),
    others: keys(rows.filter((row) => !chained.has(keyOf(row)) && !((row.figures.first_day ?? '') > date))),
  }
}

/** Bank entries that no bank statement which counts has, count behind the last day of those that do. */
export function splitBeside(beside: readonly EntriesBeside[], sequences: readonly StatementSequence[]) {
  const lastDays = new Map(
    sequences.map(({ chain }) => [chain.at(-1)?.bank_account ?? '', chain.at(-1)?.closing_date ?? '']),
  )
  const isLater = ({ account, date }: EntriesBeside) => date > (lastDays.get(account) ?? '')
  return {
    later: entriesSince(beside.filter(isLater)),
    left_out: beside.filter((entries) => !isLater(entries)).flatMap(({ entry_ids }) => entry_ids),
  }
}

function entriesSince(later: readonly EntriesBeside[]): EntriesSince[] {
  return [...Map.groupBy(later, ({ account }) => account)].map(([bank_account, its]) => ({
    bank_account,
    from_date: its.map(({ date }) => date).sort()[0] ?? '',
    amount_minor: its.reduce((sum, { amount_minor }) => sum + amount_minor, 0n),
  }))
}

function signed(amount_minor: string, like: bigint): bigint {
  return like < 0n ? -BigInt(amount_minor) : BigInt(amount_minor)
}
