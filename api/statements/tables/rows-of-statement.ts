import type { Money } from '../../../shared/contract/primitives.ts'
import { minorOf } from '../../print/amounts.ts'
import { openItemsOf } from '../../print/pages/links.ts'
import type { Cell, Row } from '../../print/table.ts'
import { wordsIn } from '../../print/words.ts'
import type { RowStatement, StatementRow } from '../present-row-statement.ts'
import type { AccountOfRow, RowWithAccounts } from './accounts-of-periods.ts'
import { type ShownStatement, shownStatement, splitPartOf, targetsOfAccount, targetsOfRow } from './shown-statement.ts'
import { type SplitAccount, targetsOfOtherSide } from './split-accounts.ts'
import { isOfDay, targetsOfBalance } from './targets-of-rows.ts'

/** The rows of a statement, each with its accounts below it, one by one, when they are written. Each period has them in the same order. */
export function* rowsOfStatement(statement: RowStatement, rows: readonly RowWithAccounts[]): Generator<Row> {
  const periods = statement.period_series ?? []
  const shown = shownStatement(statement, rows)
  const charted = chartedIn(statement)
  for (const [index, { row, accounts }] of rows.entries()) {
    const ofPeriods = periods.map((period) => minorOf(period.rows[index]?.amount ?? NOTHING))
    const id = index === charted && periods.length > 0 ? CHARTED : shown.beneath.idOf(row.row_key)
    const its = { ...targetsOfRow(shown, row, accounts), ...(id !== undefined && { id }) }
    yield { ...lineOf(row, [...amountsOf(statement, row), ...ofPeriods]), ...its }
    for (const account of accounts) yield* rowsOfAccount(shown, row, account)
  }
}

function* rowsOfAccount(shown: ShownStatement, row: StatementRow, account: AccountOfRow): Generator<Row> {
  const { statement } = shown
  const part = splitPartOf(shown, row, account)
  const is_hidden = isByAccount(statement) && row.kind === 'line'
  const id = shown.accounts.idOf(account)
  const cells = cellsOf(statement, account)
  yield { ...accountOf(row, account, cells), ...targetsOfAccount(shown, row, account), is_hidden, ...(id && { id }) }
  if (part?.own_row === row.row_key) yield* rowsOfBalance(statement, row, account, part)
  if (account.partners.length === 0) return
  const target = openItemsOf({ ...statement, date: statement.period_end, side: part?.side ?? sideOf(shown, row) })
  const name = (partner_name: string) => partner_name || wordsIn(statement.locale)('payer_unknown')
  for (const { partner_name, amount } of account.partners) {
    const ofYear = amountsOf(statement, { amount, prior_amount: null })
    const ofPartner = [...ofYear, ...(statement.period_series ?? []).map(() => null)]
    yield { ...partnerOf(row, account, name(partner_name), ofPartner), target }
  }
}

/** The balance of a split account, and what of it stands on the other side: together its part on its own row. */
function rowsOfBalance(statement: RowStatement, row: StatementRow, account: AccountOfRow, part: SplitAccount): Row[] {
  const wordFor = wordsIn(statement.locale)
  const other = cellsOf(statement, part.of_other_row)
  const balance = cellsOf(statement, account).map((own, at) => minorIn(own) - minorIn(other[at]))
  return [
    {
      ...explained(row, account, wordFor('control_account'), balance),
      ...{ id: part.balance, ...targetsOfBalance(statement, account.account_code ?? '') },
    },
    { ...explained(row, account, wordFor('other_side'), other), ...targetsOfOtherSide(statement, part) },
  ]
}

/** Of a row without a split account: assets are owed by customers. */
function sideOf({ rows }: ShownStatement, row: StatementRow): 'receivables' | 'payables' {
  const liabilities = rows.findIndex((one) => one.row.row_key === 'passiven')
  return rows.findIndex((one) => one.row === row) < liabilities ? 'receivables' : 'payables'
}

function cellsOf(statement: RowStatement, account: AccountOfRow): Cell[] {
  return [...amountsOf(statement, account), ...account.of_periods]
}

type AmountsOfYears = { readonly amount: Money; readonly prior_amount: Money | null }

function amountsOf({ comparison }: RowStatement, { amount, prior_amount }: AmountsOfYears): Cell[] {
  return [minorOf(amount), ...(comparison ? [prior_amount && minorOf(prior_amount)] : [])]
}

const NOTHING: Money = { amount_minor: 0, currency: '' }

function minorIn(cell: Cell | undefined): bigint {
  return typeof cell === 'bigint' ? cell : 0n
}

function lineOf({ row_key, law, level, kind, label }: StatementRow, amounts: readonly Cell[]): Row {
  return { level, kind, cells: [row_key, law, kind, null, label, ...amounts] }
}

function accountOf(
  { row_key, law, level }: StatementRow,
  { account_code, account_name }: Pick<AccountOfRow, 'account_code' | 'account_name'>,
  amounts: readonly Cell[],
): Row {
  const cells = [row_key, law, 'account', account_code, account_name, ...amounts]
  return {
    level: level + 1,
    kind: 'account',
    is_screen_only: true,
    cells,
    ...(account_code && { account_number: account_code }),
  }
}

function partnerOf(
  { row_key, law, level }: StatementRow,
  { account_code }: Pick<AccountOfRow, 'account_code'>,
  partner_name: string,
  amounts: readonly Cell[],
): Row {
  const cells = [row_key, law, 'partner', account_code, partner_name, ...amounts]
  return { level: level + 2, kind: 'partner', is_screen_only: true, cells }
}

/** For readers only: machines have the amounts that it is made of. */
function explained(row: StatementRow, account: AccountOfRow, label: string, amounts: readonly Cell[]): Row {
  return { ...partnerOf(row, account, label, amounts), is_page_only: true }
}

/** Its lines are accounts themselves: for readers nothing stands beneath them. */
function isByAccount({ object }: Pick<RowStatement, 'object'>): boolean {
  return object === 'balance_sheet' || object === 'income_statement'
}

export const CHARTED = 'charted'

/** The row whose amounts stand in the chart. */
export function chartedIn({ object, rows }: Pick<RowStatement, 'object' | 'rows'>): number {
  const total = isOfDay({ object }) ? /^(aktiven|assets)$/ : /^((af_)?jahresergebnis|result)$/
  return rows.findIndex(({ row_key }) => total.test(row_key))
}
