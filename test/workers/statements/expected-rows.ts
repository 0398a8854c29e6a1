import { KMU_ACCOUNTS } from '../../support/requests/kmu-chart.ts'
import type { RawLine } from './expect-accounts.ts'

/** Accounts that stand on another row while their balance is on the other side, by the first digits of their codes. */
const OTHER_ROWS: readonly (readonly [codes: RegExp, is_other: (balance: number) => boolean, row: string])[] = [
  [/^10([12]|3[1-9]|[45])/, isCredit, 'kurzfristige_verzinsliche_verbindlichkeiten'],
  [/^210/, isDebit, 'fluessige_mittel'],
  [/^1(15|16)[0-8]|^118[0-8]/, isCredit, 'uebrige_kurzfristige_verbindlichkeiten'],
  [/^2(15|16|25)|^226[^1]|^227[^9]|^2208/, isDebit, 'uebrige_kurzfristige_forderungen'],
]
/** Value added tax and withholding tax: one position towards the tax administration. */
export const TAX_POSITION = /^(117[^79]|220[^8])/
const ROW_OF = new Map(KMU_ACCOUNTS.map(({ account_code, or_row }) => [account_code, or_row]))

/** Balances of the rows of the balance sheet, debit positive, added up from the lines of accounts without partners. */
export function expectedRows(lines: readonly RawLine[]): Map<string, number> {
  const balances = new Map<string, number>()
  for (const { account_code, debit, credit } of lines)
    balances.set(account_code, (balances.get(account_code) ?? 0) + debit - credit)
  const tax = [...balances].filter(([code]) => TAX_POSITION.test(code)).reduce((sum, [, balance]) => sum + balance, 0)
  const rows = new Map<string, number>()
  for (const [code, balance] of balances) {
    const row = rowOf(code, balance, tax)
    rows.set(row, (rows.get(row) ?? 0) + balance)
  }
  return rows
}

function rowOf(code: string, balance: number, tax: number): string {
  if (TAX_POSITION.test(code))
    return tax > 0 ? 'uebrige_kurzfristige_forderungen' : 'uebrige_kurzfristige_verbindlichkeiten'
  const other = OTHER_ROWS.find(([codes, is_other]) => codes.test(code) && is_other(balance))
  return other?.[2] ?? ROW_OF.get(code) ?? ''
}

function isDebit(balance: number): boolean {
  return balance > 0
}

function isCredit(balance: number): boolean {
  return balance < 0
}
