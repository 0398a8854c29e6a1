import type { PlannedPayment } from '../../../shared/accounting/orders/plan-payments.ts'
import { publicId } from '../../../shared/process/ids.ts'

/** What is worth a look before the bank gets the file. */
export function warningsOf(planned: readonly Pick<PlannedPayment, 'payable' | 'warnings'>[]) {
  return planned.flatMap(({ payable, warnings }) => {
    const supplier_payable_id = publicId('supplier_payable', payable.supplier_payable_id)
    return warnings.map((warning) => ({ supplier_payable_id, ...warning }))
  })
}
