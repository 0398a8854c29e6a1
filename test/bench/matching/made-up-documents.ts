import { divideHalfAwayFromZero } from '../../../shared/accounting/amounts/rounding.ts'
import type { OpenTarget } from '../../../shared/camt053/matching/open-target.ts'
import type { Random } from '../../../shared/cli/demo/company/random.ts'

const GIVEN = ['Anna', 'Beat', 'Carla', 'Daniel', 'Elena', 'Fabio', 'Graziella', 'Hans-Peter', 'Iris', 'Jürg']
export const FAMILY_NAMES = ['Müller', 'Meier', 'Schmid', 'Keller', 'Weber', 'Bernasconi', 'Favre', 'Rochat', 'Brunner']
const TRADES = ['Treuhand', 'Metallbau', 'Garage', 'Bäckerei', 'Architektur', 'Elektro', 'Gartenbau', 'Menuiserie']
const TOWNS = ['Zürich', 'Bern', 'Genève', 'Lugano', 'Chur', 'Aarau', 'Sion', 'Luzern', 'Thun', 'Olten']
/** What is sold again and again at one price: different partners owe equal amounts. */
const PRICES = [10_810n, 21_620n, 54_050n, 9_900n, 19_900n]

export function oneOf<One>(random: Random, choices: readonly One[]): One {
  return choices[random.between(0, choices.length - 1)] as One
}

/** People and firms. Some of the people share a name, as they do in life. */
export function madeUpPartners(random: Random, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const family = oneOf(random, FAMILY_NAMES)
    if (index % 3 === 0) return `${oneOf(random, GIVEN)} ${family}`
    return `${family} ${oneOf(random, TRADES)} ${oneOf(random, TOWNS)} ${index % 2 ? 'AG' : 'GmbH'}`
  })
}

/** The number counts up over all documents, as that of an office does; one document in three has a usual price. */
export function madeUpDocument(random: Random, partners: readonly string[], number: number): OpenTarget {
  const amount_minor = random.isOneIn(3) ? oneOf(random, PRICES) : BigInt(random.between(2_000, 600_000))
  return {
    id: `d${number}`,
    currency: 'CHF',
    document_date: '2026-01-01',
    amount_minor,
    open_amount_minor: amount_minor,
    payment_reference: `21${String(number).padStart(25, '0')}`,
    document_number: `RE-2026-${String(number).padStart(6, '0')}`,
    partner_name: oneOf(random, partners),
  }
}

/** What its terms let be taken off in the week in which it is paid: 2 % of three documents in four. */
export function madeUpDiscount({ id, amount_minor, open_amount_minor }: OpenTarget): bigint {
  if (amount_minor !== open_amount_minor || Number(id.slice(1)) % 4 === 0) return 0n
  return divideHalfAwayFromZero(amount_minor * 2n, 100n)
}

/** Credit of a partner, as an amount above zero: a credit note with a number of its own, or what was paid too much. */
export function madeUpCredit(random: Random, partners: readonly string[], number: number): OpenTarget {
  const amount_minor = random.isOneIn(4) ? oneOf(random, PRICES) : BigInt(random.between(500, 90_000))
  return {
    ...madeUpDocument(random, partners, number),
    id: `c${number}`,
    amount_minor,
    open_amount_minor: amount_minor,
    payment_reference: null,
    document_number: `GS-2026-${String(number).padStart(6, '0')}`,
  }
}

export function shortened({ partner_name }: OpenTarget): string {
  return partner_name.split(' ').slice(0, 2).join(' ').toUpperCase()
}

/** Two neighbours change places, or a letter is missing or another one. */
export function typoIn(random: Random, text: string): string {
  const at = random.between(1, text.length - 2)
  const [first, second] = [text[at] ?? '', text[at + 1] ?? '']
  return text.slice(0, at) + oneOf(random, [second + first, second, `7${second}`]) + text.slice(at + 2)
}

export function lessDiscount({ open_amount_minor }: OpenTarget): Pick<OpenTarget, 'amount_minor'> {
  return { amount_minor: open_amount_minor - (open_amount_minor * 200n + 5_000n) / 10_000n }
}
