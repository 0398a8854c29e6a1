import { qrCodeRequest } from '../../shared/contract/qr-bills/qr-bills.ts'
import { compute, routes } from '../http/route.ts'
import { qrBillOperations } from './operations.ts'
import { readQrBill } from './read-qr-bill.ts'

export const qrBillRoutes = routes(qrBillOperations, {
  readQrBill: compute('/v1/qr-bills/read', qrCodeRequest, readQrBill),
})
