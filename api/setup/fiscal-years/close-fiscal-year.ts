import { type CheckResult, checkBooksInSteps } from '../../../shared/accounting/statements/checks/check-books.ts'
import { figureInWords } from '../../../shared/accounting/statements/checks/figure-in-words.ts'
import { STATEMENT_RULE_VERSION } from '../../../shared/accounting/statements/kept-statements.ts'
import { ApiError, type ErrorDetail, inSentences } from '../../../shared/contract/platform/errors.ts'
import type { YearStateRequest } from '../../../shared/contract/setup/settings.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { newUuid, publicId } from '../../../shared/process/ids.ts'
import type { Pause } from '../../../shared/process/pause.ts'
import { runSteps } from '../../../shared/process/run-steps.ts'
import { requestStamp } from '../../../shared/queue/request-stamp.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { findUnbookedFacts } from '../../../shared/store/facts/unbooked-facts.ts'
import { appendEvents, yearChanged } from '../../../shared/store/platform/events.ts'
import { findDrafts } from '../../../shared/store/settlement/drafts.ts'
import { listNamedControlAccounts } from '../../../shared/store/setup/control-accounts.ts'
import { changeFiscalYearState } from '../../../shared/store/setup/fiscal-years.ts'
import { insertClosing } from '../../../shared/store/statements/closings.ts'
import { readLedger } from '../../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { keepBankReconciliations } from '../../statements/bank-reconciliation/keep-bank-reconciliations.ts'
import { readBooks, yearsUpTo } from '../../statements/books/read-books.ts'
import { keepStatements } from '../../statements/closings/keep-statements.ts'
import { inSlicesOf } from '../../statements/in-slices-of.ts'
import { presentFiscalYear } from './present-fiscal-year.ts'
import { findReversalsOfYear } from './reversals-of-year.ts'
import { changeOf, type LockedYear, lockYear, stateDetail, yearConflict } from './year-of-request.ts'

/** Of what stands in the way, so many are named. */
const NAMED = 5

/**
 * Closes a year that has ended, whose documents are all booked and whose books are in order, behind all years before it.
 * What its statements are made of is kept; the ledger is locked, so nothing is posted meanwhile.
 */
export function closeFiscalYear(tx: Tx, deps: ApiDeps, request: MutatingRequest<YearStateRequest>) {
  return inSlicesOf(deps, request.caller, (pause) => close(tx, deps, request, pause))
}

async function close(tx: Tx, { boss, config }: ApiDeps, request: MutatingRequest<YearStateRequest>, pause: Pause) {
  const locked = await lockYear(tx, request)
  const { end_customer_id, year } = locked
  const { fiscal_year_id } = year
  if (year.state === 'closed') throw yearConflict('already_closed', `Fiscal year ${fiscal_year_id} is closed already.`)
  const ledger = await readLedger(tx, end_customer_id)
  const { last_entry_number, last_entry_hash } = ledger
  const read = await readBooks(
    tx,
    end_customer_id,
    ledger,
    yearsUpTo(ledger, fiscal_year_id),
    'month',
    last_entry_number,
    pause,
  )
  const checks = await runSteps(checkBooksInSteps(read.books, read.recorded), pause)
  const reasons = [...(await whatIsMissing(tx, locked)), ...whatIsWrong(checks, ledger.base_currency)]
  if (reasons.length > 0) throw new ApiError('state_conflict', inSentences(reasons), reasons)
  const change = changeOf(request, year, 'closed')
  const closing_id = newUuid()
  const control_accounts = await listNamedControlAccounts(tx, end_customer_id, year.end_date)
  const closing = {
    ...change,
    closing_id,
    entry_number: last_entry_number,
    entry_hash: last_entry_hash,
    rule_version: STATEMENT_RULE_VERSION,
    kept: await keepStatements(ledger, read, control_accounts, pause),
  }
  await insertClosing(tx, closing, pause)
  await keepBankReconciliations(tx, ledger, { end_customer_id, closing_id, end_date: year.end_date })
  await changeFiscalYearState(tx, { ...change, closing_id })
  await requestStamp(tx, boss, config)
  await appendEvents(tx, [yearChanged(end_customer_id, closing_id, 'closed')])
  return { body: presentFiscalYear(end_customer_id, { ...year, state: 'closed' }) }
}

async function whatIsMissing(tx: Tx, locked: LockedYear): Promise<ErrorDetail[]> {
  const { end_customer_id, year, years } = locked
  const { fiscal_year_id, start_date, end_date } = year
  const unbooked = await findUnbookedFacts(tx, end_customer_id, start_date, end_date, NAMED)
  const drafts = await findDrafts(tx, end_customer_id, start_date, end_date, NAMED)
  const reversals = await findReversalsOfYear(tx, locked)
  const earlier = years.find((other) => other.start_date < start_date && other.state === 'open')
  const details = [
    end_date >= todayInSwitzerland() &&
      stateDetail(
        'year_not_ended',
        `${fiscal_year_id} ends on ${end_date}. Close it afterwards, or let it end earlier (PUT /v1/fiscal-years/${fiscal_year_id}).`,
      ),
    unbooked.count > 0 &&
      stateDetail(
        'facts_not_booked',
        `${unbooked.count} source facts of ${fiscal_year_id} are not booked: ${named(
          unbooked.count,
          unbooked.first.map((id) => publicId('source_fact', id)),
        )}. Book, supersede or withdraw them.`,
      ),
    drafts.count > 0 &&
      stateDetail(
        'drafts_not_booked',
        `${drafts.count} allocations or settlements of ${fiscal_year_id} are drafts: ${named(
          drafts.count,
          drafts.first.map(({ kind, draft_id }) => publicId(kind, draft_id)),
        )}. Book or reverse them.`,
      ),
    reversals.length > 0 &&
      stateDetail(
        'reversals_not_booked',
        `${reversals.length} reversals of ${fiscal_year_id} are not booked: ${named(
          reversals.length,
          reversals.slice(0, NAMED),
        )}. They are booked once nothing blocks them.`,
      ),
    earlier && stateDetail('earlier_year_open', `Close the earlier fiscal year ${earlier.fiscal_year_id} first.`),
  ]
  return details.filter((found) => typeof found === 'object')
}

function named(count: number, ids: readonly string[]): string {
  const more = count - ids.length
  return more === 0 ? ids.join(', ') : `${ids.join(', ')} and ${more} more`
}

/** What was booked before a rule existed cannot keep a year open for ever; the statements show it. */
function whatIsWrong(checks: readonly CheckResult[], base_currency: string): ErrorDetail[] {
  return checks.flatMap((result) =>
    result.figures
      .filter(({ holds, is_from_before }) => !holds && !is_from_before)
      .map((figure) => ({
        pointer: `/checks/${result.check}`,
        code: 'books_not_in_order' as const,
        message: figureInWords(result, figure, base_currency),
      })),
  )
}
