import type { Money } from '../../../shared/contract/primitives.ts'
import { mapPausing, type Pause } from '../../../shared/process/pause.ts'
import { minorOf } from '../../print/amounts.ts'
import { isolatedText } from '../../print/isolated.ts'
import { targetOf } from '../../print/pages/links.ts'
import { swissDate } from '../../print/swiss-date.ts'
import type { Note, Row, Table } from '../../print/table.ts'
import { type Word, wordsIn } from '../../print/words.ts'
import { amountColumn, hiddenColumn, textColumn } from '../tables/frame.ts'
import {
  type BalanceEnd,
  endsOf,
  NO_PLACE,
  type PresentedBankReconciliation,
  type PresentedPart,
  targetOfPart,
} from './ends-of-reconciliation.ts'
import { noteOfGap, rowOfGap, wordOfGap } from './gaps-of-reconciliation.ts'
import { placeOfOpening, rowsOfOpening } from './opening-of-reconciliation.ts'
import { noteOfRepeat, rowOfRepeat, wordOfRepeat } from './repeats-of-reconciliation.ts'

/** From the balance of the ledger, difference by difference, to the balance of the bank. */
export async function tableOfBankReconciliation(
  reconciliation: PresentedBankReconciliation,
  pause: Pause,
): Promise<Table> {
  const { locale, date, account_code, account_name, currency, ledger_position } = reconciliation
  const wordFor = wordsIn(locale)
  const { gaps, last_statements, possible_repeats, other_currencies, is_explained } = reconciliation
  const rows = await rowsOf(reconciliation, reconciliation, currency, pause)
  for (const other of other_currencies) rows.push(...(await otherRowsOf(reconciliation, other, pause)))
  if (!is_explained) rows.push(notExplained(reconciliation, wordFor))
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
      hiddenColumn('import_id'),
    ],
    rows,
    chart: null,
    notes: [
      `${wordFor('position')} ${ledger_position.entry_number} (${ledger_position.entry_hash})`,
      ...last_statements.map(({ bank_account, statement_id, closing_date, import_id }): Note => {
        const words = closing_date === null ? '–' : `${isolatedText(statement_id ?? '?')}, ${swissDate(closing_date)}`
        const text = `${wordFor('last_statement')}: ${isolatedText(bank_account)}, ${words}`
        const target = import_id && targetOf('import_id', import_id, NO_PLACE)
        return target ? [{ text, target }] : text
      }),
      ...(is_explained ? [] : [wordFor('not_explained')]),
      ...gaps.map((gap) => `${wordOfGap(gap, wordFor)}: ${noteOfGap(gap)}`),
      ...possible_repeats.map((repeat): Note => [`${wordOfRepeat(repeat, wordFor)}: `, noteOfRepeat(repeat)]),
    ],
  }
}

type InOneCurrency = Pick<
  PresentedBankReconciliation,
  | 'ledger_balance'
  | 'opening_parts'
  | 'differences'
  | 'unexplained'
  | 'bank_balance'
  | 'bank_balance_parts'
  | 'gaps'
  | 'last_statements'
  | 'possible_repeats'
>

/** From one balance to the other, and behind them what is no part of the way. */
async function rowsOf(
  whole: PresentedBankReconciliation,
  one: InOneCurrency,
  currency: string,
  pause: Pause,
): Promise<Row[]> {
  const { ledger_balance, differences, unexplained, bank_balance, bank_balance_parts, gaps, possible_repeats } = one
  const wordFor = wordsIn(whole.locale)
  const ends = endsOf(whole, one)
  const opening = placeOfOpening(one, currency)
  // Before the import, which came later.
  const inCurrency = ({ cells, ...row }: Row): Row => ({ ...row, cells: cells.toSpliced(-1, 0, currency) })
  return [
    inCurrency(balanceRow(wordFor('ledger_balance'), ledger_balance, ends.ledger)),
    ...(await mapPausing(differences, pause, (difference) => inCurrency(rowOf(difference, opening, wordFor)))),
    ...(unexplained.amount_minor === 0
      ? []
      : [inCurrency(balanceRow(wordFor('unexplained'), unexplained, ends.unexplained))]),
    inCurrency(balanceRow(wordFor('bank_balance'), bank_balance, ends.bank)),
    ...partsOf(bank_balance_parts).map((part, at) => ({
      ...inCurrency(rowOfPart(part, ends.end_customer_id, wordFor)),
      ...(at === 0 && { id: ends.parts }),
    })),
    ...rowsOfOpening(whole, one, currency).map(inCurrency),
    ...(await mapPausing(gaps, pause, (gap) => inCurrency(rowOfGap(gap, wordFor)))),
    ...(await mapPausing(possible_repeats, pause, (repeat) => inCurrency(rowOfRepeat(repeat, wordFor)))),
  ]
}

/** Of another currency than that of the table: each row names it. */
async function otherRowsOf(
  reconciliation: PresentedBankReconciliation,
  other: PresentedBankReconciliation['other_currencies'][number],
  pause: Pause,
): Promise<Row[]> {
  const { currency } = other
  const rows = await rowsOf(reconciliation, other, currency, pause)
  return mapPausing(rows, pause, (row) => ({
    ...row,
    cells: row.cells.map((cell, at) => {
      if (typeof cell === 'bigint') return { amount_minor: cell, currency }
      return at === 0 ? `${currency}, ${cell}` : cell
    }),
  }))
}

function balanceRow(label: string, amount: Money, { text, ...leading }: BalanceEnd): Row {
  return { level: 0, kind: 'subtotal', ...leading, cells: [label, '', text, minorOf(amount), '', '', '', '', ''] }
}

/** Where the balance of the bank is a single one, its own row leads to it. */
function partsOf(parts: readonly PresentedPart[]): readonly PresentedPart[] {
  return parts.length > 1 ? parts : []
}

/** Behind the balance of the bank: what adds up to it. */
function rowOfPart(part: PresentedPart, end_customer_id: string, wordFor: (word: Word) => string): Row {
  const { kind, to_date, statement_id, bank_account, amount, import_id } = part
  const text = [bank_account, statement_id].filter(Boolean).join(', ')
  const cells = [wordFor(kind), to_date, text, minorOf(amount), bank_account, '', '', '', import_id ?? '']
  return { level: 1, kind: 'line', target: targetOfPart(part, end_customer_id), is_page_only: true, cells }
}

/** @param opening where the page says which balances an opening difference lies between */
function rowOf(
  difference: PresentedBankReconciliation['differences'][number],
  opening: string | null,
  wordFor: (word: Word) => string,
): Row {
  const { kind, date, text, amount, bank_account, entry_id, journal_entry_id, line_number, import_id } = difference
  const places = [
    bank_account ?? '',
    entry_id ?? '',
    journal_entry_id ?? '',
    line_number ? String(line_number) : '',
    import_id ?? '',
  ]
  const target = kind === 'opening' && opening !== null ? { target: `#${opening}` } : {}
  return {
    level: 1,
    kind: 'line',
    ...target,
    cells: [wordFor(kind), date ?? '', text ?? '', minorOf(amount), ...places],
  }
}

/** Readers have it as a note. It is about all currencies, and no amount says it. */
function notExplained({ date, currency }: PresentedBankReconciliation, wordFor: (word: Word) => string): Row {
  const cells = [wordFor('not_explained'), date, '', null, '', '', '', '', currency, '']
  return { level: 1, kind: 'line', is_hidden: true, cells }
}
