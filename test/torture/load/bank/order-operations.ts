import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { IBAN } from '../../../camt053/messages.ts'
import { statusReport } from '../../../camt053/status-report.ts'
import { SUPPLIER_IBANS } from '../bodies.ts'
import { any, type Operation, post } from '../request.ts'

/** One way to use each endpoint that orders payments or takes orders back. */
export const ORDER_OPERATIONS = {
  'post /v1/payment-orders': {
    weight: 5,
    async ask(random, { customer, list }) {
      const open = (await list('/v1/supplier-payables', '&state=open')).filter(
        ({ open_amount, ordered }) => random.isOneIn(8) || (open_amount.amount_minor > 0 && ordered === null),
      )
      const chosen = [any(random, open), any(random, open)].flatMap((payable) => payable?.id ?? [])
      const debits = random.isOneIn(2) ? await list('/v1/camt-053/entries', '&limit=500') : []
      const order = {
        end_customer_id: customer,
        bank_account: IBAN,
        execution_date: todayInSwitzerland(),
        ...(random.isOneIn(2) && { accepted_ibans: [any(random, SUPPLIER_IBANS) ?? SUPPLIER_IBANS[0]] }),
        accepted_debits: debits.flatMap(({ id, credit_debit_indicator: way }) => (way === 'DBIT' ? [id] : [])),
      }
      const payables = { payables: [...new Set(chosen)] }
      if (chosen.length === 0) return null
      return post('/v1/payment-orders', {
        ...order,
        ...(random.isOneIn(4) ? { select: { currency: 'CHF' } } : payables),
      })
    },
  },
  'post /v1/payment-orders/:payment_order_id/status-reports': {
    weight: 3,
    async ask(random, { customer, list, one }) {
      const listed = any(random, await list('/v1/payment-orders'))
      const order = listed && (await one(`/v1/payment-orders/${listed.id}`))
      if (!order) return null
      const payments = order.payments.map(({ end_to_end_id: id }) => ({
        id,
        status: random.isOneIn(2) ? 'RJCT' : 'ACCP',
      }))
      const batches = [{ id: order.batches[0]?.payment_information_id ?? '', status: 'PART', payments }]
      const path = `/v1/payment-orders/${order.id}/status-reports?end_customer_id=${customer}`
      return { method: 'POST', path, body: statusReport(order.message_id, { status: 'PART' }, batches) }
    },
  },
  'post /v1/payment-orders/:payment_order_id/withdraw': {
    weight: 3,
    async ask(random, { name, customer, list }) {
      const order = any(random, await list('/v1/payment-orders'))
      const word = random.isOneIn(2) && { cancelled_by_bank: true }
      return (
        order && post(`/v1/payment-orders/${order.id}/withdraw`, { end_customer_id: customer, reason: name, ...word })
      )
    },
  },
} as const satisfies Readonly<Record<string, Operation>>
