import type { PostingSettings } from '../../../shared/accounting/setup/posting-settings.ts'
import { hasReceivedConsideration } from '../../../shared/accounting/vat/due-with-payment.ts'
import type { VatDeclaration } from '../../../shared/accounting/vat/ech-0217/declaration.ts'
import { registrationOn } from '../../../shared/accounting/vat/registration.ts'
import { labelOfFigure } from '../../../shared/accounting/vat/return/labels.ts'
import { periodOfName, type ReturnPeriod, registeredPart } from '../../../shared/accounting/vat/return/periods.ts'
import type { TaxedActivity, TaxTotal } from '../../../shared/accounting/vat/return/tax-total.ts'
import { type TaxAccount, type Tie, tieOf } from '../../../shared/accounting/vat/return/tie.ts'
import { vatReturnOf } from '../../../shared/accounting/vat/return/vat-return.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { Locale } from '../../../shared/contract/setup/settings.ts'
import { FIRST_DAY, type VatRegistration } from '../../../shared/contract/vat/registrations.ts'
import type { VatReturnQuery } from '../../../shared/contract/vat/vat-returns.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import { findLedger, type Ledger, useSnapshotIsolation } from '../../../shared/store/statements/ledger-snapshot.ts'
import { findPostedAt, type ReturnScope } from '../../../shared/store/vat/tax-accounts.ts'
import { taxOfPeriod } from '../../../shared/store/vat/tax-totals.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { readTaxAccounts } from './read-tax-accounts.ts'

/** A VAT return as it stands at one moment, with what its file, its page and its answer need. */
export type ReturnRead = {
  readonly end_customer_id: string
  readonly locale: Locale
  readonly ledger: Pick<Ledger, 'last_entry_number' | 'last_entry_hash'>
  readonly declaration: VatDeclaration
  readonly activities: readonly TaxedActivity[]
  readonly tie: Tie
  readonly accounts: readonly TaxAccount[]
  /** At the end of the period; null where consideration is agreed and nothing is left of received. */
  readonly tax_not_due: readonly TaxTotal[] | null
}

/** @throws ApiError not_found for another name of a period, and where nobody is registered */
export async function readReturn(
  { pool }: ApiDeps,
  { query, params }: ReadRequest<VatReturnQuery>,
): Promise<ReturnRead> {
  const period = periodOfName(params.period ?? '')
  if (!period) throw notFound('A period is 2026-03, 2026-Q1, 2026-H1 or 2026.')
  const result = await pool.transaction(async (tx) => {
    await useSnapshotIsolation(tx)
    return readAt(tx, query, period)
  })
  // Thrown out here: inside, an exception would cost the transaction its connection.
  if (result instanceof ApiError) throw result
  return result
}

async function readAt(
  tx: Db,
  { end_customer_id, locale: wanted }: VatReturnQuery,
  period: ReturnPeriod,
): Promise<ReturnRead | ApiError> {
  const ledger = await findLedger(tx, end_customer_id)
  const customer = await findEndCustomer(tx, end_customer_id)
  const settings = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)
  if (!ledger || !customer || !settings) return notFound('There is no such end customer yet.')
  const registered = registrationIn(period, settings)
  if (!registered) return notFound(`The end customer is not registered for VAT in ${period.name}.`)
  const { part, method, registration, changes_within } = registered
  const locale = wanted ?? ledger.locale
  const as_of = ledger.last_entry_number
  const activities = registration.activities.map((activity) => ({ ...activity, rate_bp: BigInt(activity.rate_bp) }))
  const scope = { end_customer_id, from: period.from, to: period.to, as_of }
  const whole = await taxOfPeriod(tx, scope)
  const isWhole = part.from === period.from && part.to === period.to
  const { in_return } = isWhole ? whole : await taxOfPeriod(tx, { ...scope, ...part })
  const { not_due } = whole
  const vat_return = vatReturnOf(in_return, { method, activities, last_day: part.to })
  const accounts = await readTaxAccounts(tx, scope, (found) => tieOf(vat_return, not_due, found).is_explained)
  return {
    end_customer_id,
    tax_not_due: await taxNotDue(tx, scope, settings, registration),
    locale,
    ledger,
    activities,
    accounts,
    tie: tieOf(vat_return, not_due, accounts),
    declaration: {
      uid: customer.uid,
      organisation_name: customer.name,
      base_currency: customer.base_currency,
      generated_at: (await findPostedAt(tx, end_customer_id, as_of)) ?? customer.created_at,
      period,
      ...part,
      submission: 'first',
      method,
      consideration: registration.consideration ?? 'agreed',
      filing_period: registration.filing_period ?? period.filing_period,
      changes_within,
      business_reference: `${period.name}-${as_of}`,
      various_deduction: labelOfFigure('280', locale),
      vat_return,
    },
  }
}

/** What is not due at the end of the period: everything that documents have added to it, less what became due since. */
async function taxNotDue(
  tx: Db,
  scope: ReturnScope,
  settings: PostingSettings,
  { consideration }: VatRegistration,
): Promise<readonly TaxTotal[] | null> {
  if (!hasReceivedConsideration(settings)) return null
  const { not_due } = await taxOfPeriod(tx, { ...scope, from: FIRST_DAY })
  const left = not_due.filter(({ base_minor, tax_minor }) => base_minor !== 0n || tax_minor !== 0n)
  return consideration === 'received' || left.length > 0 ? left : null
}

/** The registration on the last day of the period with one, which the return follows; null without any. */
function registrationIn(period: ReturnPeriod, settings: PostingSettings) {
  const part = registeredPart(period, settings.vat_registrations)
  const registration = part && registrationOn(settings, part.to)
  if (!part || !registration || registration.method === 'not_registered') return null
  const { method, consideration } = registration
  const changes_within = settings.vat_registrations.some(
    (change) =>
      change.valid_from > part.from &&
      change.valid_from <= part.to &&
      (change.method !== method || change.consideration !== consideration),
  )
  return { part, method, registration, changes_within }
}

function notFound(message: string): ApiError {
  return new ApiError('not_found', message, [{ pointer: '/period', code: 'not_found', message }])
}
