import { expect } from 'chai'
import fc from 'fast-check'
import { withoutBlanks } from '../../../shared/accounting/orders/payment-to-order.ts'
import { compact, numbersIn } from '../../../shared/camt053/matching/compare-texts.ts'
import { mayHaveOneOf } from '../../../shared/camt053/matching/named/some-in-text.ts'
import type { OpenTarget } from '../../../shared/camt053/matching/open-target.ts'
import { createCurrencyLook } from '../../../shared/camt053/matching/orders/debits-in-other-currency.ts'
import { createPartLook } from '../../../shared/camt053/matching/orders/debits-of-parts.ts'
import { fitsOfMatches, type PayableToFit } from '../../../shared/camt053/matching/orders/debits-of-payables.ts'
import { createFirstLook } from '../../../shared/camt053/matching/orders/first-look.ts'
import { referencesInText } from '../../../shared/camt053/matching/orders/references-in-text.ts'
import { matcherOf } from '../../support/matching/matcher.ts'

const NUMBERS = ['RE-2026/77', 'RE-2026/78', 'Straße 12', '4711', '77', 'ﬁ-9', '', 'RG.100', 'É 5/6', '12']
const QR = '210000000003139471430009017'
const RF = 'RF18539007547034'
const REFERENCES = [null, '', QR, RF, 'rf18 5390 0754 7034', 'L 7', 'x']
const NAMES = [
  '',
  'Müller Garage AG',
  'Garage Mueller',
  'Schreinerei Holz GmbH',
  'Société Générale',
  'AG',
  'Holz und Bau',
  'Post',
]
const IBANS = [
  null,
  'CH9300762011623852957',
  'CH93 0076 2011 6238 5295 7',
  'ch9300762011623852957',
  'CH0204835000626882001',
]
const SIGNS = ['', ' ', '-', '/', ':', '.', ', ', ' (', '\n', "'", '·', 'ß']
const one = <Item>(items: readonly Item[]) => fc.constantFrom(...items)
const amount = fc.constantFrom<bigint[]>(90n, 98n, 100n, 108n, 190n, 200n, 250n)
const word = one([
  ...NUMBERS,
  QR,
  RF,
  '21 00000 00003 13947 14300 09017',
  'vom',
  'Rechnung',
  'RE',
  '2026',
  '7',
  '78',
  'RG',
])
/** Texts whose words and signs come together in all ways, and letters of which capitals are two. */
const text = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: word },
      { weight: 4, arbitrary: one(SIGNS) },
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    ),
    { maxLength: 8 },
  )
  .chain((parts) => one(SIGNS).map((sign) => parts.join(sign)))

const target = fc.record({
  currency: one(['CHF', 'EUR']),
  amount_minor: amount,
  payment_reference: one(REFERENCES),
  document_number: one([null, ...NUMBERS]),
  partner_name: one(NAMES),
  partner_reference: one([null, 'L-1', 'L-2']),
  iban: one(IBANS),
  part_minor: fc.option(amount),
  is_ordered: fc.boolean(),
})
const debit = fc.record({
  currency: one(['CHF', 'EUR']),
  amount_minor: amount,
  references: fc.array(one(REFERENCES.map((reference) => reference ?? 'z')), { maxLength: 2 }),
  text,
  name: one([null, ...NAMES]),
  account_of_other: one(IBANS),
})

describe('the first look at a debit', () => {
  it('passes over none that fits anything in any way', () => {
    fc.assert(
      fc.property(
        fc.array(target, { minLength: 1, maxLength: 6 }),
        fc.array(target, { maxLength: 2 }),
        fc.array(debit, { minLength: 1, maxLength: 6 }),
        (owed, credit, debits) => {
          const look = lookAt(owed.map(openTarget), credit.map(openTarget), owed)
          for (const one of debits) {
            const fits = look.fitsOf(one)
            if (fits.length > 0) expect(look.mayConcern(one), inWords(fits, one.text)).to.equal(true)
          }
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('finds in a text all that is put together of its words', () => {
    fc.assert(
      fc.property(text, (said) => {
        for (const number of numbersIn(said))
          expect(mayHaveOneOf([number])(said), `${number} in ${said}`).to.equal(true)
      }),
      { numRuns: 1_000 },
    )
  })

  it('passes over a debit for somebody else, whatever its amount', () => {
    const bill = {
      currency: 'CHF',
      amount_minor: 100n,
      payment_reference: QR,
      document_number: 'RE-2026/77',
      partner_name: 'Schreinerei Holz GmbH',
      partner_reference: null,
      iban: 'CH9300762011623852957',
      part_minor: null,
      is_ordered: true,
    }
    const { mayConcern } = lookAt([openTarget(bill, 0)], [], [bill])
    const other = {
      currency: 'CHF',
      amount_minor: 100n,
      references: [RF],
      text: 'RE-2026/78',
      name: 'Garage Müller',
      account_of_other: 'CH0204835000626882001',
    }
    expect(mayConcern(other)).to.equal(false)
    const telling = [
      { references: [QR] },
      { text: 'zu re 2026 77' },
      { text: '21 00000 00003 13947 14300 09017' },
      { name: 'Holz AG' },
      { account_of_other: bill.iban },
    ]
    expect(telling.map((more) => mayConcern({ ...other, ...more }))).to.deep.equal(telling.map(() => true))
  })
})

type Owed = typeof target extends fc.Arbitrary<infer Value> ? Value : never
type Debit = typeof debit extends fc.Arbitrary<infer Value> ? Value : never

function openTarget({ currency, amount_minor, ...owed }: Owed, index: number): OpenTarget {
  const { payment_reference, document_number, partner_name, partner_reference } = owed
  const named = { payment_reference, document_number, partner_name, partner_reference }
  return {
    id: `t${index}`,
    currency,
    document_date: '2026-05-01',
    amount_minor,
    open_amount_minor: amount_minor,
    ...named,
  }
}

/** All that is looked at for an order, of which nothing is left out. */
function lookAt(targets: readonly OpenTarget[], credit: readonly OpenTarget[], owed: readonly Owed[]) {
  const ordered = targets.flatMap((target, index) => {
    const { iban = null, part_minor = null, is_ordered = false } = owed[index] ?? {}
    const accounts = [withoutBlanks(iban)].flatMap((account) => account ?? [])
    return is_ordered
      ? [{ ...target, accounts, part_minor, book_minor: target.amount_minor, book_currency: 'CHF' }]
      : []
  })
  const payables = new Map<string, PayableToFit>(ordered.map((payable) => [payable.id, payable]))
  const structured = new Set(
    [QR, RF].filter((own) => ordered.some((payable) => compact(payable.payment_reference ?? '') === own)),
  )
  const { match, mayBeDiscounted } = matcherOf(targets, credit)
  const lookAtParts = createPartLook(ordered)
  const lookAtWorth = createCurrencyLook(ordered)
  const mayConcern = createFirstLook(targets, [...payables.values()])
  return {
    mayConcern: (one: Debit) => mayConcern({ ...one, known_partners: [] }),
    fitsOf: (one: Debit) => {
      const said = {
        ...one,
        id: 'd',
        day: '2026-06-01',
        references: [...one.references, ...referencesInText(one, structured)],
      }
      const found = match(said, ({ open_amount_minor }) => open_amount_minor - one.amount_minor)
      const fits = [...fitsOfMatches(found, said, payables), ...lookAtParts(said, found)]
      const worth = lookAtWorth({ ...said, booked_minor: one.amount_minor, instructed_minor: null }, found)
      return [...fits, ...worth, ...found, ...mayBeDiscounted(said)]
    },
  }
}

function inWords(...said: unknown[]): string {
  return JSON.stringify(said, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}
