import type { oneQuery } from '../../contract/facts/source-facts.ts'
import type { paymentOrderRequest } from '../../contract/orders/payment-order-request.ts'
import type {
  madePaymentOrder,
  paymentOrder,
  paymentOrderFile,
  paymentOrderFileQuery,
  paymentOrderList,
  paymentOrderQuery,
  paymentOrderWithdrawal,
  statusReportQuery,
} from '../../contract/orders/payment-orders.ts'
import { posts, reads, uploads } from '../operation.ts'

// biome-ignore format: one line for each operation
export const orderCalls = {
  orderPayments: posts<typeof paymentOrderRequest, typeof madePaymentOrder>('/v1/payment-orders'),
  listPaymentOrders: reads<typeof paymentOrderQuery, typeof paymentOrderList>('/v1/payment-orders'),
  getPaymentOrder: reads<typeof oneQuery, typeof paymentOrder, 'payment_order_id'>('/v1/payment-orders/:payment_order_id'),
  getPaymentOrderFile: reads<typeof paymentOrderFileQuery, typeof paymentOrderFile, 'payment_order_id'>('/v1/payment-orders/:payment_order_id/file'),
  reportStatus: uploads<typeof statusReportQuery, typeof paymentOrder, 'payment_order_id'>('/v1/payment-orders/:payment_order_id/status-reports'),
  withdrawPayments: posts<typeof paymentOrderWithdrawal, typeof paymentOrder, 'payment_order_id'>('/v1/payment-orders/:payment_order_id/withdraw'),
} as const
