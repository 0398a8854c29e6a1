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

/** A partner's balance on a control account, in Rappen, debit positive. */
export type PartnerBalance = { account_code: string; balance: number }

/** Balances of the rows of the balance sheet, debit positive, added up from lines, and from items by partner. */
export function expectedRows(
  lines: readonly RawLine[],
  partners: readonly PartnerBalance[],
  controls: readonly string[],
): Map<string, number> {
  const balances = new Map<string, number>()
  for (const { account_code, debit, credit } of lines)
    balances.set(account_code, (balances.get(account_code) ?? 0) + debit - credit)
  const tax = [...balances].filter(([code]) => TAX_POSITION.test(code)).reduce((sum, [, balance]) => sum + balance, 0)
  const rows = new Map<string, number>()
  const add = (row: string, balance: number) => rows.set(row, (rows.get(row) ?? 0) + balance)
  for (const [code, balance] of balances) {
    if (!controls.includes(code)) {
      add(rowOf(code, balance, tax), balance)
      continue
    }
    const moved = partners.filter((partner) => partner.account_code === code && isOther(code, partner.balance))
    const of_partners = moved.reduce((sum, partner) => sum + partner.balance, 0)
    const rest = balance - of_partners
    add(OTHER_ROW_OF_CONTROL[code] ?? '', of_partners)
    add((isOther(code, rest) ? OTHER_ROW_OF_CONTROL[code] : ROW_OF.get(code)) ?? '', rest)
  }
  return rows
}

const OTHER_ROW_OF_CONTROL: Readonly<Record<string, string>> = {
  1100: 'verbindlichkeiten_ll',
  1192: 'verbindlichkeiten_ll',
  2000: 'uebrige_kurzfristige_forderungen',
  2030: 'forderungen_ll',
}

function isOther(code: string, balance: number): boolean {
  return code.startsWith('1') ? balance < 0 : balance > 0
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
