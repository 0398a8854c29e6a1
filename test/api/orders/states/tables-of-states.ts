import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { there } from '../../../support/there.ts'

export type Kept = 'ordered' | 'paid' | 'rejected' | 'withdrawn' | 'returned'
export type Happened =
  | 'the bank accepts it'
  | 'the bank rejects it'
  | 'it is withdrawn'
  | 'its payable is ordered again'
  | 'its money comes back'
  | 'that return is taken back'
export type Money = 'nothing' | 'a refund' | 'a debit that names it' | 'a debit that names none' | 'other money'

const PAGE = resolve(import.meta.dirname, '../../../../docs/api/bank/ordered-payments.md')
const [kept, shown] = tablesOf(readFileSync(PAGE, 'utf8'))

/** What is written down of a payment after an event, by the table of the docs. */
export function keptAfter(event: Happened, before: Kept): Kept | 'before' {
  return there(kept?.get(event)?.get(before)) as Kept | 'before'
}

/** State and contradiction that answers show, by the table of the docs. */
export function shownWith(state: Kept, money: Money): readonly [string, string | null] {
  const text = there(shown?.get(state)?.get(money))
  return text.endsWith('_and_paid') ? ['paid', text] : [text, null]
}

/** Cells by row and column. */
function tablesOf(page: string): Map<string, Map<string, string>>[] {
  return page
    .split('\n## ')
    .slice(1)
    .map((part) => {
      const [header = [], , ...rows] = part
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .map((line) =>
          line
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim().replaceAll('`', '')),
        )
      return new Map(
        rows.map(([name = '', ...cells]) => [name, new Map(cells.map((cell, at) => [header[at + 1] ?? '', cell]))]),
      )
    })
}
