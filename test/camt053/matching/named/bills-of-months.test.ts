import { expect } from 'chai'
import { withoutOtherMonths } from '../../../../shared/camt053/matching/named/bills-of-months.ts'

/** Rents of one amount, each of the first day of its month, and one that is billed ahead. */
const rent = (id: string, document_date: string, more: object = {}) => ({
  ...{ id, document_date, due_date: null, document_number: null, partner_name: 'Seeblick AG', partner_reference: null },
  ...more,
})
const RENTS = [
  rent('september', '2026-09-01'),
  rent('october', '2026-10-01'),
  rent('november', '2026-11-01'),
  rent('ahead', '2026-10-05', { due_date: '2026-11-01' }),
  rent('before', '2026-10-25', { due_date: '2026-11-01' }),
  rent('behind', '2026-11-25', { due_date: '2026-12-01' }),
  rent('parking', '2026-10-01', { partner_name: 'Seeblick Parking AG', partner_reference: 'P' }),
]
const ALL = RENTS.map(({ id }) => id)

/** The bills that are open, the text of a debit, and those that it holds back. */
const CASES: readonly (readonly [open: readonly string[], text: string, held: readonly string[]])[] = [
  [['september', 'october', 'november'], 'Miete November', ['november']],
  [['september', 'october', 'november'], 'Miete Oktober 2026', ['october']],
  [['september', 'october', 'november'], 'Novembermiete', ['november']],
  [['september', 'october', 'november'], 'Miete Okt + Nov', ['october', 'november']],
  [['september', 'november', 'ahead'], 'Miete November', ['november', 'ahead']],
  // The bill of October is not there, and may be the one of November.
  [['september', 'november'], 'Miete Oktober', ['november']],
  [['september', 'october', 'november'], 'Rechnung vom 01.10.2026', ['october']],
  [['september', 'october', 'november'], 'Facture du 1.11.26', ['november']],
  [['september', 'october', 'november'], 'Seeblick AG 2026-11-01', ['november']],
  // The day of the payment behind the month of the rent.
  [['september', 'october', 'november'], 'Miete Oktober 01.11.2026', ['october']],
  [['september', 'october', 'november'], 'Loyer octobre, 2026-11-01', ['october']],
  [['september', 'november'], 'Miete Oktober 01.09.2026', ['november']],
  // All of a span.
  [['september', 'october', 'november'], 'Miete Sept-Nov 2026', ['september', 'october', 'november']],
  [['september', 'october', 'november'], 'Miete September bis November 2026', ['september', 'october', 'november']],
  [['september', 'october', 'november'], 'Miete Juli - Oktober', ['september', 'october']],
  [['september', 'october', 'november'], 'Miete Q3 2026', ['september']],
  [['september', 'october', 'november'], 'Miete 1.9.-30.11.2026', ['september', 'october', 'november']],
  [['september', 'october', 'november'], 'Miete November bis Februar 2027', ['november']],
  [['september', 'october', 'november'], 'Miete September und November', ['september', 'november']],
  [['september', 'october', 'november'], 'Miete Sept/Nov', ['september', 'november']],
  [['september', 'october', 'november'], 'Bezahlt 01.11.2026', ['september', 'october', 'november']],
  [['september', 'october', 'november'], 'Seeblick AG bezahlt 2026-11-01', ['september', 'october', 'november']],
  [['september', 'october', 'november'], 'Dauerauftrag Seeblick 01.11.2026', ['september', 'october', 'november']],
  // None of them is of it.
  [['september', 'october'], 'Miete Dezember', ['september', 'october']],
  [['september', 'october'], 'Miete', ['september', 'october']],
  [['september', 'october'], '', ['september', 'october']],
  [['october', 'november', 'parking'], 'Miete November', ['november', 'parking']],
]

describe('equal bills of which a debit names the month', () => {
  const held = (
    open: readonly string[],
    text: string,
    reasons: readonly ('amount' | 'name' | 'number_in_text')[],
    days: { readonly day?: string; readonly value_day?: string } = {},
  ) => {
    const matches = open.map((target_id) => ({ target_id, amount_minor: 100n, score: 60, reasons }))
    const fits = open.map((payable) => ({ payable, is_certain: true, is_named: false }))
    const bills = new Map(RENTS.map((bill) => [bill.id, bill]))
    const found = withoutOtherMonths(fits, { text, ...days }, matches, bills)
    expect(found.map(({ payable }) => payable)).to.deep.equal(open)
    return found.filter(({ is_certain }) => is_certain).map(({ payable }) => payable)
  }
  for (const [open, text, expected] of CASES)
    it(`"${text}" holds ${expected.join(', ')} of ${open.join(', ')}`, () => {
      expect(held(open, text, ['amount', 'name'])).to.deep.equal(expected)
    })

  it('that was paid before one of them was written holds the other one', () => {
    const of = (days: object) => held(['before', 'behind'], 'Miete November', ['amount', 'name'], days)
    expect(of({ day: '2026-11-01' })).to.deep.equal(['before'])
    expect(of({ day: '2026-11-25' })).to.deep.equal(['before', 'behind'])
    expect(of({ day: '2026-10-01' })).to.deep.equal(['before', 'behind'])
    expect(of({})).to.deep.equal(['before', 'behind'])
  })

  it('and its own day beside the name, which may be that of a bill, holds all', () => {
    const of = (days: object) => held(['october', 'november'], 'Seeblick AG 2026-11-01', ['amount', 'name'], days)
    expect(of({ day: '2026-11-04', value_day: '2026-11-03' })).to.deep.equal(['november'])
    expect(of({ day: '2026-11-01' })).to.deep.equal(['october', 'november'])
    expect(of({ day: '2026-11-02', value_day: '2026-11-01' })).to.deep.equal(['october', 'november'])
  })

  it('a number in the text says more than a month', () => {
    expect(held(ALL, 'Miete November', ['amount', 'number_in_text'])).to.deep.equal(ALL)
  })
})
