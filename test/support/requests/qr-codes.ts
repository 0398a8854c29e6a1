/** A QR bill with the elements of the guidelines' own example; each may be another. */
export function qrCode(elements: Partial<typeof EXAMPLE> = {}): string {
  const { version, iban, creditor, amount, currency, debtor, reference_type, reference, message, billing } = {
    ...EXAMPLE,
    ...elements,
  }
  const lines = [
    'SPC',
    version,
    '1',
    iban,
    ...creditor,
    ...NOBODY,
    amount,
    currency,
    ...debtor,
    reference_type,
    reference,
  ]
  return [...lines, message, 'EPD', billing].join('\r\n')
}

const NOBODY = ['', '', '', '', '', '', '']

const EXAMPLE = {
  version: '0200',
  iban: 'CH4431999123000889012',
  creditor: ['S', 'Max Muster & Söhne', 'Musterstrasse', '123', '8000', 'Seldwyla', 'CH'],
  amount: '1949.75',
  currency: 'CHF',
  debtor: ['S', 'Simon Muster', 'Musterstrasse', '1', '8000', 'Seldwyla', 'CH'],
  reference_type: 'QRR',
  reference: '210000000003139471430009017',
  message: 'Order from 15.10.2020',
  billing: '//S1/10/1234/11/201021/30/102673386/32/7.7/40/0:30',
}
