/** A receivable or payable that is open. */
export type OpenTarget = {
  readonly id: string
  readonly currency: string
  readonly open_amount_minor: bigint
  readonly payment_reference: string | null
  readonly document_number: string | null
  readonly partner_name: string
}

/** A payment in either direction that may be for an open target. */
export type MatchablePayment = {
  readonly id: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly references: readonly string[]
  readonly text: string
  readonly name: string | null
}

export type Match = {
  readonly target_id: string
  readonly amount_minor: bigint
  readonly score: number
  readonly reasons: readonly Reason[]
}
export type Reason = 'reference' | 'number_in_text' | 'name' | 'amount'

/** Changes with every change of the proposals. */
export const MATCH_RULE_VERSION = 1
const MOST_CANDIDATES = 5

/** The score of each combination of reasons; the first that applies counts. Without one of these there is no candidate. */
const SCORES: readonly [reasons: readonly Reason[], score: number][] = [
  [['reference', 'amount'], 100],
  [['reference'], 90],
  [['number_in_text', 'amount', 'name'], 85],
  [['number_in_text', 'amount'], 80],
  [['number_in_text', 'name'], 75],
  [['number_in_text'], 70],
  [['amount', 'name'], 60],
]

/**
 * Proposes targets of payments: by payment reference, else by the number in the text, else by amount and name.
 *
 * @returns a function that gives the best few targets of a payment, the best first
 */
export function createMatcher(targets: readonly OpenTarget[]): (payment: MatchablePayment) => Match[] {
  const index = indexOf(targets)
  return (payment) =>
    nearby(payment, index)
      .flatMap((target) => proposal(payment, target))
      .sort((a, b) => b.score - a.score || (a.target_id < b.target_id ? -1 : 1))
      .slice(0, MOST_CANDIDATES)
}

type Index = { readonly [Key in 'references' | 'numbers' | 'amounts']: ReadonlyMap<string, readonly OpenTarget[]> }

function indexOf(targets: readonly OpenTarget[]): Index {
  const by = (keyOf: (target: OpenTarget) => string | null) => {
    const groups = Map.groupBy(targets, keyOf) as Map<string | null, OpenTarget[]>
    groups.delete(null)
    return groups as Map<string, OpenTarget[]>
  }
  return {
    references: by(({ payment_reference }) => payment_reference && compact(payment_reference)),
    numbers: by(({ document_number }) => document_number && compact(document_number)),
    amounts: by(({ currency, open_amount_minor }) => `${currency} ${open_amount_minor}`),
  }
}

/** Targets that share a reference, a number or an amount with the payment: each once. */
function nearby({ references, text, currency, amount_minor }: MatchablePayment, index: Index): OpenTarget[] {
  const found = [
    ...references.flatMap((reference) => index.references.get(compact(reference)) ?? []),
    ...tokensOf(text).flatMap((token) => index.numbers.get(token) ?? []),
    ...(index.amounts.get(`${currency} ${amount_minor}`) ?? []),
  ]
  return [...new Set(found)].filter((target) => target.currency === currency && target.open_amount_minor > 0n)
}

function proposal(payment: MatchablePayment, target: OpenTarget): Match[] {
  const { references, text, amount_minor } = payment
  const { open_amount_minor, payment_reference, document_number } = target
  const reasons = (
    [
      [
        'reference',
        payment_reference !== null && references.some((reference) => compact(reference) === compact(payment_reference)),
      ],
      ['number_in_text', document_number !== null && tokensOf(text).includes(compact(document_number))],
      ['amount', amount_minor === open_amount_minor],
      ['name', payment.name !== null && areSimilar(payment.name, target.partner_name)],
    ] as const
  ).flatMap(([reason, applies]) => (applies ? [reason] : []))
  const [, score] = SCORES.find(([wanted]) => wanted.every((reason) => reasons.includes(reason))) ?? []
  if (score === undefined) return []
  const proposed = amount_minor < open_amount_minor ? amount_minor : open_amount_minor
  return [{ target_id: target.id, amount_minor: proposed, score, reasons }]
}

function compact(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

const BEFORE_NUMBERS = /^(?:RG|RE|NR|NO|RECHNUNG|FACTURE|FATTURA|INVOICE)[.#:-]?(?=\d)/

/** Words of a text as a number may be written among them, whole and cut at slashes; short ones say nothing. */
function tokensOf(text: string): string[] {
  const words = text
    .toUpperCase()
    .split(/[\s,;()"']+/)
    .map((word) => word.replace(/[.:]+$/, ''))
  const all = words.flatMap((word) => [word, ...word.split(/[/:]/), word.replace(BEFORE_NUMBERS, '')])
  return [...new Set(all)].filter((word) => word.length >= 3)
}

const LEGAL_FORMS = new Set(['ag', 'sa', 'gmbh', 'sarl', 'sagl', 'ltd', 'inc', 'kg', 'co', 'und', 'et', 'and', 'the'])

/** Half of the words of the shorter name stand in the other one. */
function areSimilar(a: string, b: string): boolean {
  const [first, second] = [wordsOf(a), wordsOf(b)]
  const shorter = first.size < second.size ? first : second
  const longer = shorter === first ? second : first
  const common = [...shorter].filter((word) => longer.has(word)).length
  return shorter.size > 0 && common * 2 >= shorter.size
}

function wordsOf(name: string): Set<string> {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return new Set(words.filter((word) => word.length > 1 && !LEGAL_FORMS.has(word)))
}
