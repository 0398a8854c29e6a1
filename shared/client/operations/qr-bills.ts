import type { paymentPart, paymentPartQuery, qrBill, qrCodeRequest } from '../../contract/qr-bills/qr-bills.ts'
import { computes, reads } from '../operation.ts'

// biome-ignore format: one line for each operation
export const qrBillCalls = {
  getPaymentPart: reads<typeof paymentPartQuery, typeof paymentPart, 'document_id'>('/v1/documents/:document_id/qr-bill'),
  readQrBill: computes<typeof qrCodeRequest, typeof qrBill>('/v1/qr-bills/read'),
} as const
