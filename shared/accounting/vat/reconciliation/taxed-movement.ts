import type { AccountType } from '../../../contract/setup/accounts.ts'
import { relatedGroupOfCode } from '../../statements/or-rows/of-which.ts'

/** What lines have moved that have everything but their amounts in common; credit and turnover are positive. */
export type TaxedMovement = {
  /**
   * turnover: the base of records, on the account that has booked it (empty: none has). rest: what no record stands for.
   * tax: lines with a tax record.
   */
  readonly part: 'turnover' | 'rest' | 'tax'
  readonly entry_type: string
  readonly account_code: string
  /** Of the largest line on the other side. */
  readonly counter_code: string
  /** Of the record; empty without one. */
  readonly kind: string
  readonly tax_code: string
  readonly direction: string
  readonly form_figure: string
  readonly activity_id: string
  readonly amount_minor: bigint
}

/** An account of the year, with what decides the meaning of its movements. */
export type YearAccount = {
  readonly account_code: string
  readonly account_name: string
  readonly account_type: AccountType
  readonly or_row: string | null
  /** Role of a control account. */
  readonly control: string | null
  readonly related_to: string | null
  /** Of the year, without what was brought in or closed; credit is positive. */
  readonly movement_minor: bigint
}

/** What an account is to the reconciliation, as the other side of turnover. */
export type AccountClass =
  | 'revenue'
  | 'expense'
  | 'accrual'
  | 'fixed_asset'
  | 'private'
  | 'advance'
  | 'tax'
  /** Receivables or payables. */
  | 'item'
  | 'other'
  | 'none'

/** What an account has alone, by its role: differences of exchange and of rounding, discounts and losses. */
export type AccountCause = 'exchange_difference' | 'rounding' | 'reduction' | 'purchase_reduction'

/** What the accounts of a year mean, by their codes. */
export type MeaningOfAccounts = {
  readonly classOf: (account_code: string) => AccountClass
  readonly causeOf: (account_code: string) => AccountCause | undefined
}

const FIXED_ASSETS = ['sachanlagen', 'immaterielle_werte', 'finanzanlagen', 'beteiligungen']

/**
 * @param tax_accounts codes of the accounts of tax, with those that returns are settled on
 */
export function classesOf(accounts: readonly YearAccount[], tax_accounts: ReadonlySet<string>) {
  const classes = new Map(accounts.map((account) => [account.account_code, classOf(account, tax_accounts)]))
  return (account_code: string): AccountClass => (account_code === '' ? 'none' : (classes.get(account_code) ?? 'other'))
}

function classOf(account: YearAccount, tax_accounts: ReadonlySet<string>): AccountClass {
  const { account_code, account_type, or_row, control, related_to } = account
  if (account_type === 'revenue' || account_type === 'expense') return account_type
  if (tax_accounts.has(account_code)) return 'tax'
  if (or_row?.endsWith('_rechnungsabgrenzungen')) return 'accrual'
  if (FIXED_ASSETS.includes(or_row ?? '')) return 'fixed_asset'
  if (control === 'customer_credit') return 'advance'
  if (account_type === 'equity' || (related_to ?? relatedGroupOfCode(account_code)) !== null) return 'private'
  return control === null ? 'other' : 'item'
}
