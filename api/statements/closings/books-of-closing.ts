import type { KeptSheet, KeptStatements } from '../../../shared/accounting/statements/kept-statements.ts'
import { statementBuckets } from '../../../shared/accounting/statements/periods.ts'
import type { Bucket } from '../../../shared/accounting/statements/statement.ts'
import type { YearBooks } from '../../../shared/accounting/statements/year-books.ts'
import type { Granularity } from '../../../shared/contract/statements/statements.ts'
import { mapPausing, type Pause } from '../../../shared/process/pause.ts'
import { runSteps } from '../../../shared/process/run-steps.ts'
import { type AmountsAsText, amountsInSteps } from '../../../shared/store/db/json.ts'
import { accountsOfRows } from '../books/accounts-of-rows.ts'

/** The books of a closed year from what was kept at its close, and from nothing else. */
export async function booksOfClosing(
  { ledger, buckets, accounts, sheets }: AmountsAsText<KeptStatements>,
  fiscal_year_id: string,
  granularity: Granularity | undefined,
  pause: Pause,
): Promise<YearBooks> {
  const earlier = buckets.filter((bucket) => bucket.fiscal_year_id !== fiscal_year_id)
  const shown = [...earlier, ...statementBuckets([wholeYear(buckets, fiscal_year_id)], granularity)]
  const indexes = buckets.map(({ start_date }) => shown.findLastIndex((bucket) => bucket.start_date <= start_date))
  const rows = await mapPausing(accounts, pause, ({ sums, ...account }) =>
    sums.map(([bucket, entry_type, debit, credit]) => ({
      ...account,
      bucket: indexes[bucket] ?? 0,
      entry_type,
      debit_minor: BigInt(debit),
      credit_minor: BigInt(credit),
    })),
  )
  return {
    accounts: await accountsOfRows(rows.flat(), shown.length, pause),
    buckets: shown,
    first: earlier.length,
    rules: { legal_form: ledger.legal_form, relations: [], is_apart: false },
    kept_sheets: sheets && (await sheetsAt(sheets, new Set(shown.map(({ end_date }) => end_date)), pause)),
  }
}

/** By the last days that are shown. */
async function sheetsAt(sheets: readonly AmountsAsText<KeptSheet>[], days: ReadonlySet<string>, pause: Pause) {
  const shown = sheets.filter(({ end_date }) => days.has(end_date))
  const read = await runSteps(amountsInSteps<readonly KeptSheet[]>(shown), pause)
  return new Map(
    read.map(({ end_date, rows }) => [end_date, new Map(rows.map(({ row_key, ...amount }) => [row_key, amount]))]),
  )
}

function wholeYear(buckets: readonly Bucket[], fiscal_year_id: string) {
  const months = buckets.filter((bucket) => bucket.fiscal_year_id === fiscal_year_id)
  const [start_date = '', end_date = ''] = [months[0]?.start_date, months.at(-1)?.end_date]
  return { fiscal_year_id, start_date, end_date, state: 'closed' as const }
}
