import { amountInWords } from '../../../shared/accounting/amounts/decimal.ts'
import type { Money } from '../../../shared/contract/primitives.ts'
import { mapPausing, type Pause } from '../../../shared/process/pause.ts'
import { minorOf } from '../../print/amounts.ts'
import { isolatedText } from '../../print/isolated.ts'
import { entriesOfBalance, query } from '../../print/pages/links.ts'
import { swissDate } from '../../print/swiss-date.ts'
import type { Row, Table } from '../../print/table.ts'
import { type Word, wordsIn } from '../../print/words.ts'
import { amountColumn, hiddenColumn, textColumn } from '../tables/frame.ts'
import type { presentBankReconciliation } from './present-bank-reconciliation.ts'

type Presented = Awaited<ReturnType<typeof presentBankReconciliation>>

/** From the balance of the ledger, difference by difference, to the balance of the bank. */
export async function tableOfBankReconciliation(reconciliation: Presented, pause: Pause): Promise<Table> {
  const { locale, date, account_code, account_name, currency, ledger_position } = reconciliation
  const wordFor = wordsIn(locale)
  const { gaps, last_statements, possible_repeats, other_currencies, is_explained } = reconciliation
  const rows = await rowsOf(reconciliation, currency, endsOf(reconciliation), wordFor, pause)
  for (const other of other_currencies) rows.push(...(await otherRowsOf(other, wordFor, pause)))
  return {
    name: `bank-reconciliation-${account_code}-${date}`,
    locale,
    title: `${wordFor('bank_reconciliation')} ${account_code} ${account_name}`,
    subtitle: [reconciliation.end_customer_name ?? reconciliation.end_customer_id, swissDate(date), currency],
    currency,
    columns: [
      textColumn('kind', wordFor('difference')),
      textColumn('date', wordFor('date')),
      textColumn('text', wordFor('text')),
      amountColumn('amount', wordFor('balance')),
      hiddenColumn('bank_account'),
      hiddenColumn('entry_id'),
      hiddenColumn('journal_entry_id'),
      hiddenColumn('line_number'),
      hiddenColumn('currency'),
    ],
    rows,
    chart: null,
    notes: [
      `${wordFor('position')} ${ledger_position.entry_number} (${ledger_position.entry_hash})`,
      ...last_statements.map(
        ({ bank_account, statement_id, closing_date }) =>
          `${wordFor('last_statement')}: ${isolatedText(bank_account)}, ${closing_date === null ? '–' : `${isolatedText(statement_id ?? '?')}, ${swissDate(closing_date)}`}`,
      ),
      ...(is_explained ? [] : [wordFor('not_explained')]),
      ...gaps.map((gap) => `${wordOf(gap, wordFor)}: ${noteOf(gap)}`),
      ...possible_repeats.map((repeat) => `${wordOfRepeat(repeat, wordFor)}: ${noteOfRepeat(repeat)}`),
    ],
  }
}

/** Of a balance: whose it is, and what it is made of. */
type BalanceEnd = { readonly text: string; readonly target?: string }
type Ends = Readonly<Record<'ledger' | 'bank', BalanceEnd>>
const NOWHERE: BalanceEnd = { text: '' }

function endsOf({ end_customer_id, date, account_code, bank_accounts }: Presented): Ends {
  const [account] = bank_accounts
  return {
    ledger: {
      text: account_code,
      target: entriesOfBalance({ end_customer_id, account_code, to_date: date }),
    },
    bank: {
      text: bank_accounts.join(' '),
      target: `camt-053/entries${query({ end_customer_id, account, to_date: date })}`,
    },
  }
}

type InOneCurrency = Pick<
  Presented,
  'ledger_balance' | 'differences' | 'unexplained' | 'bank_balance' | 'gaps' | 'possible_repeats'
>

/** From one balance to the other, and behind them what is no part of the way. */
async function rowsOf(
  { ledger_balance, differences, unexplained, bank_balance, gaps, possible_repeats }: InOneCurrency,
  currency: string,
  ends: Ends,
  wordFor: (word: Word) => string,
  pause: Pause,
): Promise<Row[]> {
  const inCurrency = ({ cells, ...row }: Row): Row => ({ ...row, cells: [...cells, currency] })
  return [
    inCurrency(balanceRow(wordFor('ledger_balance'), ledger_balance, ends.ledger)),
    ...(await mapPausing(differences, pause, (difference) => inCurrency(rowOf(difference, wordFor)))),
    ...(unexplained.amount_minor === 0 ? [] : [inCurrency(balanceRow(wordFor('unexplained'), unexplained, NOWHERE))]),
    inCurrency(balanceRow(wordFor('bank_balance'), bank_balance, ends.bank)),
    ...(await mapPausing(gaps, pause, (gap) => inCurrency(rowOfGap(gap, wordFor)))),
    ...(await mapPausing(possible_repeats, pause, (repeat) => inCurrency(rowOfRepeat(repeat, wordFor)))),
  ]
}

/** Of another currency than that of the table: each row names it. */
async function otherRowsOf(
  other: Presented['other_currencies'][number],
  wordFor: (word: Word) => string,
  pause: Pause,
): Promise<Row[]> {
  const { currency } = other
  const rows = await rowsOf(other, currency, { ledger: NOWHERE, bank: NOWHERE }, wordFor, pause)
  return mapPausing(rows, pause, (row) => ({
    ...row,
    cells: row.cells.map((cell, at) => {
      if (typeof cell === 'bigint') return { amount_minor: cell, currency }
      return at === 0 ? `${currency}, ${cell}` : cell
    }),
  }))
}

function balanceRow(label: string, amount: Money, { text, ...leading }: BalanceEnd): Row {
  return { level: 0, kind: 'subtotal', ...leading, cells: [label, '', text, minorOf(amount), '', '', '', ''] }
}

function rowOf(difference: Presented['differences'][number], wordFor: (word: Word) => string): Row {
  const { kind, date, text, amount, bank_account, entry_id, journal_entry_id, line_number } = difference
  const places = [bank_account ?? '', entry_id ?? '', journal_entry_id ?? '', line_number ? String(line_number) : '']
  return { level: 1, kind: 'line', cells: [wordFor(kind), date ?? '', text ?? '', minorOf(amount), ...places] }
}

type Gap = Presented['gaps'][number]

/** Readers have gaps as notes: they are no part of the way from one balance to the other. */
function rowOfGap(gap: Gap, wordFor: (word: Word) => string): Row {
  const { bank_account, date, amount, text } = gap
  const cells = [wordOf(gap, wordFor), date, text ?? statementsOf(gap) ?? '', minorOf(amount), bank_account, '', '', '']
  return { level: 1, kind: 'line', is_hidden: true, cells }
}

function wordOf({ kind }: Gap, wordFor: (word: Word) => string): string {
  return wordFor(kind === 'balance' ? 'gap' : kind)
}

function noteOf(gap: Gap): string {
  const { bank_account, date, text } = gap
  if (text !== null) return `${isolatedText(bank_account)}, ${swissDate(date)}: ${isolatedText(text)}`
  return `${isolatedText(bank_account)}, ${statementsOf(gap) ?? swissDate(date)}`
}

type PresentedRepeat = Presented['possible_repeats'][number]

/** Behind the balance of the bank, like gaps: what counts in it is among the differences, too. */
function rowOfRepeat(repeat: PresentedRepeat, wordFor: (word: Word) => string): Row {
  const { date, text, amount, bank_account, entry_id } = repeat
  const cells = [wordOfRepeat(repeat, wordFor), date, text ?? '', minorOf(amount), bank_account, entry_id, '', '']
  return { level: 1, kind: 'line', is_hidden: true, cells }
}

function wordOfRepeat({ is_in_bank_balance }: PresentedRepeat, wordFor: (word: Word) => string): string {
  const counted = wordFor(is_in_bank_balance ? 'repeat_in_balance' : 'repeat_not_in_balance')
  return `${wordFor('possible_repeat')}, ${wordFor('undecided')}, ${counted}`
}

function noteOfRepeat({ date, text, amount, bank_account, entry_id }: PresentedRepeat): string {
  const words = [
    isolatedText(bank_account),
    swissDate(date),
    amountInWords(minorOf(amount), amount.currency),
    text && isolatedText(text),
    entry_id,
  ]
  return words.filter(Boolean).join(', ')
}

/** The bank statements between which the gap is; null where it is that of a day. */
function statementsOf({ kind, after_statement_id, before_statement_id }: Gap): string | null {
  const isOfDay = kind === 'not_compared' && after_statement_id === null && before_statement_id === null
  if (kind === 'no_statement_since' || isOfDay) return null
  return [after_statement_id, before_statement_id].map((id) => isolatedText(id ?? '?')).join(' – ')
}
