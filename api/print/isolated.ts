import { escapeHtml } from './escape-html.ts'

/** Letters that are written from right to left, and signs that turn what stands behind them. */
const MAY_TURN =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
/** They mark the borders of what stands by itself, of `bdi` as well, so those of a text could move them. */
const BORDERS = /[\u2066-\u2069]/g
/** A new paragraph forgets the border before it. */
const PARAGRAPHS = /[\p{Cc}\u2029]/gu
/** They isolate what stands between them. @source Unicode Standard Annex 9, section 2.4.3 */
const [OPENS, CLOSES] = ['\u2068', '\u2069']

/** Text of somebody as HTML that cannot turn round what stands beside it, such as a date behind a name. */
export function isolated(text: string): string {
  return MAY_TURN.test(text) ? `<bdi>${escapeHtml(withoutBorders(text))}</bdi>` : escapeHtml(text)
}

/** The same as text, for what has other words and figures in the same line: notes and titles. */
export function isolatedText(text: string): string {
  return MAY_TURN.test(text) ? `${OPENS}${withoutBorders(text)}${CLOSES}` : text
}

function withoutBorders(text: string): string {
  return text.replaceAll(BORDERS, '').replaceAll(PARAGRAPHS, ' ')
}
