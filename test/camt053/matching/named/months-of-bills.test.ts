import { expect } from 'chai'
import { laterMonthIn, namesMonthOf, textOfMonths } from '../../../../shared/camt053/matching/named/months-of-bills.ts'

const OCTOBER = { document_date: '2026-10-10', due_date: '2026-11-28', partner_name: 'Strom & Gas Bern AG' }
const OF_SECOND_HALF = { ...OCTOBER, document_date: '2026-10-25' }
const DUE_EARLY = { ...OCTOBER, due_date: '2026-11-01' }
const DECEMBER = { ...OCTOBER, document_date: '2026-12-10', due_date: null }

/** A bill, a text, and the month of a later bill that it names. */
const CASES: readonly (readonly [document: typeof OCTOBER | typeof DECEMBER, text: string, later: string | null])[] = [
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
  [OCTOBER, 'Rechnung vom 20. November 2026', null],
  [OCTOBER, 'Rechnung bezahlt im November', null],
  [OCTOBER, 'Rechnung fällig per November', null],
  [OCTOBER, 'Zahlung November', null],
  [OCTOBER, 'Dauerauftrag 11/2026', null],
  [OCTOBER, 'November', null],
  [OCTOBER, 'Rechnung 11/2026', null],
  [OCTOBER, 'Rechnung 20.11.2026', null],
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
})
