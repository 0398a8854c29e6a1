import { expect } from 'chai'
import { defectsOfPayment } from '../../../shared/accounting/orders/defects-of-payment.ts'
import type { PaymentToOrder } from '../../../shared/accounting/orders/payment-to-order.ts'
import { PAYMENT, QR_IBAN, QR_REFERENCE } from './orders.ts'

const { creditor_address } = PAYMENT
const GERMAN = 'DE89 3704 0044 0532 0130 00'
const TURKISH = 'TR33 0006 1005 1978 6457 8413 26'

/** What is changed of a sound payment, and the defects that it then has. */
const CASES: readonly (readonly [changed: Partial<PaymentToOrder>, defects: readonly string[]])[] = [
  [{}, []],
  [{ payment_reference: 'RF18 5390 0754 7034' }, []],
  [{ creditor_iban: QR_IBAN, payment_reference: QR_REFERENCE }, []],
  [{ creditor_iban: QR_IBAN, payment_reference: QR_REFERENCE, currency: 'EUR' }, []],
  [{ creditor_iban: GERMAN, currency: 'EUR' }, []],
  [{ amount_minor: 0n }, ['out_of_range /amount']],
  [{ amount_minor: -1n }, ['out_of_range /amount']],
  [{ amount_minor: 99_999_999_999n }, []],
  [{ amount_minor: 100_000_000_000n }, ['out_of_range /amount']],
  [{ currency: 'USD' }, ['currency_not_supported /amount/currency']],
  [{ creditor_iban: null }, ['creditor_iban_missing /creditor/iban']],
  [{ creditor_iban: ' ' }, ['creditor_iban_missing /creditor/iban']],
  [{ creditor_iban: 'CH9300762011623852958' }, ['iban_invalid /creditor/iban']],
  [{ creditor_iban: GERMAN }, ['agent_missing /creditor/bic']],
  [{ creditor_iban: TURKISH, currency: 'EUR' }, ['agent_missing /creditor/bic']],
  [{ creditor_iban: TURKISH, currency: 'EUR', creditor_bic: 'TCZBTR2A' }, []],
  [{ creditor_iban: GERMAN, creditor_bic: 'COBADEFF' }, []],
  [{ creditor_iban: GERMAN, currency: 'EUR', payment_reference: 'RF18 5390 0754 7034' }, []],
  [
    { creditor_iban: GERMAN, currency: 'EUR', payment_reference: QR_REFERENCE },
    ['reference_does_not_fit /payment_reference'],
  ],
  [{ creditor_iban: QR_IBAN, currency: 'EUR' }, ['reference_does_not_fit /payment_reference']],
  [{ currency: 'USD', creditor_bic: 'COBADEFF' }, ['currency_not_supported /amount/currency']],
  [{ creditor_name: null }, ['address_incomplete /creditor/structured_address']],
  [{ creditor_address: null }, ['address_incomplete /creditor/structured_address']],
  [{ creditor_address: { ...creditor_address, city: null } }, ['address_incomplete /creditor/structured_address']],
  [{ creditor_address: { town_name: 'Dublin', country: 'IE' } }, []],
  [{ creditor_address: { ...creditor_address, country: 'AUT' } }, ['address_incomplete /creditor/structured_address']],
  [{ creditor_address: { ...creditor_address, country: '' } }, ['address_incomplete /creditor/structured_address']],
  [{ creditor_name: 'Nguyễn & Łódź – Søn ☃' }, []],
  [{ creditor_name: 'Дом Holz' }, ['letters_not_latin /creditor/name']],
  [{ creditor_address: { ...creditor_address, city: '東京' } }, ['letters_not_latin /creditor/structured_address']],
  [{ creditor_address: { ...creditor_address, remark: '東京' } }, []],
  [{ payment_reference: '123' }, ['reference_invalid /payment_reference']],
  [{ payment_reference: QR_REFERENCE }, ['reference_does_not_fit /payment_reference']],
  [{ creditor_iban: QR_IBAN }, ['reference_does_not_fit /payment_reference']],
  [{ creditor_iban: QR_IBAN, payment_reference: 'RF18539007547034' }, ['reference_does_not_fit /payment_reference']],
  [
    { creditor_iban: null, creditor_address: null },
    ['creditor_iban_missing /creditor/iban', 'address_incomplete /creditor/structured_address'],
  ],
]

describe('defects of a payment to order', () => {
  CASES.forEach(([changed, defects], index) => {
    it(`case ${index + 1}: ${defects.join(', ') || 'none'}`, () => {
      const found = defectsOfPayment({ ...PAYMENT, ...changed })
      expect(found.map(({ code, pointer }) => `${code} ${pointer}`)).to.deep.equal(defects)
    })
  })
})
