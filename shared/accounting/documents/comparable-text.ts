const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const BLANKS = /[\t-\r \u0085\u1680\u2028\u2029]+/g
const LONGEST = 600

/**
 * A name without the differences of letter case, forms of letters, blanks and invisible characters: partners without a
 * number are one where their names have one key. `partner_name_key` computes the same in the database, and says why each
 * step is taken; test/store/statements/one-key-of-a-name.test.ts compares the two. Letters that are younger than the ICU of
 * the database are as they were written there.
 */
export function partnerNameKey(name: string): string {
  const visible = name.replace(INVISIBLE, '').normalize('NFKC')
  const small = visible.toLowerCase().toUpperCase().toLowerCase()
  const folded = small.replaceAll('i\u0307', 'i').replaceAll('ς', 'σ').normalize('NFKC')
  const blanked = withoutBlanksAround(folded.replace(BLANKS, ' '))
  return blanked.length <= LONGEST ? blanked : withoutBlanksAround([...blanked].slice(0, LONGEST).join(''))
}

/** Words of a company's name that say only its legal form; some people write them and others do not. */
// biome-ignore format: a set of words reads better in rows
const LEGAL_FORMS = new Set([
  'ag', 'sa', 'gmbh', 'sarl', 'sagl', 'ltd', 'limited', 'inc', 'llc', 'plc', 'co', 'cie', 'kg', 'klg', 'ohg', 'se',
  'gen', 'genossenschaft', 'verein', 'stiftung', 'fondation', 'fondazione',
])

/** Words between two names, which others write as a sign. */
const CONNECTING = new Set(['und', 'u', 'et', 'and'])

/**
 * A name without the things in which spellings differ: case, accents, umlauts written as two letters, blanks, punctuation,
 * the words that connect names and the legal form. Two names that are equal then are probably one partner.
 */
export function comparableName(name: string): string {
  const words = plainLetters(name.replace(/[.'’]/g, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const isBetween = (index: number) => index > 0 && index < words.length - 1
  const telling = words.filter((word, index) => !LEGAL_FORMS.has(word) && !(CONNECTING.has(word) && isBetween(index)))
  return (telling.length > 0 ? telling : words).join('')
}

/** A document number without blanks, punctuation and case; as it stands where nothing else is in it. */
export function comparableNumber(number: string): string {
  return plainLetters(number).replace(/[^\p{L}\p{N}]+/gu, '') || number
}

function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/([aou])e/g, '$1')
}

function withoutBlanksAround(text: string): string {
  return text.replace(/^ | $/g, '')
}
