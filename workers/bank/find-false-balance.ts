import { amountInWords } from '../../shared/accounting/amounts/decimal.ts'
import { differenceOfClosing } from '../../shared/camt053/arithmetic.ts'
import type { StatementRelations } from '../../shared/camt053/repeats/statement-relations.ts'
import type { WholeBankStatement } from '../../shared/camt053/repeats/whole-bank-statement.ts'
import type { ImportRow } from '../../shared/store/bank/camt053-imports.ts'

/**
 * The reason why a page that completes its bank statement is rejected: the balances are those of all pages, and the pages
 * together do not add up to them. Null where nothing is wrong, or where somebody has accepted the difference.
 */
export function findFalseBalance(
  { import_id, statements, difference_justification }: ImportRow,
  relations: StatementRelations,
): string | null {
  if (difference_justification !== null) return null
  for (const [number, { awaits_pages }] of statements.entries()) {
    const whole = awaits_pages ? relations.wholeOf(`${import_id}:${number}`) : null
    if (whole?.isComplete && !whole.holds && whole.opening_minor !== null && whole.closing_minor !== null)
      return inWords(whole)
  }
  return null
}

function inWords({ opening_minor, closing_minor, net_minor, currency, statement_id }: WholeBankStatement): string {
  const words = (amount_minor: bigint) => amountInWords(amount_minor, currency ?? '')
  const [from, to] = [opening_minor ?? 0n, closing_minor ?? 0n]
  return (
    `All pages of statement ${statement_id} are there now. Its opening balance ${words(from)} and all of their bookings ` +
    `make ${words(from + net_minor)}, but its closing balance is ${words(to)}: ` +
    `${differenceOfClosing(from + net_minor - to, currency ?? '')}.`
  )
}
