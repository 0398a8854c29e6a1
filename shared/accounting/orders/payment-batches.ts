import type { PaymentToOrder } from './payment-to-order.ts'

/** Payments that a bank books together: those of one currency. */
export type PaymentBatch<Payment> = {
  readonly payment_information_id: string
  readonly currency: string
  readonly payments: readonly Payment[]
}

/** The batches of an order, in the order of its payments. */
export function batchesOf<Payment extends Pick<PaymentToOrder, 'currency'>>(
  message_id: string,
  payments: readonly Payment[],
): PaymentBatch<Payment>[] {
  return [...Map.groupBy(payments, ({ currency }) => currency)].map(([currency, alike], index) => ({
    payment_information_id: `${message_id}-B${index + 1}`,
    currency,
    payments: alike,
  }))
}
