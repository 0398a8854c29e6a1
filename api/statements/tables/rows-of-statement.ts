import type { Money } from '../../../shared/contract/primitives.ts'
import { minorOf } from '../../print/amounts.ts'
import { ledgerOf, openItemsOf, upTo } from '../../print/pages/links.ts'
import type { Cell, Row } from '../../print/table.ts'
import { wordsIn } from '../../print/words.ts'
import type { RowStatement, StatementRow } from '../present-row-statement.ts'
import type { AccountOfRow, RowWithAccounts } from './accounts-of-periods.ts'
import { type RowsBeneath, rowsBeneath } from './rows-beneath.ts'
import { type SplitAccount, splitAccounts, targetsOfPart } from './split-accounts.ts'
import { isOfDay, targetsOfAccountIn, targetsOfYears } from './targets-of-rows.ts'

type ShownStatement = {
  readonly statement: RowStatement
  readonly rows: readonly RowWithAccounts[]
  readonly split: ReadonlyMap<string, SplitAccount>
  readonly beneath: RowsBeneath
}

/** The rows of a statement, each with its accounts below it, one by one, when they are written. Each period has them in the same order. */
export function* rowsOfStatement(statement: RowStatement, rows: readonly RowWithAccounts[]): Generator<Row> {
  const periods = statement.period_series ?? []
  const shown = { statement, rows, split: splitAccounts(rows), beneath: rowsBeneath(rows) }
  const charted = chartedIn(statement)
  for (const [index, { row, accounts }] of rows.entries()) {
    const ofPeriods = periods.map((period) => minorOf(period.rows[index]?.amount ?? NOTHING))
    const id = index === charted && periods.length > 0 ? CHARTED : shown.beneath.idOf(row.row_key)
    const its = { ...targetsOf(shown, row, accounts), ...(id !== undefined && { id }) }
    yield { ...lineOf(row, [...amountsOf(statement, row), ...ofPeriods]), ...its }
    const first = idOfAccounts(shown, row, accounts)
    for (const [at, account] of accounts.entries())
      yield* rowsOfAccount(shown, row, account, at === 0 ? first : undefined)
  }
}

function* rowsOfAccount(
  shown: ShownStatement,
  row: StatementRow,
  account: AccountOfRow,
  first: string | undefined,
): Generator<Row> {
  const { statement } = shown
  const part = partOf(shown, row, account)
  const isOther = part?.other_row === row.row_key
  const is_hidden = isByAccount(statement) && row.kind === 'line'
  const id = first ?? (isOther ? part.other : undefined)
  const cells = cellsOf(statement, account)
  yield { ...accountOf(row, account, cells), ...targetsOfAccount(shown, row, account), is_hidden, ...(id && { id }) }
  if (part && !isOther) yield* rowsOfBalance(statement, row, account, part)
  if (account.partners.length === 0) return
  const target = openItemsOf({ ...statement, date: statement.period_end, side: part?.side ?? sideOf(shown, row) })
  const name = (partner_name: string) => partner_name || wordsIn(statement.locale)('payer_unknown')
  for (const [index, { partner_name, amount }] of account.partners.entries()) {
    const ofYear = amountsOf(statement, { amount, prior_amount: null })
    const ofPartner = [...ofYear, ...(statement.period_series ?? []).map(() => null)]
    const its = { target, ...(isOther && index === 0 && { id: part.partners }) }
    yield { ...partnerOf(row, account, name(partner_name), ofPartner), ...its }
  }
}

/** The balance of a split account, and what of it stands on the other side: together its part on its own row. */
function rowsOfBalance(statement: RowStatement, row: StatementRow, account: AccountOfRow, part: SplitAccount): Row[] {
  const { comparison, end_customer_id, fiscal_year_id, locale } = statement
  const wordFor = wordsIn(locale)
  const other = cellsOf(statement, part.of_other_row)
  const balance = cellsOf(statement, account).map((own, at) => minorIn(own) - minorIn(other[at]))
  const its = { end_customer_id, account_code: account.account_code ?? '' }
  const ledger = ledgerOf({ ...its, fiscal_year_id })
  const prior = comparison && ledgerOf({ ...its, fiscal_year_id: comparison.fiscal_year_id })
  const toOther = `#${part.other}`
  return [
    {
      ...explained(row, account, wordFor('control_account'), balance),
      ...{ id: part.balance, target: ledger, ...(prior && { prior_target: prior }) },
      targetOfPeriod: (period_end) => upTo(ledger, period_end),
    },
    {
      ...explained(row, account, wordFor('other_side'), other),
      ...{ target: toOther, prior_target: toOther, targetOfPeriod: () => toOther },
    },
  ]
}

/** In each column that of its only account there; of several accounts, and of a section, the first row of what adds up to it. */
function targetsOf(shown: ShownStatement, row: StatementRow, accounts: readonly AccountOfRow[]) {
  const [single, ...more] = accounts
  if (single && more.length === 0) return targetsOfAccount(shown, row, single)
  const beneath = idOfAccounts(shown, row, accounts) ?? shown.beneath.anchors.get(row.row_key)
  const ofAll = beneath === undefined ? targetsOfYears(shown.statement) : targetsWithin(`#${beneath}`)
  const periods = shown.statement.period_series ?? []
  const targetsIn = (amountIn: (account: AccountOfRow) => bigint) => {
    const [only, another] = accounts.filter((account) => amountIn(account) !== 0n)
    return only && !another ? targetsOfAccount(shown, row, only) : ofAll
  }
  const { target } = targetsIn(({ amount }) => minorOf(amount))
  const { prior_target } = targetsIn(({ prior_amount }) => minorOf(prior_amount ?? NOTHING))
  const targetOfPeriod = (period_end: string) => {
    const at = periods.findIndex((period) => period.period_end === period_end)
    return targetsIn(({ of_periods }) => of_periods[at] ?? 0n).targetOfPeriod(period_end)
  }
  return { target, ...(prior_target && { prior_target }), targetOfPeriod }
}

/** All columns are there. */
function targetsWithin(target: string) {
  return { target, prior_target: target, targetOfPeriod: () => target }
}

/** Of the first account of several; that of a split account has one already. */
function idOfAccounts(
  shown: ShownStatement,
  row: StatementRow,
  [first, ...more]: readonly AccountOfRow[],
): string | undefined {
  if (first === undefined || more.length === 0) return undefined
  const part = partOf(shown, row, first)
  return part?.other_row === row.row_key ? part.other : shown.beneath.anchors.get(row.row_key)
}

function targetsOfAccount(shown: ShownStatement, row: StatementRow, account: AccountOfRow) {
  const part = partOf(shown, row, account)
  return part ? targetsOfPart(shown.statement, row, account, part) : targetsOfAccountIn(shown.statement, account)
}

function partOf(
  { split }: ShownStatement,
  { row_key }: StatementRow,
  { account_code }: AccountOfRow,
): SplitAccount | undefined {
  const part = account_code === null ? undefined : split.get(account_code)
  return part?.own_row === row_key || part?.other_row === row_key ? part : undefined
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
