import type { AnswerTo, ItemOf } from '../../client/index.ts'
import { drawTable } from '../print-table.ts'

/** 123450 is 1'234.50: the number format of Switzerland. */
export function francs(amount_minor: number): string {
  const digits = String(Math.abs(amount_minor)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, "'")
  return `${amount_minor < 0 ? '-' : ''}${whole}.${digits.slice(-2)}`
}

export function printRows(
  title: string,
  header: readonly string[],
  rows: readonly (string | number)[][],
  right: readonly number[],
): void {
  console.log(`\n${title}\n${drawTable(header, rows, { right, compact: true })}`)
}

export type ListedEntry = ItemOf<'listJournalEntries'>

export function printJournalEntries(title: string, journalEntries: readonly ListedEntry[]): void {
  const rows = journalEntries.flatMap((journalEntry) =>
    journalEntry.lines.map((line, index) => [
      index === 0 ? journalEntry.entry_number : '',
      index === 0 ? journalEntry.posting_date : '',
      index === 0 ? journalEntry.description.slice(0, 34) : '',
      `${line.account_code} ${line.account_name.slice(0, 30)}`,
      line.debit ? francs(line.debit.amount_minor) : '',
      line.credit ? francs(line.credit.amount_minor) : '',
      line.tax?.tax_code ?? '',
    ]),
  )
  printRows(title, ['no', 'date', 'text', 'account', 'debit', 'credit', 'tax'], rows, [0, 4, 5])
}

/** Rows of the law with the figures of each quarter, of the year and of the year before. */
export type OrStatement = AnswerTo<'getOrBalanceSheet' | 'getOrIncomeStatement'>

export function printStatement(title: string, statement: OrStatement): void {
  const quarters = statement.period_series ?? []
  const amounts = quarters.map(
    ({ rows }) => new Map<string, number>(rows.map((row) => [row.row_key, row.amount.amount_minor])),
  )
  const rows = statement.rows.map((row) => [
    '  '.repeat(row.level) + row.label.slice(0, 46),
    ...amounts.map((quarter) => francs(quarter.get(row.row_key) ?? 0)),
    francs(row.amount.amount_minor),
    francs(row.prior_amount?.amount_minor ?? 0),
  ])
  const header = [
    '',
    ...quarters.map(({ period_end }) => period_end),
    statement.fiscal_year_id,
    `Vorjahr ${statement.comparison?.fiscal_year_id}`,
  ]
  const name = `${title} in ${statement.currency}, ${statement.period_end}`
  printRows(name, header, rows, header.map((_, index) => index).slice(1))
}
