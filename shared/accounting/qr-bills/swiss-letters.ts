/**
 * Letters that a bank in Switzerland takes: Latin with accents, no controls, no soft hyphen.
 *
 * @source Swiss Implementation Guidelines for credit transfers and QR-bill, character set: the pattern of the schema pain.001.001.09.ch.03
 */
const OTHER_LETTERS = /[^\x20-\x7e\u00a0-\u00ac\u00ae-\u017f\u0218-\u021b\u20ac]/u
const EACH_OTHER = new RegExp(OTHER_LETTERS, 'gu')

/** By what is written: signs that have another form there, and Latin letters that are made of no other one. */
const FORMS = {
  ...{ "'": '‘’‚‛′ʼʻ', '"': '“”„‟″', '<': '‹', '>': '›', '-': '‐‑‒–—―−', '·': '•‧∙', '/': '⁄∕', SS: 'ẞ' },
  ...{ E: 'ƏƎƐ', e: 'əǝɛ', O: 'Ɔ', o: 'ɔ', B: 'Ɓ', b: 'ɓ', D: 'ƊƉ', d: 'ɗɖ', F: 'Ƒ', f: 'ƒ', K: 'Ƙ', k: 'ƙ', j: 'ȷ' },
} as const
const WRITTEN = new Map(Object.entries(FORMS).flatMap(([written, all]) => [...all].map((one) => [one, written])))
/** What has no width, and an accent that no letter took. */
const NOTHING = /^[\p{Cf}\p{M}]+$/u
const ACCENTS = /\p{M}/gu
const LETTER = /[\p{L}\p{N}]/u

/** A text as the bank takes it: other letters as Latin ones where they have such a form (ế, ﬁ, Ａ, –), else as a full stop. What has no room is cut. */
export function swissText(text: string, length: number): string {
  const written = inOneLine(text).replace(EACH_OTHER, (letter) => writtenAs(letter) ?? '.')
  return written.trim().slice(0, length).trim()
}

/** The letters and digits of a text that the bank would get as a full stop, each once: those of other scripts. */
export function lostLetters(text: string): string[] {
  const others = inOneLine(text).match(EACH_OTHER) ?? []
  return [...new Set(others)].filter((letter) => LETTER.test(letter) && writtenAs(letter) === null)
}

const MOST_LETTERS = 10

/** Lost letters, of many the first ten, as a message has them. */
export function lettersInWords(letters: readonly string[]): string {
  return [...letters.slice(0, MOST_LETTERS), ...(letters.length > MOST_LETTERS ? ['…'] : [])].join(', ')
}

/** Some systems send an accent as a letter of its own. */
function inOneLine(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ')
}

function writtenAs(letter: string): string | null {
  if (NOTHING.test(letter)) return ''
  const plain = [...letter.normalize('NFKD').replace(ACCENTS, '')].map((one) => WRITTEN.get(one) ?? one).join('')
  return plain === '' || OTHER_LETTERS.test(plain) ? null : plain
}
