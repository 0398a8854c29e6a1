/** A reference or number without blanks and in capitals. */
export function compact(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

const BEFORE_NUMBERS = /^(?:RG|RE|NR|NO|RECHNUNG|FACTURE|FATTURA|INVOICE)[.#:-]?(?=\d)/

/** The words of a text that may be a document number, whole and cut at slashes. Short words are too common to count. */
export function tokensOf(text: string): string[] {
  const words = text
    .toUpperCase()
    .split(/[\s,;()"']+/)
    .map((word) => word.replace(/[.:]+$/, ''))
  const all = words.flatMap((word) => [word, ...word.split(/[/:]/), word.replace(BEFORE_NUMBERS, '')])
  return [...new Set(all)].filter((word) => word.length >= 3)
}

const LEGAL_FORMS = new Set(['ag', 'sa', 'gmbh', 'sarl', 'sagl', 'ltd', 'inc', 'kg', 'co', 'und', 'et', 'and', 'the'])

/** At least half of the words of the shorter name stand in the other one. */
export function areSimilarNames(a: string, b: string): boolean {
  const [first, second] = [nameWordsOf(a), nameWordsOf(b)]
  const shorter = first.size < second.size ? first : second
  const longer = shorter === first ? second : first
  const common = [...shorter].filter((word) => longer.has(word)).length
  return shorter.size > 0 && common * 2 >= shorter.size
}

/** A text in small letters without accents. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The words of a name that tell it from others. */
export function nameWordsOf(name: string): Set<string> {
  const words = withoutAccents(name).split(/[^\p{L}\p{N}]+/u)
  return new Set(words.filter((word) => word.length > 1 && !LEGAL_FORMS.has(word)))
}
