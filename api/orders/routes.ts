import { oneQuery } from '../../shared/contract/facts/source-facts.ts'
import { paymentOrderRequest } from '../../shared/contract/orders/payment-order-request.ts'
import {
  paymentOrderFileQuery,
  paymentOrderQuery,
  paymentOrderWithdrawal,
  statusReportQuery,
} from '../../shared/contract/orders/payment-orders.ts'
import { get, post, routes, upload } from '../http/route.ts'
import { orderOperations } from './operations.ts'
import { orderPayments } from './order-payments.ts'
import { PAIN_001, readOrderFile } from './read-order-file.ts'
import { readPaymentOrder } from './read-payment-order.ts'
import { readPaymentOrders } from './read-payment-orders.ts'
import { STATUS_REPORT_FILE } from './receive-status-report.ts'
import { reportStatus } from './report-status.ts'
import { orderTrial } from './trials/try-order.ts'
import { withdrawPayments } from './withdraw-payments.ts'

// biome-ignore format: one line for each endpoint
export const orderRoutes = routes(orderOperations, {
  orderPayments: post('/v1/payment-orders', 201, paymentOrderRequest, orderPayments, { trial: orderTrial, cost: 'expensive' }),
  listPaymentOrders: get('/v1/payment-orders', paymentOrderQuery, readPaymentOrders),
  getPaymentOrder: get('/v1/payment-orders/:payment_order_id', oneQuery, readPaymentOrder, { cost: 'expensive' }),
  getPaymentOrderFile: get('/v1/payment-orders/:payment_order_id/file', paymentOrderFileQuery, readOrderFile, { formats: { xml: PAIN_001 } }),
  reportStatus: upload('/v1/payment-orders/:payment_order_id/status-reports', 201, statusReportQuery, STATUS_REPORT_FILE, reportStatus),
  withdrawPayments: post('/v1/payment-orders/:payment_order_id/withdraw', 201, paymentOrderWithdrawal, withdrawPayments, { cost: 'expensive' }),
})
