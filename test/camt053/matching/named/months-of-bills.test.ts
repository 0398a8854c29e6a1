import { expect } from 'chai'
import {
  type DatedDocument,
  laterMonthIn,
  namesMonthOf,
  textOfMonths,
} from '../../../../shared/camt053/matching/named/months-of-bills.ts'

const OCTOBER = {
  document_number: null as string | null,
  document_date: '2026-10-10',
  due_date: '2026-11-28',
  partner_name: 'Strom & Gas Bern AG',
}
const OF_JULY = { ...OCTOBER, document_date: '2026-07-01', due_date: null }
const OF_SECOND_HALF = { ...OCTOBER, document_date: '2026-10-25' }
const DUE_EARLY = { ...OCTOBER, due_date: '2026-11-01' }
const NUMBERED = { ...OCTOBER, document_number: 'RE-2026-10', document_date: '2026-10-01', due_date: '2026-10-31' }
const IN_A_ROW = { ...NUMBERED, document_number: 'RE-202610' }
const WITH_A_TERM = { ...NUMBERED, document_date: '2026-10-05', due_date: '2026-11-04' }
const BILLED_AHEAD = { ...NUMBERED, document_number: 'RE-2026-11', document_date: '2026-10-25' }
const COUNTED = { ...NUMBERED, document_date: '2026-05-08', due_date: null }
const OF_MAY = { ...OCTOBER, document_date: '2026-03-10', due_date: null, partner_name: 'Karl May' }
const DECEMBER = { ...OCTOBER, document_date: '2026-12-10', due_date: null }

/** A bill, a text, and the month of a later bill that it names. */
const CASES: readonly (readonly [document: DatedDocument, text: string, later: string | null])[] = [
  [OCTOBER, 'Rechnung November 2026', 'november 2026'],
  [OCTOBER, 'Rechnung vom November', 'november'],
  [OCTOBER, 'Miete 11/2026', '11/2026'],
  [OCTOBER, 'Loyer novembre', 'novembre'],
  [OCTOBER, 'loyer du mois de décembre', 'decembre'],
  [OCTOBER, "Affitto novembre '26", 'novembre'],
  [OCTOBER, 'Miete Lager Bern Nov. 2026', 'nov 2026'],
  [OCTOBER, 'Novembermiete', 'novembermiete'],
  [OCTOBER, 'Strom Nov.', 'nov'],
  [OCTOBER, 'Bern November', 'november'],
  [OCTOBER, 'Miete Januar 2027', 'januar 2027'],
  [DECEMBER, 'Miete Januar', 'januar'],
  // The name of who bills it is no month.
  [OF_MAY, 'Rechnung Karl May', null],
  [OF_MAY, 'Honorar Juni Karl May', 'juni'],
  // In other figures, as a period, and in one word.
  [OCTOBER, 'Miete 11.26', '11.26'],
  [OCTOBER, 'Miete 11-2026', '11-2026'],
  [OCTOBER, 'Miete 11 2026', '11/2026'],
  [OCTOBER, 'Miete 2026-11', '2026-11'],
  [OCTOBER, 'Strom 202611', '202611'],
  [OCTOBER, 'Miete per 1.11.2026', '11/2026'],
  [OCTOBER, 'Miete 1.11.-30.11.2026', '11/2026'],
  [OCTOBER, 'Miete vom 01.11.2026 bis 30.11.2026', '11/2026'],
  [OCTOBER, 'Miete 1.10.-31.12.26', null],
  [OCTOBER, 'Wohnungsmiete November', 'november'],
  [OCTOBER, 'Handyrechnung November', 'november'],
  // Joined to another word or to a year, behind the number of a house, and as a quarter.
  ...['Miete/November', 'Miete-November', 'Miete_November', 'MieteNovember', 'Miete f. Nov./Gewerbe'].map(
    (text) =>
      [OCTOBER, text, text.endsWith('e') ? 'nov' : text === 'MieteNovember' ? 'mietenovember' : 'november'] as const,
  ),
  ...['Miete Nov-26', 'Miete Nov26', 'Miete Nov.2026', 'Miete NOV2026', 'Miete Nov/26'].map(
    (text) => [OCTOBER, text, 'nov 2026'] as const,
  ),
  [OCTOBER, 'Miete 112026', '112026'],
  [OCTOBER, 'Miete 30.11.2026', '11/2026'],
  [OCTOBER, 'Miete 29.11.2026', null],
  [OCTOBER, 'Miete Bahnhofstr. 11 November', 'november'],
  [OCTOBER, 'Wohnung 4 Nov', 'nov'],
  [OCTOBER, 'Miete 11 November', null],
  [OF_JULY, 'Miete Q4/2026', 'okt-dez 2026'],
  [{ ...OF_JULY, document_date: '2026-09-01' }, 'Miete 4. Quartal', 'okt-dez'],
  [OF_JULY, 'Miete 10-12/2026', 'okt-dez 2026'],
  [OCTOBER, 'Miete Q4/2026', null],
  [OCTOBER, 'Miete 10-12/2026', null],
  [OCTOBER, 'Miete Okt-Dez', null],
  [OCTOBER, 'Miete November/Dezember', 'november/dezember'],
  [OCTOBER, 'Miete Jan-26', null],
  [OCTOBER, 'Miete Jan-Peter', null],
  [OCTOBER, 'Rechnung Mai-Gasse', null],
  // Beside a number that is made of a year and a month, these say it alone.
  [NUMBERED, 'Miete 2026-11', '2026-11'],
  [NUMBERED, '2026-11', '2026-11'],
  [NUMBERED, '2026/11 danke', '2026/11'],
  [NUMBERED, 'Rechnung 2026-11', '2026-11'],
  [IN_A_ROW, '202611', '202611'],
  [WITH_A_TERM, 'Miete 2026-11', '2026-11'],
  [BILLED_AHEAD, '2026-12', '2026-12'],
  [BILLED_AHEAD, '2026-11', null],
  [COUNTED, 'Honorar 2026-10', null],
  [COUNTED, 'Honorar 2026-09 + 10', null],
  [COUNTED, '2026-05', null],
  [NUMBERED, '2026-10', null],
  [NUMBERED, '2026-09', null],
  [NUMBERED, '2026-10, 2026-11', null],
  [NUMBERED, 'Kunden-Nr. 2026-11', null],
  [NUMBERED, 'Dauerauftrag 2026-11', null],
  [NUMBERED, 'Valuta 2026-11', null],
  [NUMBERED, 'Valuta 2026-11-20, 20261120, 20.11.2026', null],
  [NUMBERED, 'Tel. 031 202 61 11', null],
  [OCTOBER, '2026-11', null],
  // Its own month, and what it may be all the same.
  [OCTOBER, 'Rechnung Oktober 2026', null],
  [OCTOBER, 'Rechnung September', null],
  [OCTOBER, 'Miete Oktober und November', null],
  [OCTOBER, 'Miete Oktober-Dezember 2026', null],
  [OCTOBER, 'Miete November, Rechnung Oktober', null],
  [OCTOBER, 'Miete März', null],
  [DECEMBER, 'Miete November', null],
  [OF_SECOND_HALF, 'Miete November', null],
  [OF_SECOND_HALF, 'Miete Dezember', 'dezember'],
  [DUE_EARLY, 'Miete November', null],
  // Days, payments and what is nobody's bill.
  [OCTOBER, 'Rechnung bezahlt im November', null],
  [OCTOBER, 'Rechnung fällig per November', null],
  [OCTOBER, 'Zahlung November', null],
  [OCTOBER, 'Dauerauftrag 11/2026', null],
  [OCTOBER, 'November', null],
  [OCTOBER, 'Rechnung 11/2026', null],
  [OCTOBER, 'Rechnung bezahlt 20.11.2026', null],
  [OCTOBER, 'Rechnung 2026-11', null],
  [OCTOBER, 'Miete 20 11 2026', null],
  [OCTOBER, 'Miete 20.11.-25.11.2026', null],
  [OCTOBER, 'Miete zahlbar per 1.11.2026', null],
  [OCTOBER, 'Akonto 3 2026', null],
  [OCTOBER, 'Strom CHF 11.26', null],
  [OCTOBER, 'Strom 11.28', null],
  [OCTOBER, 'Strom 11.50', null],
  [OCTOBER, 'Lohnabrechnung November', null],
  [OCTOBER, 'Rechnung Mai AG', null],
  [OCTOBER, '', null],
]

describe('the month of another bill', () => {
  for (const [document, text, later] of CASES)
    it(`${document.document_date} in "${text}": ${later ?? 'none'}`, () => {
      expect(laterMonthIn(textOfMonths(text), document)).to.equal(later)
    })

  it('is the own one of the bill of that month, and of the next where it is billed afterwards', () => {
    const named = ['2026-10-10', '2026-10-25', '2026-11-10', '2026-12-03', '2027-01-10'].map((document_date) =>
      namesMonthOf(textOfMonths('Rechnung November 2026'), { ...OCTOBER, document_date }),
    )
    expect(named).to.deep.equal([false, true, true, true, false])
  })

  it('is not looked for in a word of thousands of signs, each of which would be one of the rest', () => {
    for (const sign of '/-–.') {
      const { words } = textOfMonths(`Miete November ${`x${sign}`.repeat(5_000)}`)
      expect(words.length, sign).to.be.below(10)
    }
  })

  it('is looked for at a few places of a text alone, however many days and months it has', () => {
    for (const word of ['vom 1.11', '1.11.2026', '1. November 2026', 'November', 'Miete 11/2026']) {
      const { days, places } = textOfMonths(`Rechnung ${`${word} `.repeat(1_000)}`)
      expect([days.length, places.length], word).to.deep.equal([0, 0])
    }
    const { days, places } = textOfMonths('Rechnung vom 1.11.2026, Miete November')
    expect([days.length, places.length]).to.deep.equal([1, 1])
  })

  it('is the own one of the bill whose number it is, whenever that was written', () => {
    const named = ['RE-2026-11', 'RE-2026-12', null].map((document_number) =>
      namesMonthOf(textOfMonths('2026-11'), { ...COUNTED, document_number }),
    )
    expect(named).to.deep.equal([true, false, false])
  })
})
