import { withoutAccents } from '../compare-texts.ts'
import { KINDS, MONTHS, ORDINAL_ENDING, ORDINALS, PARTS } from './period-words.ts'

/** What a form has found, by the names of its groups. */
type PartsOfForm = Readonly<Record<string, string | undefined>>

type Form = {
  readonly pattern: RegExp
  /** The name of a period as returns are asked for; null where there is none. */
  readonly nameOf: (found: PartsOfForm) => string | null
}

const NUMBER = `(?:(?<digit>\\d)${ORDINAL_ENDING}|(?<word>${Object.keys(ORDINALS).join('|')})\\.?)`
const KIND = `(?:(?<Q>${KINDS.Q})|(?<H>${KINDS.H}))\\.?`
const NUMBERED = `${NUMBER} ?${KIND}`
const BETWEEN = '(?: ?[/,.-] ?| (?:de|del|of|du|anno)?[ .]?| ?)'
/** Of two digits only behind a sign: `Q1/24`. */
const YEAR = `(?:${BETWEEN}(?<year>20\\d\\d)| ?[/.']\\s?(?<short>\\d\\d))`
const DAY = (name: string, year: string) => `(?<${name}d>\\d{1,2})\\.(?<${name}m>\\d{1,2})\\.${year}`
const UNTIL = ' ?(?:-|–|/|bis|au|al|a|to|until) ?'
const ISO = (name: string) => `(?<${name}y>20\\d\\d)-(?<${name}m>\\d\\d)-(?<${name}d>\\d\\d)`

/** The forms in the order in which they are looked for: what one has read no later one reads otherwise. */
const FORMS: readonly Form[] = [
  form(`${DAY('f', '(?<fy>20\\d\\d|\\d\\d)?')}${UNTIL}${DAY('t', '(?<ty>20\\d\\d|\\d\\d)')}`, ofDays),
  form(`${ISO('f')}${UNTIL}${ISO('t')}`, ofDays),
  // A day is none, and neither is what stands in it.
  form('\\d{1,2}\\.\\d{1,2}\\.(?:20)?\\d\\d|20\\d\\d-\\d\\d-\\d\\d', () => null),
  form(`(?<year>20\\d\\d)[-/]?(?:(?<Q>q)|(?<H>h))(?<digit>\\d)`, ofPart),
  form(`${NUMBERED}${YEAR}`, ofPart),
  form(`${KIND} ?${NUMBER}${YEAR}`, ofPart),
  form(`(?<year>20\\d\\d)${BETWEEN}(?:${NUMBERED})`, ofPart),
  form(`(?<year>20\\d\\d)${BETWEEN}${KIND} ?(?<digit>\\d)`, ofPart),
  form(
    `(?<!\\d\\.? ?)(?:${MONTHS.map((names, at) => `(?<m${at + 1}>${names})`).join('|')}) ?(?<year>20\\d\\d)`,
    ofMonthName,
  ),
  form('(?<month>\\d{1,2})[./](?<year>20\\d\\d)', ofMonth),
  form('(?<year>20\\d\\d)-(?<month>\\d\\d)', ofMonth),
  form('(?<!-)(?<year>20\\d\\d)(?!-)', ({ year = '' }) => year),
]

/**
 * The periods that a text of the bank names in the usual spellings of the four languages, as returns are asked for: 2024-Q1, 2024-H1,
 * 2024-02 or 2024.
 */
export function periodsIn(text: string): ReadonlySet<string> {
  const periods = new Set<string>()
  let rest = withoutAccents(text).replace(/\s+/g, ' ')
  for (const { pattern, nameOf } of FORMS)
    rest = rest.replace(pattern, (...found) => {
      const name = nameOf(found.at(-1) as PartsOfForm)
      if (name !== null) periods.add(name)
      return ' | '
    })
  return periods
}

/** Whole words only. */
function form(pattern: string, nameOf: Form['nameOf']): Form {
  return { pattern: new RegExp(`(?<![\\p{L}\\p{N}]|\\d[./])(?:${pattern})(?![\\p{L}\\p{N}])(?<end>)`, 'gu'), nameOf }
}

function ofPart({ year, short = '', digit, word = '', H }: PartsOfForm): string | null {
  const kind = H === undefined ? 'Q' : 'H'
  const part = digit === undefined ? (ORDINALS[word] ?? 0) : Number(digit)
  return part >= 1 && part <= PARTS[kind] ? `${year ?? `20${short}`}-${kind}${part}` : null
}

function ofMonth({ year, month }: PartsOfForm): string | null {
  const number = Number(month)
  return number >= 1 && number <= 12 ? `${year}-${String(number).padStart(2, '0')}` : null
}

function ofMonthName({ year, ...found }: PartsOfForm): string | null {
  const at = MONTHS.findIndex((_, index) => found[`m${index + 1}`] !== undefined)
  return ofMonth({ year, month: String(at + 1) })
}

const NAMES_BY_MONTHS: Readonly<Record<number, (year: string, from: number) => string>> = {
  1: (year, from) => `${year}-${String(from).padStart(2, '0')}`,
  3: (year, from) => `${year}-Q${(from + 2) / 3}`,
  6: (year, from) => `${year}-H${(from + 5) / 6}`,
  12: (year) => year,
}

/** From the first day of a period to its last one. */
function ofDays({ fd, fm, fy, td, tm, ty = '' }: PartsOfForm): string | null {
  const yearOf = (year: string) => (year.length === 2 ? `20${year}` : year)
  const [year, from, to] = [yearOf(ty), Number(fm), Number(tm)]
  const isWhole = Number(fd) === 1 && Number(td) === lastDayOf(year, to)
  const months = to - from + 1
  if (!isWhole || to > 12 || yearOf(fy ?? ty) !== year || (from - 1) % months !== 0) return null
  return NAMES_BY_MONTHS[months]?.(year, from) ?? null
}

function lastDayOf(year: string, month: number): number {
  return new Date(Date.UTC(Number(year), month, 0)).getUTCDate()
}
