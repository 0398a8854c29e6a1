import { type Example, ours } from '../example.ts'

const QR_CODE = [
  ...[
    'SPC',
    '0200',
    '1',
    'CH4431999123000889012',
    'S',
    'Papeterie Muster AG',
    'Hauptstrasse',
    '1',
    '3011',
    'Bern',
    'CH',
  ],
  ...[
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '108.10',
    'CHF',
    'S',
    'Treuhand Beispiel GmbH',
    'Bahnhofplatz',
    '2',
    '8001',
    'Zürich',
    'CH',
  ],
  ...[
    'QRR',
    '210000000003139471430009017',
    'Papier',
    'EPD',
    '//S1/10/R-48377/11/260314/30/116281710/32/8.1/40/2:10;0:30',
  ],
].join('\n')

/** A scanned bill. */
export const QR_BILLS: readonly Example[] = [
  {
    name: 'qr-bill-read',
    operation_id: 'readQrBill',
    summary: 'A scanned bill with Swico billing information, as the payload of an expense document',
    request: () => ({ body: { ...ours, text: QR_CODE } }),
  },
]
