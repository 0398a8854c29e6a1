import { activityShares } from '../../../shared/accounting/vat/reconciliation/activity-shares.ts'
import { reconcileTax } from '../../../shared/accounting/vat/reconciliation/tax.ts'
import { reconcileTurnover } from '../../../shared/accounting/vat/reconciliation/turnover.ts'
import { vatReturnOf } from '../../../shared/accounting/vat/return/vat-return.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { VatReconciliationQuery } from '../../../shared/contract/vat/vat-reconciliation.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import { useSnapshotIsolation } from '../../../shared/store/statements/ledger-snapshot.ts'
import { sumTransfers } from '../../../shared/store/vat/reconciliation/settled-tax.ts'
import { taxOfOtherYears } from '../../../shared/store/vat/reconciliation/tax-of-other-years.ts'
import { listTaxedMovements } from '../../../shared/store/vat/reconciliation/taxed-movements.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { presentVatReconciliation } from './present-vat-reconciliation.ts'
import { readReturnsOfYear } from './read-returns-of-year.ts'
import { notFound, readYear } from './read-year.ts'
import type { ReconciliationRead } from './reconciliation-read.ts'

/**
 * Reconciles the turnover and the tax of a fiscal year with its returns.
 *
 * @source MWSTV Art. 128
 */
export async function readVatReconciliation({ pool }: ApiDeps, { query }: ReadRequest<VatReconciliationQuery>) {
  const result = await pool.transaction(async (tx) => {
    await useSnapshotIsolation(tx)
    return readAt(tx, query)
  })
  // Thrown out here: inside, an exception would cost the transaction its connection.
  if (result instanceof ApiError) throw result
  return presentVatReconciliation(result)
}

async function readAt(tx: Db, query: VatReconciliationQuery): Promise<ReconciliationRead | ApiError> {
  const { end_customer_id, fiscal_year_id } = query
  const year = await readYear(tx, query)
  if (year instanceof ApiError) return year
  const { scope, accounts, meaning, tax_accounts, settlement_accounts } = year
  const customer = await findEndCustomer(tx, end_customer_id)
  const settings = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)
  const registrations = settings?.vat_registrations ?? []
  const { returns, tax_of_days } = await readReturnsOfYear(tx, scope, registrations)
  const registration = returns.at(-1)?.days.registration
  if (!customer || !registration)
    return notFound(`The end customer is not registered for VAT in the fiscal year ${fiscal_year_id}.`)
  const movements = await listTaxedMovements(tx, scope)
  const { in_return: totals, not_due } = tax_of_days
  const declaration = { method: 'effective', activities: [], last_day: scope.to } as const
  const other_period = await taxOfOtherYears(tx, scope)
  return {
    ...year,
    query,
    customer,
    returns,
    activities: activityShares(movements, returns, registrations, registration),
    turnover: reconcileTurnover(
      movements,
      accounts,
      meaning,
      returns,
      vatReturnOf(totals, declaration),
      vatReturnOf(other_period.in_return, declaration),
    ),
    tax: reconcileTax({
      movements,
      accounts,
      tax_accounts: new Set(tax_accounts),
      settlement_accounts: new Set(settlement_accounts),
      transfers: await sumTransfers(tx, scope, settlement_accounts, tax_accounts),
      returns,
      totals,
      not_due,
      other_period: other_period.on_accounts,
    }),
  }
}
