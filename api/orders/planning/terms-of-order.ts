import type { OrderTerms, PayableToOrder } from '../../../shared/accounting/orders/plan-payments.ts'
import type { PaymentOrderRequest } from '../../../shared/contract/orders/payment-order-request.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findLastIbans } from '../../../shared/store/orders/last-ibans.ts'
import { findFittingDebits } from './fitting-debits.ts'

/** What a request says of all of its payments, and where their partners were paid last. */
export async function termsOf(
  db: Db,
  end_customer_id: string,
  { execution_date, discount = 'take', accepted_ibans = [], accepted_debits = [] }: PaymentOrderRequest,
  message_id: string,
  payables: readonly PayableToOrder[],
): Promise<OrderTerms> {
  const partners = new Set(payables.map(({ partner_key }) => partner_key))
  const last_ibans = await findLastIbans(db, end_customer_id, [...partners])
  const fitting_debits = await findFittingDebits(db, end_customer_id, payables, last_ibans)
  const accepted = { accepted_ibans, accepted_debits }
  return { message_id, execution_date, takes_discount: discount === 'take', ...accepted, last_ibans, fitting_debits }
}
