import { nameIn } from '../../shared/accounting/statements/computed-names.ts'
import type { Bucket } from '../../shared/accounting/statements/statement.ts'
import {
  sumOfTurnovers,
  type TrialBalanceRow,
  type Turnover,
  trialBalanceOf,
  turnoverOf,
} from '../../shared/accounting/statements/trial-balance.ts'
import type { YearBooks } from '../../shared/accounting/statements/year-books.ts'
import { mapPausing, type Pause } from '../../shared/process/pause.ts'
import { presentMoney } from '../http/present-money.ts'
import { presentStatementHeader } from './present-header.ts'
import type { Snapshot } from './statement-snapshot.ts'

/** Every account with opening balance, turnover and closing balance; debit positive, so the balances sum up to zero. */
export async function presentTrialBalance(snapshot: Snapshot, pause: Pause) {
  const { query, ledger, books } = snapshot
  const { base_currency: currency } = ledger
  const { checks, check_details, ...header } = presentStatementHeader('trial_balance', snapshot)
  const now = rowsOfYear(books)
  await pause()
  const before = snapshot.prior && rowsOfYear(snapshot.prior)
  await pause()
  const rows = await mapPausing(rowsOf(now, before), pause, ({ row, turnover, prior }) => ({
    account_code: row.account_code,
    account_name: nameIn(header.locale, row),
    account_type: row.account_type,
    ...presentTurnover(turnover, currency),
    prior: prior && presentTurnover(prior, currency),
  }))
  return {
    ...header,
    rows,
    totals: {
      ...presentTurnover(sumOfTurnovers(now), currency),
      prior: before && presentTurnover(sumOfTurnovers(before), currency),
    },
    period_series: query.granularity ? await presentBuckets(snapshot, pause) : null,
    checks,
    check_details,
  }
}

function rowsOfYear({ accounts, buckets, first }: YearBooks): TrialBalanceRow[] {
  return trialBalanceOf(accounts, buckets, first, buckets.length - 1)
}

const NOTHING: Turnover = { opening_minor: 0n, debit_minor: 0n, credit_minor: 0n, closing_minor: 0n }

/** Accounts of either year in the order of their codes; one that is missing in a year is zero there. */
function rowsOf(now: readonly TrialBalanceRow[], before: readonly TrialBalanceRow[] | null) {
  const nameOf = ({ account_code, account_name }: TrialBalanceRow) => account_code ?? `~${account_name}`
  const current = new Map(now.map((row) => [nameOf(row), row]))
  const prior = new Map((before ?? []).map((row) => [nameOf(row), row]))
  return [...new Map([...prior, ...current])]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, row]) => ({
      row,
      turnover: current.get(name) ?? NOTHING,
      prior: before && (prior.get(name) ?? NOTHING),
    }))
}

async function presentBuckets({ books: { accounts, buckets, first }, ledger }: Snapshot, pause: Pause) {
  const series: Awaited<ReturnType<typeof presentBucket>>[] = []
  for (let at = first; at < buckets.length; at += 1) series.push(await presentBucket(at))
  return series

  async function presentBucket(at: number) {
    const { start_date: period_start, end_date: period_end } = buckets[at] as Bucket
    const rows = await mapPausing(accounts, pause, (account) => {
      const turnover = turnoverOf(account, first, at, at)
      return isNothing(turnover)
        ? null
        : { account_code: account.account_code, ...presentTurnover(turnover, ledger.base_currency) }
    })
    return { period_start, period_end, rows: rows.filter((row) => row !== null) }
  }
}

function isNothing({ opening_minor, debit_minor, credit_minor, closing_minor }: Turnover): boolean {
  return opening_minor === 0n && debit_minor === 0n && credit_minor === 0n && closing_minor === 0n
}

export function presentTurnover(
  { opening_minor, debit_minor, credit_minor, closing_minor }: Turnover,
  currency: string,
) {
  return {
    opening_balance: presentMoney(opening_minor, currency),
    debit: presentMoney(debit_minor, currency),
    credit: presentMoney(credit_minor, currency),
    closing_balance: presentMoney(closing_minor, currency),
  }
}
