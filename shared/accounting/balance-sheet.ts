import { OR_BALANCE_SHEET_ROWS, type OrRow } from './or-balance-sheet-rows.ts'
import {
  type Bucket,
  createCollector,
  isProfitAndLoss,
  type LedgerAccount,
  rowOfAccount,
  type StatementColumn,
  sumUp,
  unmappedRow,
} from './statement.ts'

/** Where an account stands that fits no row; shown so that nothing vanishes, and a failed check. */
export const UNMAPPED_ROWS: readonly OrRow[] = [
  unmappedRow('nicht_zugeordnete_aktiven', 'aktiven', 'debit', 'OR 959a Abs. 3'),
  unmappedRow('nicht_zugeordnete_passiven', 'passiven', 'credit', 'OR 959a Abs. 3'),
]

/** Class 9 belongs to no statement and must be zero. */
export const CONTROL_ROW: OrRow = {
  row_key: 'abschluss_hilfskonten',
  parent_key: null,
  level: 0,
  kind: 'line',
  side: 'debit',
  law: 'OR Art. 957a Abs. 2 Ziff. 1',
  labels: {
    de: 'Abschluss- und Hilfskonten (Klasse 9)',
    fr: 'Comptes de clôture et auxiliaires (classe 9)',
    it: 'Conti di chiusura e ausiliari (classe 9)',
    en: 'Closing and auxiliary accounts (class 9)',
  },
}

const RESULT_ROW = 'jahresgewinn_jahresverlust'
const CARRIED_FORWARD_ROW = 'gewinnvortrag_verlustvortrag'
const ROWS = new Map([...OR_BALANCE_SHEET_ROWS, ...UNMAPPED_ROWS, CONTROL_ROW].map((row) => [row.row_key, row]))

/**
 * The balance sheet as it stands at the end of a bucket: every balance cumulative, the year's result computed from
 * revenue and expense on its own row, results of earlier years that nobody has appropriated carried forward. That
 * gives the same figures whether or not closing entries have been booked.
 *
 * @param at index of the bucket in `buckets`
 * @returns amounts by row key, each with the accounts that it is the sum of
 * @source OR Art. 959a
 */
export function balanceSheetAt(
  accounts: readonly LedgerAccount[],
  buckets: readonly Bucket[],
  at: number,
): StatementColumn {
  const { sources, add } = createCollector()
  for (const account of accounts.filter((candidate) => !isProfitAndLoss(candidate))) {
    const row_key = rowOfBalance(account)
    add(row_key, { ...account, amount_minor: presented(row_key, balanceAt(account, at)) })
  }
  for (const [fiscal_year_id, result] of resultsByYear(accounts, buckets, at)) {
    const row_key = fiscal_year_id === buckets[at]?.fiscal_year_id ? RESULT_ROW : CARRIED_FORWARD_ROW
    add(row_key, {
      account_code: null,
      account_name: `Result ${fiscal_year_id}`,
      amount_minor: presented(row_key, result),
    })
  }
  return sumUp(ROWS.values(), sources)
}

/** The account of the annual result holds what earlier years left there, so its balance is carried forward. */
function rowOfBalance(account: LedgerAccount): string {
  const row_key = rowOfAccount(account)
  if (row_key === undefined) return account.account_type === 'asset' ? 'nicht_zugeordnete_aktiven' : unmappedOf(account)
  return row_key === RESULT_ROW ? CARRIED_FORWARD_ROW : row_key
}

function unmappedOf({ account_type }: LedgerAccount): string {
  return account_type === 'closing' ? CONTROL_ROW.row_key : 'nicht_zugeordnete_passiven'
}

function balanceAt({ activity }: LedgerAccount, at: number): bigint {
  return activity.slice(0, at + 1).reduce((total, amount) => total + amount, 0n)
}

function resultsByYear(accounts: readonly LedgerAccount[], buckets: readonly Bucket[], at: number) {
  const results = new Map<string, bigint>()
  for (const { activity } of accounts.filter(isProfitAndLoss)) {
    for (const [index, { fiscal_year_id }] of buckets.slice(0, at + 1).entries()) {
      results.set(fiscal_year_id, (results.get(fiscal_year_id) ?? 0n) + (activity[index] ?? 0n))
    }
  }
  return results
}

function presented(row_key: string, balance: bigint): bigint {
  return ROWS.get(row_key)?.side === 'credit' ? -balance : balance
}
