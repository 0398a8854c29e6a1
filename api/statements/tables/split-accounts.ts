import type { SubLedger } from '../../../shared/contract/statements/open-items-of-a-day.ts'
import { openItemsOf } from '../../print/pages/links.ts'
import type { RowStatement, StatementRow } from '../present-row-statement.ts'
import type { AccountOfRow, RowWithAccounts } from './accounts-of-periods.ts'
import type { TargetsOfColumns } from './targets-of-rows.ts'

/**
 * A control account whose partners stand on both sides: one part of it is on its row, the other one on a row of the other side. Neither
 * is the balance that its ledger ends with.
 */
export type SplitAccount = {
  /** The row of its page that says what its own part is made of. */
  readonly balance: string
  readonly own_row: string
  readonly other_row: string
  readonly side: SubLedger
  readonly of_other_row: AccountOfRow
}

/** By account code. */
export function splitAccounts(rows: readonly RowWithAccounts[]): ReadonlyMap<string, SplitAccount> {
  // Few have any, and no statement by account: thousands of rows are looked at no further.
  const isPlacedByPartner = ({ accounts }: RowWithAccounts) => accounts.some(({ placed_by }) => placed_by === 'partner')
  if (!rows.some(isPlacedByPartner)) return new Map()
  const parts = rows
    .filter(({ row }) => row.kind !== 'of_which')
    .flatMap(({ row, accounts }) => accounts.map((account) => ({ row, account })))
  const own_rows = new Map(
    parts.filter(({ account }) => account.placed_by === null).map((part) => [codeOf(part), part]),
  )
  const liabilities = rows.findIndex(({ row }) => row.row_key === 'passiven')
  const split = parts.flatMap((part, index) => {
    const code = codeOf(part)
    const own = own_rows.get(code)
    if (part.account.placed_by !== 'partner' || !own || code === null) return []
    const isLiability = rows.findIndex(({ row }) => row === part.row) > liabilities
    const found: SplitAccount = {
      balance: `balance-${index}`,
      own_row: own.row.row_key,
      other_row: part.row.row_key,
      side: isLiability ? 'receivables' : 'payables',
      of_other_row: part.account,
    }
    return [[code, found] as const]
  })
  return new Map(split)
}

function codeOf({ account }: { readonly account: AccountOfRow }): string | null {
  return account.account_code
}

/** Where a part of a split account leads: on its own row to what it is made of below, on the other one to the open items. */
export function targetsOfPart(statement: RowStatement, row: StatementRow, split: SplitAccount): TargetsOfColumns {
  if (row.row_key !== split.own_row) return targetsOfOtherSide(statement, split)
  const target = `#${split.balance}`
  return { target, ...(statement.comparison && { prior_target: target }), targetOfPeriod: () => target }
}

/** The open items of the day, which have the part as a sum. */
export function targetsOfOtherSide(statement: RowStatement, { side }: SplitAccount): TargetsOfColumns {
  const { end_customer_id, comparison, period_end: date } = statement
  return {
    target: openItemsOf({ end_customer_id, side, date }),
    ...(comparison && { prior_target: openItemsOf({ end_customer_id, side, date: comparison.period_end }) }),
    targetOfPeriod: (period_end: string) => openItemsOf({ end_customer_id, side, date: period_end }),
  }
}
