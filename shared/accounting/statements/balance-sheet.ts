import type { LegalForm } from '../../contract/setup/end-customers.ts'
import { closingName, resultName } from './computed-names.ts'
import { EQUITY_LAYOUTS, equityRowOf } from './or-rows/equity.ts'
import { BALANCE_SHEET_LAYOUT } from './or-rows/layout.ts'
import { orRowOf } from './or-rows/of-account.ts'
import { ofWhichKey } from './or-rows/of-which.ts'
import type { OrRow } from './or-rows/row.ts'
import { type AccountPart, placeAccount, taxPositionAt } from './parts/place-account.ts'
import { type PartnerRelation, relatedAmountsOf } from './parts/related-amounts.ts'
import {
  type Bucket,
  createCollector,
  isProfitAndLoss,
  type LedgerAccount,
  movementIn,
  type SourceAccount,
  type StatementColumn,
  sumOver,
  sumUp,
  unmappedRow,
} from './statement.ts'

/** Where an account stands that fits no row; shown so that nothing vanishes, and a failed check. */
export const UNMAPPED_ROWS: readonly OrRow[] = [
  unmappedRow('nicht_zugeordnete_aktiven', 'aktiven', 'debit', 'OR 959a Abs. 3'),
  unmappedRow('nicht_zugeordnete_passiven', 'passiven', 'credit', 'OR 959a Abs. 3'),
]

/** Class 9 belongs to no statement and must be zero. */
export const CONTROL_ROW: OrRow = {
  row_key: 'abschluss_hilfskonten',
  parent_key: null,
  level: 0,
  kind: 'line',
  side: 'debit',
  law: 'OR Art. 957a Abs. 2 Ziff. 1',
  labels: {
    de: 'Abschluss- und Hilfskonten (Klasse 9)',
    fr: 'Comptes de clôture et auxiliaires (classe 9)',
    it: 'Conti di chiusura e ausiliari (classe 9)',
    en: 'Closing and auxiliary accounts (class 9)',
  },
}

/** What decides about rows beside the accounts themselves. */
export type SheetRules = {
  readonly legal_form: LegalForm
  readonly relations: readonly PartnerRelation[]
  /** False for closed years: they are laid out as they were then, without positions apart and with closing accounts on the rows they were mapped to. */
  readonly is_apart?: boolean
}

const ACCOUNTS_PER_STEP = 200
const RESULT_ROW = 'jahresgewinn_jahresverlust'
/** Every row that an account may stand on, and those that are sums. */
export const SHEET_ROWS: readonly OrRow[] = [...BALANCE_SHEET_LAYOUT, ...UNMAPPED_ROWS, CONTROL_ROW]
const ROWS = new Map(SHEET_ROWS.map((row) => [row.row_key, row]))

type Put = (
  row_key: string,
  source: NamedSource,
  balance: bigint,
  part?: Pick<AccountPart, 'placed_by' | 'partners'>,
) => void
type NamedSource = Pick<SourceAccount, 'account_code' | 'account_name'>

/**
 * The balance sheet as it stands at the end of a bucket: every balance cumulative, the year's result computed from
 * revenue and expense on its own row, unappropriated results of earlier years carried forward. That
 * gives the same figures before and after closing entries: what they moved to the account of the result stands on the
 * row of the result instead of the computed figure; what they moved to a private account is taken off its row until the year
 * has ended.
 *
 * @param at index of the bucket in `buckets`
 * @returns amounts by row key, each with the accounts that it is the sum of; yields on the way, as there may be thousands
 * @source OR Art. 959a
 */
export function* balanceSheetAt(
  accounts: readonly LedgerAccount[],
  buckets: readonly Bucket[],
  at: number,
  rules: SheetRules,
): Generator<undefined, StatementColumn> {
  const { sources, add } = createCollector()
  const put: Put = (row_key, { account_code, account_name }, balance, part) =>
    add(row_key, { ...part, account_code, account_name, amount_minor: presented(row_key, balance) })
  const year = buckets[at]?.fiscal_year_id ?? ''
  const first = buckets.findIndex(({ fiscal_year_id }) => fiscal_year_id === year)
  const { carried_forward } = EQUITY_LAYOUTS[rules.legal_form]
  const tax = taxPositionAt(accounts, at, rules.legal_form)
  yield
  let moved = 0n
  // One part of each row: what several accounts of it got would be parts of the same name, of which a reader knows the last only.
  const shares = new Map<string, bigint>()
  for (const [index, account] of accounts.filter((candidate) => !isProfitAndLoss(candidate)).entries()) {
    if (index % ACCOUNTS_PER_STEP === 0) yield
    const row_key = rowOfBalance(account, rules)
    if (row_key === RESULT_ROW) {
      const result = sumOver(account.closing_entries, first, at)
      moved += result
      put(RESULT_ROW, account, result)
      // A result of earlier years on the account of the result is carried forward.
      put(carried_forward, account, movementIn(account, 0, at) - result)
    } else {
      putParts(put, account, placeAccount(account, row_key, at, tax), rules, at, buckets[at]?.end_date ?? '')
      const share = shareOfResult(account, rules, first, at)
      if (share !== 0n) shares.set(row_key, (shares.get(row_key) ?? 0n) - share)
    }
  }
  yield
  for (const [earlier, result] of earlierResults(accounts, buckets, first))
    put(carried_forward, named(resultName(earlier)), result)
  const activity = totalOf(accounts, (account) => sumOver(account.activity, first, at))
  const taken = totalOf(accounts, (account) => movementIn(account, first, at)) - activity
  put(RESULT_ROW, named(resultName(year)), activity - moved)
  const shared = [...shares.values()].reduce((total, share) => total + share, 0n)
  shares.set(carried_forward, (shares.get(carried_forward) ?? 0n) + taken + moved - shared)
  for (const [row_key, share] of shares) put(row_key, named(closingName(year)), share)
  return sumUp(SHEET_ROWS, sources)
}

/** What closing entries moved to an account of the equity, such as a private one: it stands on the row of the result until the year has ended. */
function shareOfResult(account: LedgerAccount, { is_apart = true }: SheetRules, first: number, at: number): bigint {
  return is_apart && account.account_type === 'equity' ? sumOver(account.closing_entries, first, at) : 0n
}

/** An account that fits no row of the balance sheet stands on one of its own, on the side of its type. */
function rowOfBalance(account: LedgerAccount, { legal_form, is_apart = true }: SheetRules): string {
  const { account_code, account_type, mapped_row } = account
  // Releases before took mappings of such accounts to rows, which would hide what is missing. Closed years have kept theirs.
  if (account_type === 'closing' && is_apart) return CONTROL_ROW.row_key
  const by_form = account_type === 'equity' ? equityRowOf(account_code, legal_form) : undefined
  const row_key = mapped_row ?? by_form ?? orRowOf(account_code, account_type)
  if (row_key !== undefined && ROWS.has(row_key)) return row_key
  return account_type === 'asset' ? 'nicht_zugeordnete_aktiven' : 'nicht_zugeordnete_passiven'
}

/** Puts each part on its row, and once more beneath it as far as it is towards holders, organs or participations. */
function putParts(
  put: Put,
  account: LedgerAccount,
  parts: readonly AccountPart[],
  { relations, is_apart = true }: SheetRules,
  at: number,
  on_date: string,
): void {
  for (const part of parts) put(part.row_key, account, part.balance, part)
  if (!is_apart) return
  for (const { row_key, group, balance, partners } of relatedAmountsOf(account, parts, relations, at, on_date))
    put(ofWhichKey(row_key, group), account, balance, { placed_by: null, partners })
}

/** Results of the years before, as far as no closing entry has taken them out of revenue and expense. */
export function earlierResults(accounts: readonly LedgerAccount[], buckets: readonly Bucket[], first: number) {
  return buckets
    .slice(0, first)
    .map(({ fiscal_year_id }, index): [string, bigint] => [
      fiscal_year_id,
      totalOf(accounts, (account) => movementIn(account, index, index)),
    ])
}

/** Over revenue and expense. */
function totalOf(accounts: readonly LedgerAccount[], amountOf: (account: LedgerAccount) => bigint): bigint {
  return accounts.filter(isProfitAndLoss).reduce((total, account) => total + amountOf(account), 0n)
}

function named(account_name: string): NamedSource {
  return { account_code: null, account_name }
}

function presented(row_key: string, balance: bigint): bigint {
  return ROWS.get(row_key)?.side === 'credit' ? -balance : balance
}
