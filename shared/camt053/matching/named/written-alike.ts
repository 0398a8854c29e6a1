import { bare, isOneTypoApart } from '../compare-texts.ts'
import { isLikeDate } from './numbers-of-documents.ts'

/** A number as it is written: the letters in front, and its digits between signs. */
type NumberForm = {
  readonly letters: string
  readonly groups: readonly string[]
  readonly digits: string
  /** Its groups, as zeros in front of each say nothing. */
  readonly without_zeros: string
}

/** A word of that form, read once for all that it is compared with. */
export type WrittenNumber = { readonly text: string; readonly form: NumberForm }

/** Of fewer digits, signs between them are there by chance: 2026-10 behind letters is a month. */
const FEWEST_BETWEEN_SIGNS = { behind_letters: 7, alone: 5 } as const
const FEWEST_IN_A_ROW = 6
/** Behind a word for invoices. */
const FEWEST_NAMED = 4
/** Digits in a row have so many of the first in common. */
const START = 4

/**
 * Whether a word is another number than that of a document, and written as it is: its digits alone, or with its letters and one digit more or less, as a series
 * has that goes on behind 999.
 */
export function isWrittenAlike({ text, form: said }: WrittenNumber, own: WrittenNumber): boolean {
  const { form: wanted } = own
  if (isSame(said, wanted)) return false
  if (said.letters !== '') return isGrown(said, wanted) && !isOneTypoApart(bare(text), bare(own.text))
  return isInSameSigns(said, wanted) || isInARow(said, wanted)
}

/** The same of digits that a word before calls the number of an invoice. A day with signs, 2026-04-10, is no number but for one that has signs there too. */
export function isNamedAlike({ form: said }: WrittenNumber, { form: wanted }: WrittenNumber): boolean {
  if (said.letters !== '' || isSame(said, wanted)) return false
  const [other, known] = [said.digits, wanted.digits]
  if (isLikeDate(other) && (!isLikeDate(known) || (said.groups.length === 3 && wanted.groups.length !== 3)))
    return false
  if (other.length !== known.length) return hasGrown(other, known) || hasGrown(known, other)
  return known.length >= FEWEST_NAMED && startsAlike(other, known, known.length / 2)
}

/** Whether a word is the number of a document without its letters, or without zeros in front of its last digits. */
export function isWrittenWithLess({ form: said }: WrittenNumber, { text, form: wanted }: WrittenNumber): boolean {
  return isSame(said, wanted) && (said.letters !== '' || digitsOf(text) !== null)
}

/** Null for a word of another form. */
export function readNumber(text: string): WrittenNumber | null {
  const form = formOf(text)
  return form && { text, form }
}

/** The digits behind the letters of a number, where there are enough of them; else null. */
export function allDigitsOf(number: string): string | null {
  const digits = formOf(number)?.digits ?? ''
  return digits.length < FEWEST_NAMED ? null : digits
}

/** The same where they tell the number without its letters. */
function digitsOf(number: string): string | null {
  const digits = allDigitsOf(number)
  return digits === null || isLikeMonth(digits) ? null : digits
}

/** The last digits of a number that has others before them, where there are enough to tell it beside the amount: 1111 of STR-2026-1111. */
export function endOf(number: string): string | null {
  const groups = formOf(number)?.groups ?? []
  const end = groups.at(-1) ?? ''
  return groups.length < 2 || end.length < FEWEST_NAMED || isLikeDate(end) ? null : end
}

function formOf(word: string): NumberForm | null {
  const [, letters = '', digits] = /^([^\p{N}]*)(\d[\d/-]*)$/u.exec(word.toUpperCase().trim()) ?? []
  if (digits === undefined) return null
  const groups = digits.split(/\D+/).filter(Boolean)
  return {
    letters: bare(letters),
    groups,
    digits: groups.join(''),
    without_zeros: groups.map((group) => group.replace(/^0+/, '')).join('-'),
  }
}

/** Zeros in front say nothing. */
function isSame(said: NumberForm, own: NumberForm): boolean {
  if (said.letters !== '' && said.letters !== own.letters) return false
  return said.digits === own.digits || said.without_zeros === own.without_zeros
}

function isInSameSigns({ groups, digits }: NumberForm, own: NumberForm): boolean {
  const fewest = FEWEST_BETWEEN_SIGNS[own.letters === '' ? 'alone' : 'behind_letters']
  const isLong = groups.length > 1 && digits.length >= fewest && !(groups.length === 3 && isLikeDate(digits))
  const isAlike =
    groups.length === own.groups.length && groups.every((group, at) => group.length === own.groups[at]?.length)
  return isLong && isAlike && groups.some((group, at) => isCommon(group, own.groups[at]))
}

/** A word that looks like a day is another number only for who numbers bills by days. */
function isInARow({ groups, digits: other }: NumberForm, own: NumberForm): boolean {
  const known = own.digits
  const isNumberedByDays = own.letters === '' && own.groups.length === 1 && isLikeDate(known)
  if (groups.length > 2 || (isLikeDate(other) && !isNumberedByDays)) return false
  return other.length === known.length && known.length >= FEWEST_IN_A_ROW && startsAlike(other, known, START)
}

/** The same letters, and one digit more or less, where all that is counted by years is the same. */
function isGrown(said: NumberForm, own: NumberForm): boolean {
  const [other, known] = [said.digits, own.digits]
  if (said.letters !== own.letters || Math.abs(other.length - known.length) !== 1) return false
  if (Math.min(other.length, known.length) < 3) return own.letters.length > 1
  if (said.groups.length === own.groups.length && own.groups.length > 1)
    return said.groups.slice(0, -1).every((group, at) => isCommon(group, own.groups[at]))
  return own.groups.length + said.groups.length === 2 || startsAlike(other, known, START)
}

/** Behind 999 comes 1000. */
function hasGrown(long: string, short: string): boolean {
  return (
    long.length === short.length + 1 && long.length >= FEWEST_NAMED && short.startsWith('9') && long.startsWith('10')
  )
}

function startsAlike(a: string, b: string, digits: number): boolean {
  return a.slice(0, digits) === b.slice(0, digits) || areYearsNear(a.slice(0, 4), b.slice(0, 4))
}

function isCommon(group: string, own = ''): boolean {
  return group === own || areYearsNear(group, own)
}

/** The same, or the one behind. */
function areYearsNear(a: string, b: string): boolean {
  return [a, b].every((digits) => /^20\d\d$/.test(digits)) && Math.abs(Number(a) - Number(b)) <= 1
}

/** A year, or a month of one: 202611. */
export function isLikeMonth(digits: string): boolean {
  return digits.length < 8 && isLikeDate(digits)
}
