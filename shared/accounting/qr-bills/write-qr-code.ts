import { decimal } from '../amounts/decimal.ts'
import type { QrBill, QrParty } from './qr-bill.ts'

const NOBODY = ['', '', '', '', '', '', '']

/**
 * The text of the Swiss QR code of a bill.
 *
 * @source Swiss Implementation Guidelines QR-bill 2.3, chapter 4: data structure
 */
export function writeQrCode(bill: QrBill): string {
  const { iban, creditor, amount_minor, currency, debtor, reference_type, reference, message, billing_information } =
    bill
  const lines = [
    ...['SPC', '0200', '1', iban],
    ...linesOf(creditor),
    ...NOBODY, // the ultimate creditor, for future use
    ...[amount_minor === null ? '' : decimal(amount_minor, currency), currency],
    ...(debtor ? linesOf(debtor) : NOBODY),
    ...[reference_type, reference ?? '', message ?? '', 'EPD'],
  ]
  return [...lines, ...(billing_information === null ? [] : [billing_information])].join('\n')
}

function linesOf(party: QrParty): string[] {
  const { address_type, name, street_or_line, number_or_line, post_code, town_name, country } = party
  return [address_type, name, street_or_line ?? '', number_or_line ?? '', post_code ?? '', town_name ?? '', country]
}
