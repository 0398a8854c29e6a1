import { bankOfOrders } from './bank-of-orders.ts'
import { one, type PayableInOrders } from './payable-in-orders.ts'

/** What comes back, and is booked by a voucher: with the name of the payment, where its debit had it. */
export function refundsOf(books: Parameters<typeof bankOfOrders>[0], id: string, model: PayableInOrders) {
  const { moved, refund } = bankOfOrders(books)
  return {
    async refund({ which: at }: { which: number }) {
      const settled = one(model.standing(), at)
      if (!settled) return
      const { amount, names } = settled
      const { id: entry_id } = await moved(amount, names?.end_to_end_id ?? null, 'AC04')
      await refund(id, amount, entry_id)
      settled.is_refunded = true
      model.refunds.push({ amount, names, at: model.next() })
    },
  }
}
