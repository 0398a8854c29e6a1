import type { ActivityShare } from '../../../shared/accounting/vat/reconciliation/activity-shares.ts'
import type { DeclaredDays } from '../../../shared/accounting/vat/reconciliation/periods-of-year.ts'
import type { TaxReconciliation } from '../../../shared/accounting/vat/reconciliation/tax.ts'
import type { TurnoverReconciliation } from '../../../shared/accounting/vat/reconciliation/turnover.ts'
import type { VatReturn } from '../../../shared/accounting/vat/return/vat-return.ts'
import type { VatReconciliationQuery } from '../../../shared/contract/vat/vat-reconciliation.ts'
import type { EndCustomerRow } from '../../../shared/store/setup/end-customers.ts'
import type { ReconciledYear } from './read-year.ts'

/** The returns of a fiscal year beside its books, as they stand at one moment. */
export type ReconciliationRead = ReconciledYear & {
  readonly query: VatReconciliationQuery
  readonly customer: EndCustomerRow
  readonly returns: readonly { readonly days: DeclaredDays; readonly vat_return: VatReturn }[]
  readonly turnover: TurnoverReconciliation
  readonly tax: TaxReconciliation
  /** Under the net tax rate method. */
  readonly activities: readonly ActivityShare[]
}
