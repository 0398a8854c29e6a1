import type { MatchablePayment } from '../../../shared/camt053/matching/match.ts'
import type { OpenTarget } from '../../../shared/camt053/matching/open-target.ts'
import type { Random } from '../../../shared/cli/demo/company/random.ts'
import { FAMILY_NAMES, lessDiscount, oneOf, shortened, typoIn } from './made-up-documents.ts'
import { byBatch, byName, type MadeUpOrder, type OrderedIds } from './made-up-orders.ts'

/** A line of the bank, and which documents it pays: none for what is not for a document. */
export type MadeUpLine = {
  readonly payment: MatchablePayment
  /** Of a debit that was ordered. */
  readonly ordered: OrderedIds | null
  readonly kind: string
  readonly paid: readonly Paid[]
}
type Paid = { readonly id: string; readonly amount_minor: bigint; readonly closes: boolean }

export type World = {
  readonly random: Random
  readonly partners: readonly string[]
  /** Takes an open document that no other line of this week pays. */
  readonly take: () => OpenTarget
  /** Takes up to so many of its partner. */
  readonly takeOthersOf: (document: OpenTarget, most: number) => readonly OpenTarget[]
  /** Another document that is open, and stays so. */
  readonly look: () => OpenTarget
  /** Takes credit of a partner that no other line of this week pays back. */
  readonly takeCredit: () => OpenTarget
  /** Orders the bank to pay documents in one batch, of which it may reject the last one. */
  readonly order: (documents: readonly OpenTarget[], isLastRejected?: boolean) => MadeUpOrder
}
type Content = Partial<MatchablePayment> & { readonly ordered?: OrderedIds }
type Kind = { readonly kind: string; readonly weight: number; readonly make: (world: World) => Made }
type Made = { readonly content: Content; readonly paid: readonly Paid[] }

const RUBBISH = ['Lohn März', 'Kontoführung', 'Miete Büro', 'Rückvergütung', 'Bareinzahlung', 'Lastschrift Karte']
const STRANGERS = ['Pensionskasse Nord', 'Immo Verwaltung See', 'Kantonalbank', 'Lea Zaugg', 'Swisscom']
/** No document of the year has it: that of one from the year before. */
const OLD_REFERENCE = '210000000000000000000012342'

/** One line for one document; the content says what is known of it, beside the amount and the name. */
function forOne(kind: string, weight: number, contentOf: (document: OpenTarget, world: World) => Content): Kind {
  return {
    kind,
    weight,
    make: (world) => {
      const document = world.take()
      const content = { ...whole(document), ...contentOf(document, world) }
      const amount_minor = content.amount_minor ?? 0n
      const closes = !kind.startsWith('a part')
      return { content, paid: [{ id: document.id, amount_minor, closes }] }
    },
  }
}

function whole({ open_amount_minor, partner_name }: OpenTarget): Content {
  return { amount_minor: open_amount_minor, name: partner_name }
}

const referencesOf = ({ payment_reference }: OpenTarget) => (payment_reference ? [payment_reference] : [])
const numberOf = ({ document_number }: OpenTarget) => document_number ?? ''

/** How often each kind of line comes, of so many in all, and how it is made. */
export const KINDS: readonly Kind[] = [
  forOne('reference', 360, (document) => ({ references: referencesOf(document) })),
  forOne('reference, married since', 20, (document, { random }) => ({
    references: referencesOf(document),
    name: `${document.partner_name.split(' ')[0]} ${oneOf(random, FAMILY_NAMES)}`,
  })),
  forOne('reference, somebody else pays', 15, (document, { random, partners }) => ({
    references: referencesOf(document),
    name: random.isOneIn(2) ? oneOf(random, partners) : oneOf(random, STRANGERS),
  })),
  forOne('a part', 30, (document) => ({
    references: referencesOf(document),
    amount_minor: document.open_amount_minor / 2n,
  })),
  forOne('a part, number', 10, (document) => ({
    text: `Teilzahlung ${numberOf(document)}`,
    amount_minor: document.open_amount_minor / 2n,
  })),
  forOne('number', 110, (document) => ({ text: `Rechnung ${numberOf(document)} danke` })),
  forOne('number, shortened name', 30, (document) => ({ text: numberOf(document), name: shortened(document) })),
  forOne('number written otherwise', 15, (document) => ({ text: `Rg. ${numberOf(document).replaceAll('-', ' ')}` })),
  forOne('number with a typo', 40, (document, { random }) => ({ text: typoIn(random, numberOf(document)) })),
  forOne('number with a typo, shortened name', 20, (document, { random }) => ({
    text: typoIn(random, numberOf(document)),
    name: shortened(document),
  })),
  forOne('nothing but amount and name', 70, () => ({})),
  forOne('amount and misspelt name', 20, (document, { random }) => ({ name: typoIn(random, document.partner_name) })),
  forOne('amount and name without umlauts', 20, ({ partner_name }) => ({
    name: partner_name.replace(/ü/g, 'ue').replace(/ä/g, 'ae').toUpperCase(),
  })),
  forOne('discount with reference', 30, (document) => ({
    ...lessDiscount(document),
    references: referencesOf(document),
  })),
  forOne('discount with number', 20, (document) => ({ ...lessDiscount(document), text: numberOf(document) })),
  forOne('discount with name', 10, lessDiscount),
  forOne('reference of another document, number', 10, (document, { look }) => ({
    references: referencesOf(look()),
    text: numberOf(document),
  })),
  forOne('reference of another document', 10, (_, { look }) => ({ references: referencesOf(look()) })),
  forOne('reference of an old document', 15, () => ({ references: [OLD_REFERENCE] })),
  forOne('debit that was ordered', 20, (document, { order }) => ({ ordered: byName(order([document])) })),
  forBatch('debit of a batch', 10, (documents) => documents),
  forBatch('debit of a batch, one rejected', 5, (documents) => documents.slice(0, -1)),
  forOne('debit of one of a batch', 10, (document, { random, order, take }) => ({
    ordered: byBatch(order([document, ...several(random, take)]), random, document),
  })),
  forOne('debit with reference', 30, (document) => ({ references: referencesOf(document) })),
  forOne('debit with number', 20, (document) => ({ text: `Rechnung ${numberOf(document)}` })),
  forOne('debit with nothing but amount and name', 20, () => ({})),
  severalOf('several, numbers named', 30, (documents) => ({ text: documents.map(numberOf).join(', ') })),
  severalOf('several, one reference', 10, ([first]) => ({ references: first ? referencesOf(first) : [] })),
  severalOf('several, nothing named', 20, () => ({})),
  forCredit('refund of a credit note, number', 10, (credit) => ({ text: `Gutschrift ${numberOf(credit)}` })),
  forCredit('refund, number with a typo', 5, (credit, { random }) => ({ text: typoIn(random, numberOf(credit)) })),
  forCredit('refund of what was paid too much, name', 10, () => ({ text: 'Rückerstattung' })),
  forNone('refund of a partner', 10, ({ random, partners }) => ({
    amount_minor: BigInt(random.between(500, 90_000)),
    text: 'Rückerstattung',
    name: oneOf(random, partners),
  })),
  forNone('payment that came back', 10, ({ random, partners }) => ({
    amount_minor: BigInt(random.between(500, 900_000)),
    text: `Rückgabe, Konto erloschen, RE-2025-${random.between(100_000, 999_999)}`,
    name: oneOf(random, partners),
  })),
  forNone('usual price of a stranger', 20, ({ random, look }) => ({
    amount_minor: look().open_amount_minor,
    text: 'Rückvergütung',
    name: oneOf(random, STRANGERS),
  })),
  forNone('for no document', 100, ({ random }) => ({
    amount_minor: BigInt(random.between(500, 900_000)),
    text: oneOf(random, RUBBISH),
    name: oneOf(random, STRANGERS),
  })),
]

/** One debit for a batch that was ordered, less what the bank has rejected of it. */
function forBatch(
  kind: string,
  weight: number,
  paidOf: (documents: readonly OpenTarget[]) => readonly OpenTarget[],
): Kind {
  return {
    kind,
    weight,
    make: ({ random, take, order }) => {
      const documents = [take(), ...several(random, take)]
      const paid = paidOf(documents)
      const ordered = byBatch(order(documents, paid.length < documents.length), random)
      const parts = paid.map(({ id, open_amount_minor }) => ({ id, amount_minor: open_amount_minor, closes: true }))
      return {
        content: { amount_minor: parts.reduce((sum, part) => sum + part.amount_minor, 0n), ordered },
        paid: parts,
      }
    },
  }
}

function several(random: Random, take: World['take']): OpenTarget[] {
  return Array.from({ length: random.between(1, 4) }, take)
}

/** Money that pays credit back. */
function forCredit(kind: string, weight: number, contentOf: (credit: OpenTarget, world: World) => Content): Kind {
  return {
    kind,
    weight,
    make: (world) => {
      const credit = world.takeCredit()
      const paid = [{ id: credit.id, amount_minor: credit.open_amount_minor, closes: true }]
      return { content: { ...whole(credit), ...contentOf(credit, world) }, paid }
    },
  }
}

function forNone(kind: string, weight: number, contentOf: (world: World) => Content): Kind {
  return { kind, weight, make: (world) => ({ content: contentOf(world), paid: [] }) }
}

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
