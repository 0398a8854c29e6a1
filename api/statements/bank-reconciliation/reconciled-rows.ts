import type {
  ReconciledEntry,
  ReconciledLine,
  ReconciledStatement,
  StatementSequence,
} from '../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import { knownBankStatementOf } from '../../../shared/camt053/repeats/known-bank-statement.ts'
import { wholeBankStatementOf } from '../../../shared/camt053/repeats/whole-bank-statement.ts'
import type { ReconciledEntryRow, ReconciledLineRow } from '../../../shared/store/bank/reconciled-differences.ts'
import type { EntryBeside } from '../../../shared/store/bank/reconciliation.ts'
import type { BankStatementRow } from '../../../shared/store/bank/repeats/bank-statements.ts'

/** The bank statements with balances that begin by a day, their pages put together, and the first day of all. */
export function statementsIn(
  rows: readonly (BankStatementRow & { readonly account: string })[],
  currency: string,
  date: string,
): { statements: ReconciledStatement[]; first_day: string | null } {
  const accounts = new Map(rows.map((row) => [keyOf(row), row.account]))
  const pages = rows.map((row) => knownBankStatementOf(keyOf(row), row.figures))
  const whole = [...Map.groupBy(pages, ({ statement_key }) => statement_key).values()].map(wholeBankStatementOf)
  const days: string[] = []
  const statements = whole.flatMap((statement) => {
    const { opening_minor, closing_minor, balance_days, period, statement_id, sequences, net_minor } = statement
    if (opening_minor === null || closing_minor === null || !balance_days || statement.currency !== currency) return []
    if (balance_days.from > date) return []
    const keys = statement.pages.map(({ key }) => key)
    const bank_account = accounts.get(keys[0] ?? '') ?? ''
    const opening_date = period?.from.slice(0, 10) ?? balance_days.from
    days.push(opening_date)
    const dates = { opening_date, closing_date: balance_days.to }
    return [{ keys, bank_account, statement_id, sequences, ...dates, opening_minor, closing_minor, net_minor }]
  })
  return { statements, first_day: days.sort()[0] ?? null }
}

function keyOf({ import_id, statement_number }: BankStatementRow): string {
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
  return {
    ...line,
    uses: uses.map((use) => ({ ...use, amount_minor: signed(use.amount_minor, line.amount_minor) })),
  }
}

/** Bank statements that do not count on a day, without those that begin later: what has their bank entries besides? */
export function statementsBeside(
  rows: readonly BankStatementRow[],
  sequences: readonly StatementSequence[],
  date: string,
) {
  const ended = new Set(keysOf(sequences))
  return rows.filter((row) => !ended.has(keyOf(row)) && !((row.figures.first_day ?? '') > date))
}

/** Bank entries that only such bank statements have count behind the last day of those that count. */
export function splitBeside(beside: readonly EntryBeside[], sequences: readonly StatementSequence[]) {
  const ended = new Set(keysOf(sequences))
  const lastDays = new Map(
    sequences.map(({ ended }) => [ended.at(-1)?.bank_account ?? '', ended.at(-1)?.closing_date ?? '']),
  )
  const without = beside.filter(({ statement_keys }) => !statement_keys.some((key) => ended.has(key)))
  const isLater = ({ account, date }: EntryBeside) => date > (lastDays.get(account) ?? '')
  return {
    later_minor: without.filter(isLater).reduce((sum, { amount_minor }) => sum + amount_minor, 0n),
    uncounted: without.filter((entry) => !isLater(entry)).map(({ entry_id }) => entry_id),
  }
}

function keysOf(sequences: readonly StatementSequence[]): string[] {
  return sequences.flatMap(({ ended }) => ended.flatMap(({ keys }) => keys))
}

function signed(amount_minor: string, like: bigint): bigint {
  return like < 0n ? -BigInt(amount_minor) : BigInt(amount_minor)
}
