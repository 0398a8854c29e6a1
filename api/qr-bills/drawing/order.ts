import type { QrBill } from '../../../shared/accounting/qr-bills/qr-bill.ts'

/** What is to be drawn. Equal orders give equal files. */
export type DrawingOrder = {
  readonly format: 'svg' | 'pdf'
  readonly language: 'DE' | 'FR' | 'IT' | 'EN'
  readonly bill: QrBill
  /** Of the PDF. */
  readonly title: string
  readonly date: string
}

export type Drawing = string | Uint8Array
