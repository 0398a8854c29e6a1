import type { PaymentPartQuery } from '../../shared/contract/qr-bills/qr-bills.ts'
import type { BilledItemRow } from '../../shared/store/open-items/billed-items.ts'
import type { Format } from '../http/endpoint.ts'
import { drawInThread } from './drawing/draw-in-thread.ts'
import type { DrawingOrder } from './drawing/order.ts'
import { findBill } from './read-payment-part.ts'

type Language = NonNullable<PaymentPartQuery['language']>
const LANGUAGES = { de: 'DE', fr: 'FR', it: 'IT', en: 'EN' } as const satisfies Record<Language, string>

/** The payment part with receipt: a picture of 210 × 105 mm, and a page of A4 that ends with it. */
export const PAYMENT_PART_FORMATS: Readonly<Record<'svg' | 'pdf', Format<PaymentPartQuery>>> = {
  svg: { media_type: 'image/svg+xml', read: drawn('svg') },
  pdf: { media_type: 'application/pdf', is_text: false, read: drawn('pdf') },
}

function drawn(format: DrawingOrder['format']): Format<PaymentPartQuery>['read'] {
  return async (deps, request) => {
    const { item, bill } = await findBill(deps, request)
    const language = LANGUAGES[request.query.language ?? (item.locale.slice(0, 2) as Language)]
    const title = bill.message ?? bill.reference ?? ''
    const body = await drawInThread(
      request.caller.key_id,
      { format, language, bill, title, date: item.document_date },
      request.abandoned,
    )
    return {
      body: typeof body === 'string' ? body : Buffer.from(body),
      headers: { 'Content-Disposition': `inline; filename="${fileNameOf(item)}.${format}"` },
    }
  }
}

function fileNameOf({ document_number }: BilledItemRow): string {
  return `qr-bill-${(document_number ?? '').replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 60)}`
}
