import { expect } from 'chai'
import { matcherOf } from '../../../support/matching/matcher.ts'

const NAME = 'Immo AG'
/** Rents of one amount, each of the first day of its month, without a number that a text tells. */
const rent = (id: string, document_date: string, more: object = {}) => ({
  ...{ id, currency: 'CHF', document_date, due_date: null, amount_minor: 216_200n, open_amount_minor: 216_200n },
  ...{ payment_reference: null, document_number: null, partner_name: NAME, partner_reference: null },
  ...more,
})
const RENTS = [
  rent('sep', '2026-09-01', { document_number: 'I-109' }),
  rent('oct', '2026-10-01', { document_number: 'I-110' }),
  rent('nov', '2026-11-01', { document_number: 'I-111' }),
  rent('ahead', '2026-10-05', { due_date: '2026-11-01' }),
  rent('dear', '2026-09-15', { open_amount_minor: 300_000n }),
  rent('other', '2026-10-01', { partner_name: 'Immo Parking AG', partner_reference: 'P' }),
]
type Proposed = readonly [id: string, score: number, ...reasons: string[]]
const OTHER = ['amount', 'other_month', 'name', 'iban'] as const
const MEANT = ['month_in_text', 'amount', 'name', 'iban'] as const
const EQUAL = ['amount', 'name', 'iban'] as const

/** The bills that are open, the text of a payment, and what is proposed. */
const CASES: readonly (readonly [open: readonly string[], text: string, proposed: readonly Proposed[]])[] = [
  [
    ['sep', 'oct', 'nov'],
    'Miete November',
    [
      ['nov', 69, ...MEANT],
      ['oct', 34, ...OTHER],
      ['sep', 34, ...OTHER],
    ],
  ],
  [
    ['sep', 'oct', 'nov'],
    'Loyer octobre et novembre',
    [
      ['nov', 69, ...MEANT],
      ['oct', 69, ...MEANT],
      ['sep', 34, ...OTHER],
    ],
  ],
  [
    ['sep', 'ahead'],
    'Miete 11/2026',
    [
      ['ahead', 69, ...MEANT],
      ['sep', 34, ...OTHER],
    ],
  ],
  [
    ['sep', 'nov'],
    'Rechnung vom 01.09.2026',
    [
      ['sep', 69, ...MEANT],
      ['nov', 34, ...OTHER],
    ],
  ],
  ...[
    ...['Rechnung vom 1. Oktober', 'Facture du 1er octobre 2026', 'Fattura 01/10/2026', 'Beleg vom 1.10.'],
    ...['Rechnung vom 1. 10. 2026', 'Rg 01-10-2026', 'Facture 2026.10.01', 'Rechnung/1.10.2026', 'Rg.-Datum 1.10.2026'],
    ...['RG1.10.26', 'Rechnung 1.Okt.2026', 'Rechnung 1.10.', 'Rechnung Immo AG vom 1.10.2026', 'Immo AG 1. 10. 2026'],
  ].map(
    (text) =>
      [
        ['sep', 'oct'],
        text,
        [
          ['oct', 69, ...MEANT],
          ['sep', 34, ...OTHER],
        ],
      ] as const,
  ),
  [
    ['sep', 'oct'],
    'Immo AG 2026-10-01',
    [
      ['oct', 69, ...MEANT],
      ['sep', 34, ...OTHER],
    ],
  ],
  [
    ['oct', 'nov'],
    'Miete Oktober 01.11.2026',
    [
      ['oct', 69, ...MEANT],
      ['nov', 34, ...OTHER],
    ],
  ],
  [
    ['sep', 'oct', 'nov'],
    'Miete Sept-Nov 2026',
    [
      ['nov', 69, ...MEANT],
      ['oct', 69, ...MEANT],
      ['sep', 69, ...MEANT],
    ],
  ],
  // The day of a payment, and that of a bill which it names.
  [
    ['oct', 'nov'],
    'Zahlung an Immo AG 01.11.2026',
    [
      ['nov', 64, ...EQUAL],
      ['oct', 64, ...EQUAL],
    ],
  ],
  [
    ['oct', 'nov'],
    'Zahlung Rechnung vom 01.11.2026 Immo AG',
    [
      ['nov', 69, ...MEANT],
      ['oct', 34, ...OTHER],
    ],
  ],
  [['sep'], 'Facture du 01.10.2026', [['sep', 34, ...OTHER]]],
  [['sep'], 'Facture 01.10.2026', [['sep', 34, ...OTHER]]],
  [['sep'], 'Immo AG 2026-10-01', [['sep', 64, ...EQUAL]]],
  // That of October is not there, and November's may be for it.
  [
    ['sep', 'nov'],
    'Miete Oktober',
    [
      ['nov', 64, ...EQUAL],
      ['sep', 34, ...OTHER],
    ],
  ],
  [['sep'], 'Miete November', [['sep', 34, ...OTHER]]],
  [['nov'], 'Miete November', [['nov', 69, ...MEANT]]],
  [['nov'], 'Miete September', [['nov', 64, ...EQUAL]]],
  [
    ['sep', 'oct'],
    'Miete',
    [
      ['oct', 64, ...EQUAL],
      ['sep', 64, ...EQUAL],
    ],
  ],
  // A number says more.
  [
    ['sep', 'oct', 'nov'],
    'I-110 Miete November',
    [
      ['oct', 87, 'number_in_text', ...EQUAL],
      ['nov', 36, 'amount', 'other_number', 'name', 'iban'],
      ['sep', 36, 'amount', 'other_number', 'name', 'iban'],
    ],
  ],
  [
    ['oct', 'nov'],
    'I-112 Miete November',
    [
      ['nov', 36, 'month_in_text', 'amount', 'other_number', 'name', 'iban'],
      ['oct', 36, 'amount', 'other_number', 'other_month', 'name', 'iban'],
    ],
  ],
]

describe('the month in the text of a payment', () => {
  const propose = (open: readonly string[], text: string, more: object = {}, discount = 0n) =>
    matcherOf(RENTS.filter(({ id }) => open.includes(id)))
      .match(
        {
          ...{ id: 'p', currency: 'CHF', amount_minor: 216_200n, references: [], text, name: NAME },
          known_partners: [{ name: NAME, reference: null }],
          ...more,
        },
        () => discount,
      )
      .map(({ target_id, score, reasons }) => [target_id, score, ...reasons])
  for (const [open, text, proposed] of CASES)
    it(`"${text}" for ${open.join(', ')}`, () => {
      expect(propose(open, text)).to.have.deep.members(proposed)
      expect(propose(open, text)[0]).to.deep.equal(proposed[0])
    })

  it('stands against a bill of another partner where it is a later one, and for it where it is its own', () => {
    const known_partners = [{ name: NAME, reference: null }]
    const ofOther = propose(['other', 'nov'], 'Miete November', { name: 'Immo Parking AG', known_partners })
    expect(ofOther.map(([id, score]) => [id, score])).to.deep.equal([
      ['nov', 69],
      ['other', 33],
    ])
    expect(propose(['other'], 'Miete Oktober', { name: 'Immo Parking AG', known_partners: [] })).to.deep.equal([
      ['other', 67, 'month_in_text', 'amount', 'name'],
    ])
  })

  it('counts beside a discount, too', () => {
    const paid = { amount_minor: 211_200n }
    expect(propose(['sep', 'oct', 'nov'], 'Miete November', paid, 5_000n)).to.have.deep.members([
      ['nov', 59, 'month_in_text', 'discount', 'name', 'iban'],
      ['oct', 28, 'discount', 'other_month', 'name', 'iban'],
      ['sep', 28, 'discount', 'other_month', 'name', 'iban'],
    ])
  })
})
