import type { AccountType } from '../../contract/setup/accounts.ts'
import { earlierResults } from './balance-sheet.ts'
import { namesOf, resultName } from './computed-names.ts'
import type { OrRow } from './or-rows/row.ts'
import {
  type Bucket,
  createCollector,
  isProfitAndLoss,
  type LedgerAccount,
  movementIn,
  type StatementColumn,
  sumOver,
  sumUp,
} from './statement.ts'

/**
 * Balance sheet and income statement account by account, as the ledger has them: no row of the law, no reclassification.
 * A result that no closing entry has taken out of revenue and expense stands beside the accounts of the equity.
 */

const heading = (
  row_key: string,
  parent_key: string | null,
  level: number,
  side: OrRow['side'],
  labels: OrRow['labels'],
): OrRow => ({ row_key, parent_key, level, kind: level === 0 ? 'total' : 'subtotal', side, law: null, labels })

export const BALANCE_SHEET_HEADINGS: readonly OrRow[] = [
  heading('assets', null, 0, 'debit', { de: 'Aktiven', fr: 'Actif', it: 'Attivi', en: 'Assets' }),
  heading('liabilities_and_equity', null, 0, 'credit', {
    de: 'Passiven',
    fr: 'Passif',
    it: 'Passivi',
    en: 'Liabilities and equity',
  }),
  heading('liabilities', 'liabilities_and_equity', 1, 'credit', {
    de: 'Fremdkapital',
    fr: 'Capitaux étrangers',
    it: 'Capitale di terzi',
    en: 'Liabilities',
  }),
  heading('equity', 'liabilities_and_equity', 1, 'credit', {
    de: 'Eigenkapital',
    fr: 'Capitaux propres',
    it: 'Capitale proprio',
    en: 'Equity',
  }),
]

/** Shown only when something stands there: class 9 belongs to no statement and must be zero. */
export const CLOSING_HEADING = heading('closing_accounts', null, 0, 'debit', {
  de: 'Abschluss- und Hilfskonten',
  fr: 'Comptes de clôture et auxiliaires',
  it: 'Conti di chiusura e ausiliari',
  en: 'Closing and auxiliary accounts',
})

export const INCOME_STATEMENT_HEADINGS: readonly OrRow[] = [
  heading('revenue', 'result', 1, 'credit', { de: 'Ertrag', fr: 'Produits', it: 'Ricavi', en: 'Revenue' }),
  heading('expense', 'result', 1, 'credit', { de: 'Aufwand', fr: 'Charges', it: 'Costi', en: 'Expense' }),
  heading('result', null, 0, 'credit', {
    de: 'Jahresgewinn oder Jahresverlust',
    fr: "Bénéfice ou perte de l'exercice",
    it: "Utile o perdita d'esercizio",
    en: 'Annual profit or annual loss',
  }),
]

const HEADING_OF: Readonly<Record<AccountType, OrRow>> = {
  asset: BALANCE_SHEET_HEADINGS[0] as OrRow,
  liability: BALANCE_SHEET_HEADINGS[2] as OrRow,
  equity: BALANCE_SHEET_HEADINGS[3] as OrRow,
  closing: CLOSING_HEADING,
  revenue: INCOME_STATEMENT_HEADINGS[0] as OrRow,
  expense: INCOME_STATEMENT_HEADINGS[1] as OrRow,
}

/** A row for every account of the balance sheet and for every result that may stand on it. */
export function balanceSheetAccountRows(accounts: readonly LedgerAccount[], buckets: readonly Bucket[]): OrRow[] {
  const years = [...new Set(buckets.map(({ fiscal_year_id }) => fiscal_year_id))]
  return [
    ...accounts.filter((account) => !isProfitAndLoss(account)).map(rowOf),
    ...years.map((year): OrRow => line(`result.${year}`, HEADING_OF.equity, namesOf(resultOf(year)))),
  ]
}

export function incomeStatementAccountRows(accounts: readonly LedgerAccount[]): OrRow[] {
  return accounts.filter(isProfitAndLoss).map(rowOf)
}

/** @param at index of the bucket whose end is the day of the balance sheet */
export function plainBalanceSheetAt(
  accounts: readonly LedgerAccount[],
  buckets: readonly Bucket[],
  at: number,
): StatementColumn {
  const { sources, add } = createCollector()
  for (const account of accounts.filter((candidate) => !isProfitAndLoss(candidate))) {
    add(rowKey(account), sourceOf(account, presented(account, movementIn(account, 0, at))))
  }
  const year = buckets[at]?.fiscal_year_id ?? ''
  const first = buckets.findIndex(({ fiscal_year_id }) => fiscal_year_id === year)
  const current = accounts
    .filter(isProfitAndLoss)
    .reduce((total, account) => total + movementIn(account, first, at), 0n)
  for (const [fiscal_year_id, result] of [...earlierResults(accounts, buckets, first), [year, current] as const]) {
    add(`result.${fiscal_year_id}`, { ...resultOf(fiscal_year_id), amount_minor: -result })
  }
  const rows = [...BALANCE_SHEET_HEADINGS, CLOSING_HEADING, ...balanceSheetAccountRows(accounts, buckets)]
  return sumUp(rows, sources)
}

/** Income positive, expense negative, closing entries left out. */
export function plainIncomeStatementOf(accounts: readonly LedgerAccount[], from: number, to: number): StatementColumn {
  const { sources, add } = createCollector()
  for (const account of accounts.filter(isProfitAndLoss)) {
    add(rowKey(account), sourceOf(account, -sumOver(account.activity, from, to)))
  }
  return sumUp([...INCOME_STATEMENT_HEADINGS, ...incomeStatementAccountRows(accounts)], sources)
}

function rowOf(account: LedgerAccount): OrRow {
  const account_name = `${account.account_code} ${account.account_name}`
  return line(rowKey(account), HEADING_OF[account.account_type], namesOf({ ...account, account_name }))
}

function line(row_key: string, { row_key: parent_key, level, side }: OrRow, labels: OrRow['labels']): OrRow {
  return { row_key, parent_key, level: level + 1, kind: 'line', side, law: null, labels }
}

function sourceOf({ account_code, account_name }: LedgerAccount, amount_minor: bigint) {
  return { account_code, account_name, amount_minor }
}

function rowKey({ account_code }: LedgerAccount): string {
  return `account.${account_code}`
}

function resultOf(fiscal_year_id: string) {
  return { account_code: null, account_name: resultName(fiscal_year_id) }
}

function presented({ account_type }: LedgerAccount, balance: bigint): bigint {
  return HEADING_OF[account_type].side === 'credit' ? -balance : balance
}
