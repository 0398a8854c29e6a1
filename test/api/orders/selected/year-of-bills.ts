import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { creditorReference } from '../../../../shared/accounting/documents/payment-references.ts'
import { createRandom, type Random } from '../../../../shared/cli/demo/company/random.ts'

/**
 * What has become of a bill: nothing; its debit is booked for it, as an expense, or for the bill of the month before; or it is closed by the money of the month behind.
 */
type Fate = 'unpaid' | 'settled' | 'expense' | 'given' | 'took'

export type BillOfYear = {
  readonly supplier: Supplier
  readonly amount: number
  readonly number: string
  readonly date: string
  readonly reference: string | null
  /** How its debit names it, and when that comes. */
  readonly text: string
  readonly debited_on: string
  readonly fate: Fate
}

type Supplier = { readonly name: string; readonly iban: string; readonly form: Form }

/** How a supplier counts and asks for money. */
type Form = {
  readonly amountOf: (random: Random) => number
  readonly numberOf: (month: number) => string
  /** Ways in which its debits name the bill of a month; where it names none, the amount has to be its own. */
  readonly texts: readonly ((month: number) => string)[]
  readonly day: string
  readonly has_reference?: true
  readonly is_varied?: true
}

const MONTHS = ['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober']
const two = (month: number) => String(month).padStart(2, '0')
const price = (least: number) => (random: Random) => random.between(least, least * 9)
const always = (amount: number) => () => amount

const rent = (amount: number, numberOf: Form['numberOf']): Form => ({
  ...{ amountOf: always(amount), numberOf, day: '01' },
  texts: [
    (month) => `Miete ${MONTHS[month - 1]} 2026`,
    (month) => `Miete 2026-${two(month)}`,
    (month) => `Miete ${two(month)}.26`,
  ],
})
const subscription = (amount: number, letters: string, first: number): Form => {
  const numberOf = (month: number) => `${letters}-2026-${first + 101 * month}`
  const texts = [
    numberOf,
    (month: number) => `Rechnung ${numberOf(month)}`,
    (month: number) => `2026/${first + 101 * month}`,
  ]
  return { ...{ amountOf: always(amount), numberOf, texts, day: '08' } }
}
const trade = (least: number, letters: string, first: number): Form => ({
  ...{ amountOf: price(least), numberOf: (month) => `${letters}-${first + month * 7}`, day: '12', is_varied: true },
  texts: [() => 'E-Banking', () => 'Danke', (month) => `${letters}-${first + month * 7}`],
})
const slip = (amount: number, letters: string): Form => ({
  ...{ amountOf: always(amount), numberOf: (month) => `${letters}${7_000 + month}`, texts: [() => ''], day: '05' },
  has_reference: true,
})

const SUPPLIERS: readonly (readonly [name: string, form: Form])[] = [
  ['Immobilien Seeblick AG', rent(210_000, (month) => `RE-2026-${two(month)}`)],
  ['Garagenpark Zentrum AG', rent(18_000, (month) => `A-${16 + month}`)],
  ['Stromwerke Oberland AG', subscription(54_050, 'STR', 1_000)],
  ['Telefonie Alpen GmbH', subscription(9_900, 'TEL', 4_300)],
  ['Reinigung Blitzblank GmbH', subscription(54_050, 'RB', 2_200)],
  ['Papierhaus Ostschweiz AG', trade(4_000, 'PA', 48_000)],
  ['Metallbau Steiner AG', trade(31_000, 'MB', 9_100)],
  ['Schreinerei Holz GmbH', trade(12_000, 'H', 600)],
  ['Krankenkasse Helvetia Plus', slip(38_000, 'KK')],
  ['Versicherung Rigi AG', slip(12_400, 'VR')],
]

/** The same bills for the same seed: some months of ten suppliers, each bill with one debit or none. */
export function yearOfBills(seed: number, months: number): BillOfYear[] {
  const random = createRandom(seed)
  return SUPPLIERS.flatMap(([name, form], at) => {
    const supplier = { name, iban: ibanOf(at), form }
    let next: Fate | null = null
    return MONTHS.slice(0, months).map((_, index): BillOfYear => {
      const month = index + 1
      const date = `2026-${two(month)}-${form.day}`
      const fate: Fate = next ?? fateOf(random, form.is_varied !== true && month < months)
      next = fate === 'took' ? 'given' : null
      const text = form.texts[random.between(0, form.texts.length - 1)]?.(month) ?? ''
      return {
        ...{ supplier, amount: form.amountOf(random), number: form.numberOf(month), date, text, fate },
        reference: form.has_reference ? creditorReference(`${at}X${two(month)}`) : null,
        debited_on: addDays(date, random.between(14, 20)),
      }
    })
  })
}

/** @param mayTake there is a bill of its amount behind it */
function fateOf(random: Random, mayTake: boolean): Fate {
  if (random.isOneIn(3)) return 'unpaid'
  if (random.isOneIn(6)) return 'expense'
  return mayTake && random.isOneIn(4) ? 'took' : 'settled'
}

function ibanOf(at: number): string {
  const bban = `00700${String(114_000 + at).padStart(12, '0')}`
  const rest = [...`${bban}121700`].reduce((sum, digit) => (sum * 10 + Number(digit)) % 97, 0)
  return `CH${two(98 - rest)}${bban}`
}
