import { expect } from 'chai'
import { matcherOf } from '../../../support/matching/matcher.ts'

const NAME = 'Immo AG'
const rent = (id: string, document_date: string, due_date: string | null = null) => ({
  ...{ id, currency: 'CHF', document_date, due_date, amount_minor: 216_200n, open_amount_minor: 216_200n },
  ...{ payment_reference: null, document_number: null, partner_name: NAME, partner_reference: null },
})
const RENTS = [
  rent('sep', '2026-09-01'),
  rent('oct', '2026-10-01'),
  rent('before', '2026-10-25', '2026-11-01'),
  rent('behind', '2026-11-25', '2026-12-01'),
]
const OTHER = ['amount', 'other_month', 'name', 'iban'] as const
const MEANT = ['month_in_text', 'amount', 'name', 'iban'] as const

describe('the day of a payment', () => {
  const propose = (open: readonly string[], text: string, days: object = {}) =>
    matcherOf(RENTS.filter(({ id }) => open.includes(id)))
      .match({
        ...{ id: 'p', currency: 'CHF', amount_minor: 216_200n, references: [], text, name: NAME },
        known_partners: [{ name: NAME, reference: null }],
        ...days,
      })
      .map(({ target_id, score, reasons }) => [target_id, score, ...reasons])

  it('speaks for the bill of its month that was there then, of two that may be of it', () => {
    const paid = (day: string, value_day: string | null = null) =>
      propose(['before', 'behind'], 'Miete November', { day, value_day })
    const first = [
      ['before', 69, ...MEANT],
      ['behind', 34, ...OTHER],
    ]
    const both = [
      ['behind', 69, ...MEANT],
      ['before', 69, ...MEANT],
    ]
    expect(paid('2026-11-01')).to.deep.equal(first)
    expect(paid('2026-11-24')).to.deep.equal(first)
    expect(paid('2026-11-24', '2026-11-25')).to.have.deep.members(both)
    expect(paid('2026-11-25')).to.have.deep.members(both)
    expect(paid('2026-10-24')).to.have.deep.members(both)
    expect(propose(['before', 'behind'], 'Miete November')).to.have.deep.members(both)
    expect(propose(['behind'], 'Miete November', { day: '2026-11-01' })).to.deep.equal([['behind', 69, ...MEANT]])
  })

  it('is not that of a bill beside a name alone', () => {
    const said = (text: string, days: object) => propose(['sep', 'oct'], text, days).map(([id, score]) => [id, score])
    const [equal, october] = [
      [
        ['oct', 64],
        ['sep', 64],
      ],
      [
        ['oct', 69],
        ['sep', 34],
      ],
    ]
    expect(said('Immo AG 2026-10-01', { day: '2026-10-01' })).to.have.deep.members(equal)
    expect(said('Immo AG 2026-10-01', { day: '2026-10-03', value_day: '2026-10-01' })).to.have.deep.members(equal)
    expect(said('Immo AG 2026-10-01', { day: '2026-10-02', value_day: '2026-10-03' })).to.deep.equal(october)
    expect(said('Rechnung 2026-10-01', { day: '2026-10-01' })).to.deep.equal(october)
    expect(said('Rechnung vom 1.10.', { day: '2026-10-01' })).to.deep.equal(october)
  })
})
