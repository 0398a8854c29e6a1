import type { OrderHead, PaymentToOrder } from '../../../shared/accounting/orders/payment-to-order.ts'

export const QR_IBAN = 'CH4431999123000889012'
export const QR_REFERENCE = '210000000003139471430009017'

export const HEAD: OrderHead = {
  message_id: 'HB-7',
  created_at: '2026-03-02T08:00:00Z',
  debtor_name: 'Muster & Söhne AG',
  debtor_iban: 'CH5604835012345678009',
  execution_date: '2026-03-04',
}

/** A sound payment in francs to an ordinary IBAN. */
export const PAYMENT: PaymentToOrder = {
  end_to_end_id: 'HB-7-1',
  amount_minor: 10_810n,
  currency: 'CHF',
  creditor_name: 'Schreinerei <Holz> GmbH',
  creditor_address: { street: 'Bahnhofstrasse', house_number: '5', zip: '8001', city: 'Zürich', country: 'ch' },
  creditor_iban: 'CH93 0076 2011 6238 5295 7',
  payment_reference: null,
  document_number: 'R-1 & 2',
}
