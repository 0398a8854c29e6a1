import type { MatchablePayment, OpenTarget } from '../../../shared/camt053/matching/match.ts'
import type { Random } from '../../../shared/cli/demo/company/random.ts'
import { FAMILY_NAMES, oneOf } from './made-up-documents.ts'

/** A line of the bank, and which documents it pays: none for what is not for a document. */
export type MadeUpLine = { readonly payment: MatchablePayment; readonly kind: string; readonly paid: readonly Paid[] }
type Paid = { readonly id: string; readonly amount_minor: bigint; readonly closes: boolean }

type World = {
  readonly random: Random
  /** Takes an open document that no other line of this week pays. */
  readonly take: () => OpenTarget
  /** Takes up to so many of its partner. */
  readonly takeOthersOf: (document: OpenTarget, most: number) => readonly OpenTarget[]
  /** Another document that is open, and stays so. */
  readonly look: () => OpenTarget
}
type Content = Partial<MatchablePayment>
type Kind = { readonly kind: string; readonly weight: number; readonly make: (world: World) => Made }
type Made = { readonly content: Content; readonly paid: readonly Paid[] }

const RUBBISH = ['Lohn März', 'Kontoführung', 'Miete Büro', 'Rückvergütung', 'Bareinzahlung', 'Lastschrift Karte']
const STRANGERS = ['Pensionskasse Nord', 'Immo Verwaltung See', 'Kantonalbank', 'Lea Zaugg', 'Swisscom']

/** One line for one document; the content says what is known of it, beside the amount and the name. */
function forOne(kind: string, weight: number, contentOf: (document: OpenTarget, world: World) => Content): Kind {
  return {
    kind,
    weight,
    make: (world) => {
      const document = world.take()
      const content = { ...whole(document), ...contentOf(document, world) }
      const amount_minor = content.amount_minor ?? 0n
      const closes = kind !== 'a part'
      return { content, paid: [{ id: document.id, amount_minor, closes }] }
    },
  }
}

function whole({ open_amount_minor, partner_name }: OpenTarget): Content {
  return { amount_minor: open_amount_minor, name: partner_name }
}

const referencesOf = ({ payment_reference }: OpenTarget) => (payment_reference ? [payment_reference] : [])
const numberOf = ({ document_number }: OpenTarget) => document_number ?? ''

/** How often each kind of line comes, of a hundred, and how it is made. */
export const KINDS: readonly Kind[] = [
  forOne('reference', 42, (document) => ({ references: referencesOf(document) })),
  forOne('reference, married since', 2, (document, { random }) => ({
    references: referencesOf(document),
    name: `${document.partner_name.split(' ')[0]} ${oneOf(random, FAMILY_NAMES)}`,
  })),
  forOne('a part', 3, (document) => ({
    references: referencesOf(document),
    amount_minor: document.open_amount_minor / 2n,
  })),
  forOne('number', 13, (document) => ({ text: `Rechnung ${numberOf(document)} danke` })),
  forOne('number, shortened name', 3, (document) => ({
    text: numberOf(document),
    name: document.partner_name.split(' ').slice(0, 2).join(' ').toUpperCase(),
  })),
  forOne('number with a typo', 4, (document, { random }) => ({ text: typoIn(random, numberOf(document)) })),
  forOne('nothing but amount and name', 7, () => ({})),
  forOne('amount and misspelt name', 2, (document, { random }) => ({ name: typoIn(random, document.partner_name) })),
  forOne('discount with reference', 3, (document) => ({
    ...lessDiscount(document),
    references: referencesOf(document),
  })),
  forOne('discount with number', 2, (document) => ({ ...lessDiscount(document), text: numberOf(document) })),
  forOne('reference of another document', 1, (document, { look }) => ({
    references: referencesOf(look()),
    text: numberOf(document),
  })),
  severalOf('several, numbers named', 3, (documents) => ({ text: documents.map(numberOf).join(', ') })),
  severalOf('several, nothing named', 2, () => ({})),
  {
    kind: 'for no document',
    weight: 11,
    make: ({ random }) => ({
      content: {
        amount_minor: BigInt(random.between(500, 900_000)),
        text: oneOf(random, RUBBISH),
        name: oneOf(random, STRANGERS),
      },
      paid: [],
    }),
  },
  {
    kind: 'for no document, a usual price',
    weight: 2,
    make: ({ random, look }) => ({
      content: { amount_minor: look().open_amount_minor, text: 'Rückvergütung', name: oneOf(random, STRANGERS) },
      paid: [],
    }),
  },
]

function severalOf(kind: string, weight: number, contentOf: (documents: readonly OpenTarget[]) => Content): Kind {
  return {
    kind,
    weight,
    make: ({ random, take, takeOthersOf }) => {
      const first = take()
      const documents = [first, ...takeOthersOf(first, random.between(1, 3))]
      const amount_minor = documents.reduce((sum, { open_amount_minor }) => sum + open_amount_minor, 0n)
      return {
        content: { amount_minor, name: first.partner_name, ...contentOf(documents) },
        paid: documents.map(({ id, open_amount_minor }) => ({ id, amount_minor: open_amount_minor, closes: true })),
      }
    },
  }
}

function lessDiscount({ open_amount_minor }: OpenTarget): Content {
  return { amount_minor: open_amount_minor - (open_amount_minor * 200n + 5_000n) / 10_000n }
}

/** Two neighbours change places, or a letter is missing. */
function typoIn(random: Random, text: string): string {
  const at = random.between(1, text.length - 2)
  const [first, second] = [text[at] ?? '', text[at + 1] ?? '']
  return text.slice(0, at) + (random.isOneIn(2) ? second + first : second) + text.slice(at + 2)
}
