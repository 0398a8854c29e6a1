import { type Large, sums } from './large-request.ts'

/** A return of the first quarter, in every form. */
export function vatReturn(asked: string): readonly Large[] {
  const formats = ['application/json', 'text/csv', 'text/html', 'application/xml']
  return sums(({ taxed }) => `/v1/vat-returns/2026-Q1?end_customer_id=${taxed.end_customer_id}&${asked}`, formats)
}
