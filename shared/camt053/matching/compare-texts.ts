/** A reference or number without blanks and in capitals. */
export function compact(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

const BEFORE_NUMBERS = /^(?:RG|RE|NR|NO|RECHNUNG|FACTURE|FATTURA|INVOICE)[.#:-]?(?=\d)/

const SHORTEST_NUMBER = 3

/** The words of a text that may be a document number, whole and cut at slashes. Short words are too common to count. */
export function tokensOf(text: string): string[] {
  const tokens = new Set<string>()
  for (const written of text.toUpperCase().split(/[\s,;()"']+/)) {
    const word = written.replace(/[.:]+$/, '')
    if (word.length < SHORTEST_NUMBER) continue
    tokens.add(word)
    if (/[/:]/.test(word)) for (const part of word.split(/[/:]/)) tokens.add(part)
    tokens.add(word.replace(BEFORE_NUMBERS, ''))
  }
  return [...tokens].filter((word) => word.length >= SHORTEST_NUMBER)
}

/** A document number in capitals without signs and blanks: RE-2026/77 is RE 2026 77. */
export function bare(text: string): string {
  return text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Joined words with fewer letters are a number by chance. */
const SHORTEST_JOINED = 6

/** What in a text may be a document number, bare; up to three words may be one number with blanks. */
export function numbersIn(text: string): Set<string> {
  const numbers = new Set(tokensOf(text).map(bare))
  const words = text.split(/\s+/).map(bare)
  for (const [at, word] of words.entries()) {
    const two = word + (words[at + 1] ?? '')
    const three = two + (words[at + 2] ?? '')
    if (two.length >= SHORTEST_JOINED) numbers.add(two)
    if (three.length >= SHORTEST_JOINED) numbers.add(three)
  }
  for (const number of numbers) if (number.length < SHORTEST_NUMBER) numbers.delete(number)
  return numbers
}

const LEGAL_FORMS = new Set(['ag', 'sa', 'gmbh', 'sarl', 'sagl', 'ltd', 'inc', 'kg', 'co', 'und', 'et', 'and', 'the'])

/** At least half of the words of the shorter name stand in the other one. */
export function areSimilarNames(a: string, b: string): boolean {
  return areSimilarWords(looseNameWordsOf(a), looseNameWordsOf(b))
}

/** The same of the words of two names. */
export function areSimilarWords(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const least = Math.min(a.size, b.size)
  return least > 0 && commonWords(a, b) * 2 >= least
}

/** From 0 to 1, where all words of the names are the same: tells the best among similar names. */
export function closenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return commonWords(a, b) / Math.max(a.size, b.size, 1)
}

function commonWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const word of a) if (b.has(word)) common += 1
  return common
}

/** One letter is another, missing or too much, or two neighbours have changed places; equal texts are not. */
export function isOneTypoApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (a[at] === b[at]) at += 1
  const rest = (text: string, skipped: number) => text.slice(at + skipped)
  if (a.length !== b.length) return a.length < b.length ? rest(a, 0) === rest(b, 1) : rest(a, 1) === rest(b, 0)
  if (rest(a, 1) === rest(b, 1)) return true
  return a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, 2) === rest(b, 2)
}

/** A text in small letters without accents. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The words of a name that tell it from others: letters alone where it has nothing else, as L AG. */
export function nameWordsOf(name: string): Set<string> {
  const words = withoutAccents(name).split(/[^\p{L}\p{N}]+/u)
  const own = words.filter((word) => word !== '' && !LEGAL_FORMS.has(word))
  const longer = own.filter((word) => word.length > 1)
  return new Set(longer.length > 0 ? longer : own)
}

/** The same however umlauts are written: Mueller is Müller. */
export function looseNameWordsOf(name: string): Set<string> {
  return new Set([...nameWordsOf(name)].map(looseWord))
}

/** @param looseNames of looseNameWordsOf */
export function isNameWord(word: string, looseNames: ReadonlySet<string>): boolean {
  return looseNames.has(looseWord(word))
}

/** A word of a name, or the kind of company behind it. */
export function isOfName(word: string, looseNames: ReadonlySet<string>): boolean {
  return looseNames.size > 0 && (LEGAL_FORMS.has(word) || isNameWord(word, looseNames))
}

/** Müller is Mueller. */
function looseWord(word: string): string {
  return word.replace(/([aou])e/g, '$1')
}

/** All words of a name stand in a text. */
export function isNameIn(text: string, name: string): boolean {
  const words = looseNameWordsOf(name)
  return words.size > 0 && words.isSubsetOf(looseNameWordsOf(text))
}

/** Of companies: what is said in other languages is the same. */
const KINDS_OF_COMPANIES: readonly ReadonlySet<string>[] = [
  new Set(['ag', 'sa', 'ltd', 'inc']),
  new Set(['gmbh', 'sarl', 'sagl']),
  new Set(['kg', 'klg']),
]

/** Two names have the same words, and say that they are of companies of different kinds: Müller AG, Müller GmbH. */
export function hasOtherLegalForm(a: string, b: string): boolean {
  const [kinds, others] = [kindsOf(a), kindsOf(b)]
  return kinds.size > 0 && others.size > 0 && kinds.isDisjointFrom(others) && hasSameWords(a, b)
}

function kindsOf(name: string): Set<number> {
  const words = new Set(withoutAccents(name).split(/[^\p{L}\p{N}]+/u))
  return new Set(KINDS_OF_COMPANIES.flatMap((forms, kind) => (forms.isDisjointFrom(words) ? [] : [kind])))
}

/** Two names are the same but for accents, legal forms and the order of their words. */
export function hasSameWords(a: string, b: string): boolean {
  return looseNameWordsOf(a).symmetricDifference(looseNameWordsOf(b)).size === 0
}
