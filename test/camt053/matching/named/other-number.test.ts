import { expect } from 'chai'
import { otherNumberIn, saidNumbers } from '../../../../shared/camt053/matching/named/other-number.ts'

/** The number of a document, a text, and the other number that the text names. */
const CASES: readonly (readonly [own: string, text: string, other: string | null])[] = [
  ['STR-2026-1010', 'Rechnung STR-2026-1111', 'STR-2026-1111'],
  ['STR-2026-1010', 'rechnung str-2026-1111.', 'STR-2026-1111'],
  ['STR-2026-1010', 'Zahlung STR 2026 1111 danke', 'STR 2026 1111'],
  ['STR 2026/1010', 'STR20261111', 'STR20261111'],
  ['STR-2026-1010', 'Rechnung STR-2026-1010', null],
  ['STR-2026-1010', 'STR20261010, besten Dank', null],
  ['STR-2026-1010', 'STR-2026-1010 und STR-2026-1111', null],
  ['STR-2026-1010', 'Rechnungen STR-2026-1009/1010', null],
  ['STR-2026-1010', 'STR-2026-1009 + 1010', null],
  ['R-2026-101', 'R-2026-101+102', null],
  ['R-2026-102', 'R-2026-101+102', null],
  ['R-2026-103', 'R-2026-101+102+103', null],
  ['R-2026-1', 'R-2026-1+2', null],
  ['R-2026-2', 'R-2026-1+2', null],
  ['R-2026-2', 'R-2026-1, 2 und 3', null],
  ['R-2026-2', 'R-2026-1 2 Stk.', 'R-2026-1'],
  ['STR-2026-1010', 'Rechnung STR-2026-11', null],
  ['STR-2026-1010', 'Rechnung STA-2026-1111', null],
  ['STR-2026-1010', 'Kunden-Nr. STR-2026-1111', null],
  ['STR-2026-1010', 'Mandat STR-2026-1111', null],
  ['STR-2026-1010', 'Vertrag Nr. STR-2026-1111', null],
  ['CH-930076201162', 'auf CH93 0076 2011 6238 5295 7 vom 10.11.2026', null],
  ['CH-9300', 'auf CH93 0076 2011 6238 5295 7', null],
  ['4711', 'Rechnung 4712', '4712'],
  ['4711', 'Rechnung Nr. 4712', '4712'],
  ['4711', 'Facture n° 4712', '4712'],
  ['4711', 'RG-4712', '4712'],
  ['4711', 'Rechnungs-Nr: 4712', '4712'],
  ['4711', 'Rechnung 4711', null],
  ['4711', 'Kunde 4712', null],
  ['4711', 'Kunden-Nr. 4712', null],
  ['4711', 'Ihr Zeichen 4712', null],
  ['4711', 'Rechnung 2026', null],
  ['4711', 'Rechnung vom 10.11.2026 CHF 47.12', null],
  ['17801', 'Rechnung 178.00', null],
  ['20264711', 'Rechnung 20261110', null],
  ['20264711', 'Rechnung 20264712', '20264712'],
  ['210000', 'Rechnung 21 00000 00003 13947 14300 09017', null],
  ['101', 'Rechnung 102', null],
  ['R5', 'R6', null],
  ['1010/2026', 'Rechnung 1111/2026', '1111/2026'],
  ['', 'Rechnung 4712', null],
]

describe('another number of the series of a document', () => {
  for (const [own, text, other] of CASES)
    it(`${own || 'without one'} in "${text}": ${other ?? 'none'}`, () => {
      expect(otherNumberIn(saidNumbers(text), own)).to.equal(other)
    })
})
