import { paymentPart, qrBill } from '../../shared/contract/qr-bills/qr-bills.ts'
import type { Operations } from '../http/endpoint.ts'

export const qrBillOperations = {
  getPaymentPart: { response: paymentPart, summary: 'The QR-bill of what is open of an invoice, as JSON, SVG or PDF' },
  readQrBill: {
    response: qrBill,
    summary: 'Turn the text of a scanned Swiss QR code into an expense document to send',
  },
} as const satisfies Operations
