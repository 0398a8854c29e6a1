import { paymentPartQuery, qrCodeRequest } from '../../shared/contract/qr-bills/qr-bills.ts'
import { compute, get, routes } from '../http/route.ts'
import { PAYMENT_PART_FORMATS } from './draw-payment-part.ts'
import { qrBillOperations } from './operations.ts'
import { readPaymentPart } from './read-payment-part.ts'
import { readQrBill } from './read-qr-bill.ts'

export const qrBillRoutes = routes(qrBillOperations, {
  getPaymentPart: get('/v1/documents/:document_id/qr-bill', paymentPartQuery, readPaymentPart, {
    formats: PAYMENT_PART_FORMATS,
    cost: 'expensive',
  }),
  readQrBill: compute('/v1/qr-bills/read', qrCodeRequest, readQrBill),
})
