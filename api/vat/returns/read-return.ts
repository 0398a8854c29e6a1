import type { PostingSettings } from '../../../shared/accounting/setup/posting-settings.ts'
import { taxedActivities } from '../../../shared/accounting/vat/activity.ts'
import { hasReceivedConsideration } from '../../../shared/accounting/vat/due-with-payment.ts'
import { reconciledYear } from '../../../shared/accounting/vat/filing/business-year.ts'
import { type ReturnRead, returnOfKept } from '../../../shared/accounting/vat/filing/return-read.ts'
import { registrationOn } from '../../../shared/accounting/vat/registration.ts'
import { labelOfFigure } from '../../../shared/accounting/vat/return/labels.ts'
import { periodOfName, type ReturnPeriod, registeredPart } from '../../../shared/accounting/vat/return/periods.ts'
import type { TaxedActivity, TaxTotal } from '../../../shared/accounting/vat/return/tax-total.ts'
import { hasAmounts } from '../../../shared/accounting/vat/return/vat-return.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { Locale } from '../../../shared/contract/setup/settings.ts'
import { FIRST_DAY, type VatRegistration } from '../../../shared/contract/vat/registrations.ts'
import type { Submission } from '../../../shared/contract/vat/vat-filings.ts'
import type { VatReturnQuery } from '../../../shared/contract/vat/vat-returns.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { type EndCustomerRow, findEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import { findLedger, useSnapshotIsolation } from '../../../shared/store/statements/ledger-snapshot.ts'
import { daysReconciled, findVatFiling, type KeptFiling } from '../../../shared/store/vat/filings.ts'
import { findPostedAt, type ReturnScope } from '../../../shared/store/vat/tax-accounts.ts'
import { added, taxOfPeriod } from '../../../shared/store/vat/tax-totals.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { PRODUCT_VERSION } from '../../product-version.ts'
import { openWorkOfReturn } from './open-work/open-work-of-return.ts'
import { readFigures } from './read-figures.ts'

/** A return that was filed answers as it was, another one as the books are now. */
export type ReturnAnswer = { readonly read: ReturnRead; readonly filing: KeptFiling | null }

/** @throws ApiError not_found for another name of a period, and where nobody is registered */
export async function readReturn(
  { pool }: ApiDeps,
  { query, params }: ReadRequest<VatReturnQuery>,
): Promise<ReturnAnswer> {
  const period = requirePeriod(params.period)
  const result = await pool.transaction(async (tx) => {
    await useSnapshotIsolation(tx)
    const { end_customer_id, filing_number = null, submission = 'first' } = query
    const filing =
      submission === 'correction' && filing_number === null
        ? null
        : await findVatFiling(tx, end_customer_id, period.name, filing_number, submission)
    const isLast = submission === 'annual_reconciliation' && filing_number === null
    if (filing && !isLast) return answerOf(filing, query.locale)
    if (query.filing_number !== undefined)
      return notFound(`${period.name} has no filing ${query.filing_number}. GET /v1/vat-filings lists all.`)
    const read = await returnAt(tx, query, period, submission)
    if (filing && (read instanceof ApiError || !hasAmounts(read.declaration.vat_return)))
      return answerOf(filing, query.locale)
    return read instanceof ApiError ? read : { read, filing: null }
  })
  // Thrown out here: inside, an exception would cost the transaction its connection.
  if (result instanceof ApiError) throw result
  return result
}

/** @throws ApiError not_found for another name */
export function requirePeriod(name = ''): ReturnPeriod {
  const period = periodOfName(name)
  if (!period) throw notFound('A period is 2026-03, 2026-Q1, 2026-H1 or 2026.')
  return period
}

function answerOf(filing: KeptFiling, locale: Locale | undefined): ReturnAnswer {
  const read = returnOfKept(filing.content)
  return { read: { ...read, locale: locale ?? read.locale }, filing }
}

/** The return as the books are now, or why there is none. */
export async function returnAt(
  tx: Db,
  { end_customer_id, locale: wanted }: Pick<VatReturnQuery, 'end_customer_id' | 'locale'>,
  asked: ReturnPeriod,
  submission: Submission,
): Promise<ReturnRead | ApiError> {
  const ledger = await findLedger(tx, end_customer_id)
  const customer = await findEndCustomer(tx, end_customer_id)
  const settings = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)
  if (!ledger || !customer || !settings) return notFound('There is no such end customer yet.')
  const period = await daysOf(tx, asked, submission, end_customer_id, settings)
  if (period instanceof ApiError) return period
  const registered = registrationIn(period, settings)
  if (!registered) return notFound(`The end customer is not registered for VAT in ${period.name}.`)
  const { part, method, registration, changes_within } = registered
  const as_of = ledger.last_entry_number
  const activities = taxedActivities(registration)
  const scope = { end_customer_id, from: period.from, to: period.to, as_of }
  const after = await findReconciled(tx, end_customer_id, period.name, submission)
  const days = { end_customer_id, ...part, submission }
  const tax_not_due = await taxNotDue(tx, scope, settings, registration)
  const registered_part = { part, method, activities, has_not_due: tax_not_due !== null }
  const { vat_return, taken_over, ...figures } = await readFigures(tx, scope, registered_part, submission, after)
  return {
    end_customer_id,
    tax_not_due,
    locale: wanted ?? ledger.locale,
    ledger: { last_entry_number: as_of, last_entry_hash: ledger.last_entry_hash },
    ...(after > 0n && { after_entry_number: after }),
    ...activitiesOf(settings, activities),
    ...figures,
    open_work: await openWorkOfReturn(tx, days, settings, { tax_not_due, taken_over, vat_return, activities }),
    declaration: {
      ...namesOf(customer),
      generated_at: (await findPostedAt(tx, end_customer_id, as_of)) ?? customer.created_at,
      period,
      ...part,
      submission,
      method,
      consideration: registration.consideration ?? 'agreed',
      filing_period: registration.filing_period ?? period.filing_period,
      changes_within,
      product_version: PRODUCT_VERSION,
      business_reference: `${period.name}-preview-${as_of}`,
      various_deduction: labelOfFigure('280', wanted ?? ledger.locale),
      vat_return,
    },
  }
}

function namesOf({ uid, name: organisation_name, base_currency }: EndCustomerRow) {
  return { uid, organisation_name, base_currency }
}

/** Those of a year are those of its business year. */
async function daysOf(
  tx: Db,
  asked: ReturnPeriod,
  submission: Submission,
  end_customer_id: string,
  { fiscal_years }: PostingSettings,
): Promise<ReturnPeriod | ApiError> {
  if (submission !== 'annual_reconciliation' || asked.filing_period !== 'year') return asked
  const period = reconciledYear(asked, fiscal_years, await daysReconciled(tx, end_customer_id))
  return period ?? notFound(noBusinessYear(asked, fiscal_years))
}

function noBusinessYear({ name, to }: ReturnPeriod, fiscal_years: PostingSettings['fiscal_years']): string {
  const next = fiscal_years
    .map(({ end_date }) => end_date)
    .sort()
    .find((end) => end > to)
  return `No business year ends in ${name}${next ? `: the one with its days ends on ${next}, so ask for ${next.slice(0, 4)}` : ''}.`
}

/** With those of other registrations, as the last one has them. */
function activitiesOf({ vat_registrations }: PostingSettings, activities: readonly TaxedActivity[]) {
  const isCurrent = new Set(activities.map(({ activity_id }) => activity_id))
  const others = vat_registrations.flatMap(taxedActivities).filter(({ activity_id }) => !isCurrent.has(activity_id))
  const former = new Map(others.map((activity) => [activity.activity_id, activity]))
  return { activities, former_activities: [...former.values()] }
}

/** The last entry of the reconciliation before, of the same year; 0 without one. */
async function findReconciled(
  tx: Db,
  end_customer_id: string,
  period: string,
  submission: Submission,
): Promise<bigint> {
  if (submission !== 'annual_reconciliation') return 0n
  const before = await findVatFiling(tx, end_customer_id, period, null, submission)
  return before?.entry_number ?? 0n
}

/** What is not due at the end of the period: everything that documents have added to it, or that was taken over, less what became due since. */
async function taxNotDue(
  tx: Db,
  scope: ReturnScope,
  settings: PostingSettings,
  { consideration }: VatRegistration,
): Promise<readonly TaxTotal[] | null> {
  if (!hasReceivedConsideration(settings)) return null
  const { not_due, taken_over } = await taxOfPeriod(tx, { ...scope, from: FIRST_DAY })
  const left = added([...not_due, ...taken_over]).filter(
    ({ base_minor, tax_minor }) => base_minor !== 0n || tax_minor !== 0n,
  )
  return consideration === 'received' || left.length > 0 ? left : null
}

/** The registration on the last day of the period with one, which the return follows; null without any. */
function registrationIn(period: ReturnPeriod, settings: PostingSettings) {
  const part = registeredPart(period, settings.vat_registrations)
  const registration = part && registrationOn(settings, part.to)
  if (!part || !registration || registration.method === 'not_registered') return null
  const { method, consideration } = registration
  const within = settings.vat_registrations.filter(({ valid_from }) => valid_from > part.from && valid_from <= part.to)
  const changes_within = [registrationOn(settings, part.from), ...within].some(
    (one) => one.method !== method || one.consideration !== consideration,
  )
  return { part, method, registration, changes_within }
}

function notFound(message: string): ApiError {
  return new ApiError('not_found', message, [{ pointer: '/period', code: 'not_found', message }])
}
