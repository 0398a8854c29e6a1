import type { ActivityShare } from '../../../shared/accounting/vat/reconciliation/activity-shares.ts'
import type { TaxReconciliation } from '../../../shared/accounting/vat/reconciliation/tax.ts'
import type { TurnoverReconciliation } from '../../../shared/accounting/vat/reconciliation/turnover.ts'
import type { VatReconciliationQuery } from '../../../shared/contract/vat/vat-reconciliation.ts'
import type { EndCustomerRow } from '../../../shared/store/setup/end-customers.ts'
import type { DeclaredReturn } from './read-returns-of-year.ts'
import type { ReconciledYear } from './read-year.ts'

/** The returns of a fiscal year beside its books, as they stand at one moment. */
export type ReconciliationRead = ReconciledYear & {
  readonly query: VatReconciliationQuery
  readonly customer: EndCustomerRow
  readonly returns: readonly DeclaredReturn[]
  readonly turnover: TurnoverReconciliation
  readonly tax: TaxReconciliation
  /** Under the net tax rate method. */
  readonly activities: readonly ActivityShare[]
}
