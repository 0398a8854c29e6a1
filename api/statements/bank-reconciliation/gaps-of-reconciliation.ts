import { minorOf } from '../../print/amounts.ts'
import { isolatedText } from '../../print/isolated.ts'
import { swissDate } from '../../print/swiss-date.ts'
import type { Row } from '../../print/table.ts'
import type { Word } from '../../print/words.ts'
import type { PresentedBankReconciliation } from './ends-of-reconciliation.ts'

type Gap = PresentedBankReconciliation['gaps'][number]

/** Readers have gaps as notes: they are no part of the way from one balance to the other. */
export function rowOfGap(gap: Gap, wordFor: (word: Word) => string): Row {
  const { bank_account, date, amount, text } = gap
  const cells = [
    wordOfGap(gap, wordFor),
    date,
    text ?? statementsOf(gap) ?? '',
    minorOf(amount),
    bank_account,
    '',
    '',
    '',
    '',
  ]
  return { level: 1, kind: 'line', is_hidden: true, cells }
}

export function wordOfGap({ kind }: Gap, wordFor: (word: Word) => string): string {
  return wordFor(kind === 'balance' ? 'gap' : kind)
}

export function noteOfGap(gap: Gap): string {
  const { bank_account, date, text } = gap
  if (text !== null) return `${isolatedText(bank_account)}, ${swissDate(date)}: ${isolatedText(text)}`
  return `${isolatedText(bank_account)}, ${statementsOf(gap) ?? swissDate(date)}`
}

/** The bank statements between which the gap is; null where it is that of a day. */
function statementsOf({ kind, after_statement_id, before_statement_id }: Gap): string | null {
  const isOfDay = kind === 'not_compared' && after_statement_id === null && before_statement_id === null
  if (kind === 'no_statement_since' || isOfDay) return null
  return [after_statement_id, before_statement_id].map((id) => isolatedText(id ?? '?')).join(' – ')
}
