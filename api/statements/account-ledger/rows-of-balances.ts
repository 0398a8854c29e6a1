import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { isProfitAndLoss } from '../../../shared/accounting/statements/statement.ts'
import type { Money } from '../../../shared/contract/primitives.ts'
import type { AccountLedgerQuery } from '../../../shared/contract/statements/account-ledger.ts'
import { minorOf } from '../../print/amounts.ts'
import { ledgerOf } from '../../print/pages/links.ts'
import type { Row } from '../../print/table.ts'
import { wordsIn } from '../../print/words.ts'
import type { OpenedLedger } from './open-ledger.ts'
import { type LedgerHeader, yearCarriedFrom } from './present-account-ledger.ts'

/** The row that the sums and the balance below the lines begin with. */
export const CARRIED = 'carried-forward'

/** Above the lines, and below them. */
export function rowsOfBalances(
  { shown }: LedgerHeader,
  ledger: OpenedLedger,
  query: AccountLedgerQuery,
): readonly [Row[], Row[]] {
  const { locale, comparison, prior, carried_forward, closing_balance, debit, credit } = shown
  const wordFor = wordsIn(locale)
  const closing: Row[] = [
    ...rowsOfOpening(shown),
    ...rowsOfMovement(shown, query),
    balanceRow(wordFor('closing_balance'), closing_balance, debit, credit),
  ]
  if (prior && comparison) {
    const label = `${wordFor('prior_year')} ${comparison.fiscal_year_id}`
    const row = balanceRow(label, prior.closing_balance, prior.debit, prior.credit)
    const { fiscal_year_id } = comparison
    closing.push({ ...row, target: ledgerOf({ ...shown, fiscal_year_id }), leads_by_name: true })
  }
  const carried = balanceRow(wordFor('carried_forward'), carried_forward)
  return [[{ ...carried, id: CARRIED, ...leadBefore(shown, ledger) }], closing]
}

/** Of days that begin within the year to the days before them, else to the year that the balance was carried from. */
function leadBefore(shown: LedgerHeader['shown'], ledger: OpenedLedger): Pick<Row, 'target' | 'leads_by_name'> {
  const { span, snapshot } = ledger
  const { buckets, first } = snapshot.books
  const isWithin = span.start_date !== buckets[first]?.start_date
  const from = isWithin ? null : yearCarriedFrom(ledger)
  if (!isWithin && from === null) return {}
  const before = isWithin ? { to_date: addDays(span.start_date, -1) } : { fiscal_year_id: from ?? '' }
  return { target: ledgerOf({ ...shown, ...before }), leads_by_name: true }
}

/** Opening entries are among the lines, and no movement: the sums below begin with the balance that they have made. */
function rowsOfOpening({ locale, carried_forward, opening_balance }: LedgerHeader['shown']): Row[] {
  if (minorOf(opening_balance) === minorOf(carried_forward)) return []
  return [balanceRow(wordsIn(locale)('opening_balance'), opening_balance)]
}

/** What the lines add up to: of some days, and where closing entries have taken it away. An income statement has it without these. */
function rowsOfMovement(shown: LedgerHeader['shown'], { from_date }: AccountLedgerQuery): Row[] {
  const { locale, movement, closing_entries } = shown
  const wordFor = wordsIn(locale)
  const isClosed = minorOf(closing_entries) !== 0n
  if (from_date === undefined && !(isClosed && isProfitAndLoss(shown))) return []
  return [
    balanceRow(wordFor('movement'), movement),
    ...(isClosed ? [balanceRow(wordFor('closing_entries'), closing_entries)] : []),
  ]
}

function balanceRow(label: string, balance: Money, debit: Money | null = null, credit: Money | null = null): Row {
  const amounts = [debit && minorOf(debit), credit && minorOf(credit), minorOf(balance)]
  return { level: 0, kind: 'subtotal', cells: ['', '', label, '', ...amounts, '', '', '', ''] }
}
