import type { OrderTerms, PayableToOrder } from '../../../shared/accounting/orders/plan-payments.ts'
import type { PaymentOrderRequest } from '../../../shared/contract/orders/payment-order-request.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findLastIbans } from '../../../shared/store/orders/payables-to-order.ts'

/** What a request says of all of its payments, and where their partners were paid last. */
export async function termsOf(
  db: Db,
  end_customer_id: string,
  { execution_date, discount = 'take', accepted_ibans = [] }: PaymentOrderRequest,
  message_id: string,
  payables: readonly PayableToOrder[],
): Promise<OrderTerms> {
  const partners = new Set(payables.map(({ partner_key }) => partner_key))
  const last_ibans = await findLastIbans(db, end_customer_id, [...partners])
  return { message_id, execution_date, takes_discount: discount === 'take', accepted_ibans, last_ibans }
}
