import { bankOfOrders } from './bank-of-orders.ts'
import { type ModelPayment, type ModelSettlement, one, type PayableInOrders } from './payable-in-orders.ts'

/** What comes back, and is booked by a voucher. Without the name of a payment it is of the last one, if it has all of that. */
export function refundsOf(books: Parameters<typeof bankOfOrders>[0], id: string, model: PayableInOrders) {
  const { moved, refund } = bankOfOrders(books)
  return {
    async refund({ which: at }: { which: number }) {
      const settled = one(model.standing(), at)
      if (!settled) return
      const { id: entry_id } = await moved(settled.amount, settled.names?.end_to_end_id ?? null, 'AC04')
      await refund(id, settled.amount, entry_id)
      settled.is_refunded = true
      const waiting = model.payments.filter(({ kept }) => kept === 'ordered' || kept === 'paid')
      const last = settled.names ?? waiting.at(-1)
      const isAll =
        last !== undefined && settled.amount >= last.amount && model.settlements.some((own) => isPaidBy(own, last))
      if (last && (settled.names || isAll)) last.refunds.push(model.next())
    },
  }
}

function isPaidBy({ at, amount, stands }: ModelSettlement, payment: ModelPayment): boolean {
  return stands && at > payment.since && amount >= payment.amount
}
