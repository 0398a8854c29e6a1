import type { Sheet } from '../../support/books.ts'
import type { Item, Reply } from '../../support/reply.ts'
import { there } from '../../support/there.ts'
import { CALM_PATIENCE_MS } from '../load/clients.ts'
import type { Evidence, Finding } from './evidence.ts'

/** In minor units; debit is positive. */
type Turnover = { opening: bigint; debit: bigint; credit: bigint }
type FiscalYear = Item<'fiscal-years'>
type Line = { account: string; year: string; type: string; debit: bigint; credit: bigint }

/** The statements of the service equal the sums of the journal lines, which are added up here by other code. */
export async function checkStatements(evidence: Evidence): Promise<Finding> {
  const wrong: string[] = []
  let statements = 0
  let lines = 0
  for (const customer of evidence.plan.customers) {
    const { list, one } = evidence.client.readsOf(customer, CALM_PATIENCE_MS)
    const journalEntries = await evidence.all('/v1/journal-entries', `end_customer_id=${customer}`)
    const accounts = await list('/v1/accounts', '&limit=500&valid_on=2099-01-01')
    const types = new Map(accounts.map(({ account_code, account_type }) => [account_code, account_type]))
    const years = await list('/v1/fiscal-years')
    const journal = journalEntries.flatMap((journalEntry) => linesOf(journalEntry, years))
    lines += journal.length
    for (const { fiscal_year_id: year } of years) {
      const query = `end_customer_id=${customer}&fiscal_year_id=${year}`
      const earlier = years
        .filter(({ fiscal_year_id: other }) => other !== year)
        .filter((other) => isBefore(other, years, year))
      const before = new Set(earlier.map(({ fiscal_year_id }) => fiscal_year_id))
      const expected = trialBalance(journal, types, before, year)
      const trial = await one(`/v1/statements/trial-balance?${query}`)
      wrong.push(...unequal(`${customer} trial balance ${year}`, expected, answered(trial)))
      const income = await one(`/v1/statements/income-statement?${query}`)
      const result = resultOf(journal, types, year)
      if (amountOf(income, 'result') !== result)
        wrong.push(`${customer} result of ${year} is ${amountOf(income, 'result')}, the lines say ${result}`)
      const balance = await one(`/v1/statements/balance-sheet?${query}`)
      const assets = sum(
        journal.filter((line) => types.get(line.account) === 'asset' && (line.year === year || before.has(line.year))),
      )
      if (amountOf(balance, 'assets') !== assets)
        wrong.push(`${customer} assets of ${year} are ${amountOf(balance, 'assets')}, the lines say ${assets}`)
      statements += 3
    }
  }
  return {
    check: 'statements equal the lines of the journal',
    counted: `${statements} statements, ${lines} lines`,
    wrong,
  }
}

/** An entry belongs to the year of its date, which may have got other dates since it was posted. */
function linesOf(
  { posting_date, entry_type: type, lines }: Item<'journal-entries'>,
  years: readonly FiscalYear[],
): Line[] {
  const isOfDate = ({ start_date, end_date }: FiscalYear) => start_date <= posting_date && posting_date <= end_date
  const year = there(years.find(isOfDate)).fiscal_year_id
  return lines.map(({ account_code: account, debit, credit }) => ({
    account,
    year,
    type,
    debit: BigInt(debit?.amount_minor ?? 0),
    credit: BigInt(credit?.amount_minor ?? 0),
  }))
}

function isBefore(other: FiscalYear, years: readonly FiscalYear[], year: string): boolean {
  return other.start_date < there(years.find(({ fiscal_year_id }) => fiscal_year_id === year)).start_date
}

/** `account opening debit credit`, in the order of the accounts; results of earlier years without closing entries come last. */
function trialBalance(
  journal: readonly Line[],
  types: ReadonlyMap<string, string>,
  before: ReadonlySet<string>,
  year: string,
): string[] {
  const turnovers = new Map<string, Turnover>()
  const results = new Map<string, bigint>()
  for (const { account, year: line_year, type, debit, credit } of journal) {
    const isOfResult = ['revenue', 'expense'].includes(types.get(account) ?? '')
    const turnover = turnovers.get(account) ?? { opening: 0n, debit: 0n, credit: 0n }
    turnovers.set(account, turnover)
    if (before.has(line_year) && isOfResult) results.set(line_year, (results.get(line_year) ?? 0n) + debit - credit)
    else if (before.has(line_year) || (line_year === year && type === 'opening')) turnover.opening += debit - credit
    else if (line_year === year) {
      turnover.debit += debit
      turnover.credit += credit
    }
  }
  return [
    ...[...turnovers]
      .filter(([, { opening, debit, credit }]) => opening !== 0n || debit !== 0n || credit !== 0n)
      .map(([account, { opening, debit, credit }]) => `${account} ${opening} ${debit} ${credit}`),
    ...[...results.values()].filter((result) => result !== 0n).map((result) => `result ${result} 0 0`),
  ].sort()
}

function answered(trial: Reply<'GET', '/v1/statements/trial-balance'> | null): string[] {
  return (trial?.rows ?? [])
    .map(({ account_code, opening_balance, debit, credit }) =>
      [account_code ?? 'result', opening_balance.amount_minor, debit.amount_minor, credit.amount_minor].join(' '),
    )
    .sort()
}

/** Income less expense of one year, closing entries left out. */
function resultOf(journal: readonly Line[], types: ReadonlyMap<string, string>, year: string): number {
  const lines = journal.filter(
    ({ account, year: at, type }) => at === year && type === 'standard' && isResult(types.get(account)),
  )
  return 0 - sum(lines)
}

function isResult(type: string | undefined): boolean {
  return type === 'revenue' || type === 'expense'
}

function sum(lines: readonly Line[]): number {
  return Number(lines.reduce((total, { debit, credit }) => total + debit - credit, 0n))
}

function amountOf(statement: Pick<Sheet, 'rows'> | null, row_key: string): number | null {
  return statement?.rows.find((row) => row.row_key === row_key)?.amount.amount_minor ?? null
}

function unequal(what: string, expected: readonly string[], found: readonly string[]): string[] {
  if (expected.join('\n') === found.join('\n')) return []
  const missing = expected.filter((row) => !found.includes(row))
  const strange = found.filter((row) => !expected.includes(row))
  return [`${what}: the lines say ${missing.join(', ')}, answered is ${strange.join(', ')}`]
}
