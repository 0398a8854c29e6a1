import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { type FiscalYear, fiscalYearsToAdd, nameOfYear } from '../../../shared/accounting/setup/fiscal-years.ts'
import { ApiError, validationFailed } from '../../../shared/contract/platform/errors.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { findEntriesOutside, findLastEntryDateBehind } from '../../../shared/store/setup/fiscal-years.ts'
import { checkFiscalYear } from './fiscal-year-rules.ts'

export type YearDates = Omit<FiscalYear, 'state'>

/** Of entries that would lie in no year, so many are named. */
const NAMED = 10

/**
 * The years behind one that has other dates: the open one that follows begins on the day after its end, or new ones begin
 * there, as far as there are entries. An entry belongs to the year of its date, whatever year it was posted in.
 *
 * @param before the year as it was
 * @throws ApiError state_conflict where entries would lie in no year
 */
export async function yearsBehind(
  tx: Tx,
  end_customer_id: string,
  years: readonly FiscalYear[],
  before: FiscalYear,
  year: YearDates,
): Promise<YearDates[]> {
  const changed = [...movedNext(years, before, year)]
  const untouched = years.filter(
    ({ fiscal_year_id: id }) => ![year, ...changed].some((other) => other.fiscal_year_id === id),
  )
  const after: FiscalYear[] = [
    ...untouched,
    ...[year, ...changed].map((dates) => ({ ...dates, state: 'open' as const })),
  ]
  const last_date = await findLastEntryDateBehind(tx, end_customer_id, year.end_date)
  const grown = last_date === null ? [] : fiscalYearsToAdd(after, last_date, todayInSwitzerland())
  // Whoever sets years can choose a name; where a posting needs a year, nobody can be asked.
  const numbered = grown.find(({ fiscal_year_id, end_date }) => fiscal_year_id !== nameOfYear(end_date))
  if (numbered) {
    const taken = nameOfYear(numbered.end_date)
    const first = addDays(before.end_date, 1)
    const message = `Entries up to ${last_date} would need a new year behind ${year.end_date}, and the name ${taken} is taken. Set the year that begins on ${first} under another id first: it will begin on ${addDays(year.end_date, 1)}.`
    throw outside(message)
  }
  await requireNoneOutside(tx, end_customer_id, [...after, ...grown])
  return [...changed, ...grown]
}

/** Where a year ends on another day than it did, the open one behind it begins on another day. */
function movedNext(years: readonly FiscalYear[], before: FiscalYear, { end_date }: YearDates): YearDates[] {
  const next = years.find(({ start_date }) => start_date === addDays(before.end_date, 1))
  if (!next || next.state === 'closed' || end_date === before.end_date || end_date >= next.end_date) return []
  const moved = { fiscal_year_id: next.fiscal_year_id, start_date: addDays(end_date, 1), end_date: next.end_date }
  const details = checkFiscalYear(moved).map((detail) => ({
    ...detail,
    message: `${next.fiscal_year_id} would begin on ${moved.start_date}. ${detail.message}`,
  }))
  if (details.length > 0) throw validationFailed(details)
  return [moved]
}

async function requireNoneOutside(tx: Tx, end_customer_id: string, years: readonly FiscalYear[]): Promise<void> {
  const [start_date = ''] = years.map((year) => year.start_date).sort()
  const end_date =
    years
      .map((year) => year.end_date)
      .sort()
      .at(-1) ?? ''
  const { count, first } = await findEntriesOutside(tx, end_customer_id, { start_date, end_date }, NAMED)
  if (count === 0) return
  const named = first.map(({ entry_number, posting_date }) => `entry ${entry_number} of ${posting_date}`).join(', ')
  const more = count > first.length ? ` and ${count - first.length} more` : ''
  const message = `${count} journal entries would lie in no fiscal year (${start_date} to ${end_date}): ${named}${more}. Let the years reach them.`
  throw outside(message)
}

function outside(message: string): ApiError {
  return new ApiError('state_conflict', message, [{ pointer: '/start_date', code: 'entries_outside', message }])
}
