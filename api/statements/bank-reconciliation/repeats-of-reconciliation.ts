import { amountInWords } from '../../../shared/accounting/amounts/decimal.ts'
import { minorOf } from '../../print/amounts.ts'
import { isolatedText } from '../../print/isolated.ts'
import { targetOf } from '../../print/pages/links.ts'
import { swissDate } from '../../print/swiss-date.ts'
import type { LinkedText, Row } from '../../print/table.ts'
import type { Word } from '../../print/words.ts'
import type { presentBankReconciliation } from './present-bank-reconciliation.ts'

type PresentedRepeat = Awaited<ReturnType<typeof presentBankReconciliation>>['possible_repeats'][number]

/** Behind the balance of the bank, like gaps: what counts in it is among the differences, too. */
export function rowOfRepeat(repeat: PresentedRepeat, wordFor: (word: Word) => string): Row {
  const { date, text, amount, bank_account, entry_id } = repeat
  const cells = [wordOfRepeat(repeat, wordFor), date, text ?? '', minorOf(amount), bank_account, entry_id, '', '', '']
  return { level: 1, kind: 'line', is_hidden: true, cells }
}

export function wordOfRepeat({ is_in_bank_balance }: PresentedRepeat, wordFor: (word: Word) => string): string {
  const counted = wordFor(is_in_bank_balance ? 'repeat_in_balance' : 'repeat_not_in_balance')
  return `${wordFor('possible_repeat')}, ${wordFor('undecided')}, ${counted}`
}

export function noteOfRepeat({ date, text, amount, bank_account, entry_id }: PresentedRepeat): LinkedText {
  const words = [
    isolatedText(bank_account),
    swissDate(date),
    amountInWords(minorOf(amount), amount.currency),
    text && isolatedText(text),
    entry_id,
  ]
  return { text: words.filter(Boolean).join(', '), target: targetOf('entry_id', entry_id, { root: '' }) ?? '' }
}
