import { expect } from 'chai'
import {
  type DatedDocument,
  laterMonthIn,
  textOfMonths,
} from '../../../../shared/camt053/matching/named/months-of-bills.ts'

const OCTOBER = {
  document_number: null,
  document_date: '2026-10-10',
  due_date: '2026-11-28' as string | null,
  partner_name: 'Strom & Gas Bern AG',
}
const OF_SECOND_HALF = { ...OCTOBER, document_date: '2026-10-25' }
const OF_JANUARY = { ...OCTOBER, document_date: '2026-01-10', due_date: null }
const DECEMBER = { ...OCTOBER, document_date: '2026-12-10', due_date: null }

/** A bill, a text, and the day of a later invoice that it names. */
const CASES: readonly (readonly [document: DatedDocument, text: string, later: string | null])[] = [
  [OCTOBER, 'Rechnung vom 01.11.2026', '01.11.2026'],
  [OCTOBER, 'Rg. v. 1.11.26', '1.11.26'],
  [OCTOBER, 'Facture du 01.11.2026', '01.11.2026'],
  [OCTOBER, 'Fattura del 2026-11-01', '2026-11-01'],
  [OCTOBER, 'Rechnung 4711 vom 01.11.2026', '01.11.2026'],
  [OF_SECOND_HALF, 'Invoice dated 10.11.2026', '10.11.2026'],
  [OCTOBER, 'Rechnung vom 1. November 2026', '1 november 2026'],
  [OCTOBER, 'Rechnung vom 25. Nov. 2026', '25 nov 2026'],
  [OCTOBER, 'Rechnung vom 25. November', '25 november'],
  [OCTOBER, 'Facture du 25 novembre 2026', '25 novembre 2026'],
  [OCTOBER, 'Facture du 1er novembre', '1er novembre'],
  [OCTOBER, 'Invoice of 25 November 2026', '25 november 2026'],
  [OCTOBER, 'Invoice of November 25, 2026', 'november'],
  [OCTOBER, 'Fattura del 25/11/2026', '25/11/2026'],
  [OCTOBER, 'Re. vom 25.11.2026', '25.11.2026'],
  [OCTOBER, 'RE vom 25.11.26', '25.11.26'],
  [OCTOBER, 'Rechnung vom 25.11.', '25.11'],
  [OCTOBER, 'Rech. v. 25.11.', '25.11'],
  [OCTOBER, 'Beleg vom 25.11.2026', '25.11.2026'],
  [OCTOBER, 'Rechnung 25.11.2026', '25.11.2026'],
  [OCTOBER, 'Rg 25.11.26', '25.11.26'],
  [OCTOBER, 'RE: 25/11/2026', '25/11/2026'],
  [OCTOBER, 'Invoice 2026-11-25', '2026-11-25'],
  [OCTOBER, 'Strom Bern Rechnung 25. November 2026', '25 november 2026'],
  [OCTOBER, 'Facture 25 novembre 2026', '25 novembre 2026'],
  [OCTOBER, 'Zahlung Rechnung 25.11.2026', '25.11.2026'],
  [DECEMBER, 'Rechnung vom 5.1.', '5.1'],
  [OF_JANUARY, 'Rechnung vom 15.12.', null],
  [OCTOBER, 'Rechnung vom 10.10.', null],
  [OCTOBER, 'Rechnung vom 10. Oktober', null],
  [OCTOBER, 'Rechnung vom 28. November', null],
  [OCTOBER, 'Rechnung 25.11', null],
  [OCTOBER, 'Rechnung 25 November', null],
  [OCTOBER, 'Zahlung vom 25. November', null],
  [OCTOBER, 'Rechnung bezahlt am 25. November 2026', null],
  [OCTOBER, 'Rechnung vom 10.10.2026', null],
  [OCTOBER, 'Rechnung vom 10.10.2026 und Rechnung vom 10.11.2026', null],
  [OCTOBER, 'Rechnung vom 01.09.2026', null],
  [OCTOBER, 'Rechnung vom 28.11.2026', null],
  [OCTOBER, 'Rechnung bezahlt am 01.11.2026', null],
  [OCTOBER, 'Rechnung per 01.11.2026', null],
  [OCTOBER, 'Dauerauftrag Rechnung vom 01.11.2026', null],
  [OCTOBER, 'Abrechnung vom 01.11.2026', null],
  [OCTOBER, 'Zahlung vom 01.11.2026', null],
  [OCTOBER, 'Bern 2026-11-01', null],
  [OCTOBER, 'Rechnung 10.10.2026', null],
  [OCTOBER, 'Rechnung 28.11.2026', null],
  [OCTOBER, 'Rechnung 10.10.2026, 25.11.2026', null],
  [OCTOBER, 'Rechnung Valuta 25.11.2026', null],
  [OCTOBER, 'Rechnung Bezug 25.11.2026', null],
  [OCTOBER, 'Bezug 25.11.2026', null],
  [OCTOBER, 'Rechnung 25.11.2026 bezahlt', null],
  [OCTOBER, 'Rechnung 25.11.2026 Valuta', null],
  [OCTOBER, 'Mahnung Rechnung 25.11.2026', null],
  [OCTOBER, 'Abrechnung 25.11.2026', null],
  [OCTOBER, 'Dauerauftrag Rechnung 25.11.2026', null],
  // The days of a span are those of what is billed.
  [OCTOBER, 'Rechnung 25.09.2026 - 24.11.2026', null],
  [OCTOBER, 'Rechnung 25.11.2026 - 24.12.2026', null],
  [OCTOBER, 'Rechnung 25.11.2026 bis 24.12.2026', null],
  [OCTOBER, 'Rechnung 25. November 2026 bis 24. Dezember 2026', null],
  [OCTOBER, 'Rechnung 25.11.2026-24.12.2026', null],
]

describe('the day of another bill', () => {
  for (const [document, text, later] of CASES)
    it(`${document.document_date} in "${text}": ${later ?? 'none'}`, () => {
      expect(laterMonthIn(textOfMonths(text), document)).to.equal(later)
    })
})
