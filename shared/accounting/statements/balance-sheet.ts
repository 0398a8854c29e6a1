import { closingName, resultName } from './computed-names.ts'
import { OR_BALANCE_SHEET_ROWS } from './or-rows/balance-sheet.ts'
import type { OrRow } from './or-rows/row.ts'
import {
  type Bucket,
  createCollector,
  isProfitAndLoss,
  type LedgerAccount,
  movementIn,
  rowOfAccount,
  type StatementColumn,
  sumOver,
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
 * revenue and expense on its own row, unappropriated results of earlier years carried forward. That
 * gives the same figures before and after closing entries: what they moved to the account of the result stands on the
 * row of the result instead of the computed figure.
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
  const put = (row_key: string, account_code: string | null, account_name: string, balance: bigint) =>
    add(row_key, { account_code, account_name, amount_minor: presented(row_key, balance) })
  const year = buckets[at]?.fiscal_year_id ?? ''
  const first = buckets.findIndex(({ fiscal_year_id }) => fiscal_year_id === year)
  let moved = 0n
  for (const account of accounts.filter((candidate) => !isProfitAndLoss(candidate))) {
    const row_key = rowOfBalance(account)
    const { account_code, account_name } = account
    const result = row_key === RESULT_ROW ? sumOver(account.closing_entries, first, at) : 0n
    moved += result
    put(RESULT_ROW, account_code, account_name, result)
    // A result of earlier years on the account of the result is carried forward.
    put(
      row_key === RESULT_ROW ? CARRIED_FORWARD_ROW : row_key,
      account_code,
      account_name,
      movementIn(account, 0, at) - result,
    )
  }
  for (const [earlier, result] of earlierResults(accounts, buckets, first))
    put(CARRIED_FORWARD_ROW, null, resultName(earlier), result)
  const activity = totalOf(accounts, (account) => sumOver(account.activity, first, at))
  const taken = totalOf(accounts, (account) => movementIn(account, first, at)) - activity
  put(RESULT_ROW, null, resultName(year), activity - moved)
  put(CARRIED_FORWARD_ROW, null, closingName(year), taken + moved)
  return sumUp(ROWS.values(), sources)
}

/** An account that fits no row of the balance sheet stands on one of its own, on the side of its type. */
function rowOfBalance(account: LedgerAccount): string {
  const row_key = rowOfAccount(account)
  if (row_key !== undefined && ROWS.has(row_key)) return row_key
  if (account.account_type === 'closing') return CONTROL_ROW.row_key
  return account.account_type === 'asset' ? 'nicht_zugeordnete_aktiven' : 'nicht_zugeordnete_passiven'
}

/** Results of the years before, as far as no closing entry has taken them out of revenue and expense. */
export function earlierResults(accounts: readonly LedgerAccount[], buckets: readonly Bucket[], first: number) {
  return buckets
    .slice(0, first)
    .map(({ fiscal_year_id }, index): [string, bigint] => [
      fiscal_year_id,
      totalOf(accounts, (account) => movementIn(account, index, index)),
    ])
}

/** Over revenue and expense. */
function totalOf(accounts: readonly LedgerAccount[], amountOf: (account: LedgerAccount) => bigint): bigint {
  return accounts.filter(isProfitAndLoss).reduce((total, account) => total + amountOf(account), 0n)
}

function presented(row_key: string, balance: bigint): bigint {
  return ROWS.get(row_key)?.side === 'credit' ? -balance : balance
}
