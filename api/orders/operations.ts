import {
  madePaymentOrder,
  paymentOrder,
  paymentOrderFile,
  paymentOrderList,
} from '../../shared/contract/orders/payment-orders.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const orderOperations = {
  orderPayments: { response: madePaymentOrder, summary: 'Order a bank to pay payables; the file for the bank is made, and nothing is booked' },
  listPaymentOrders: { response: paymentOrderList, summary: 'Payment orders of an end customer, oldest first, without their payments' },
  getPaymentOrder: { response: paymentOrder, summary: 'One payment order with what became of each payment' },
  getPaymentOrderFile: { response: paymentOrderFile, summary: 'The pain.001 for the bank, byte by byte as it was made' },
  reportStatus: { response: paymentOrder, summary: 'Take a pain.002 of the bank: rejected payments are free again, and none is paid by it' },
  withdrawPayments: { response: paymentOrder, summary: 'Take back an order that was not sent, or payments that the bank does not make' },
} as const satisfies Operations
