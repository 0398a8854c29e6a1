import { escapeHtml } from './escape-html.ts'

/** Letters that are written from right to left, and signs that turn what stands behind them. */
const MAY_TURN =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const SIGNS = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
/** A browser marks the borders of `bdi` with these, so those of a text could move them. */
const BORDERS = /[\u2066-\u2069]/g

/** Text of somebody as HTML that cannot turn round what stands beside it, such as a date behind a name. */
export function isolated(text: string): string {
  return MAY_TURN.test(text) ? `<bdi>${escapeHtml(text.replaceAll(BORDERS, ''))}</bdi>` : escapeHtml(text)
}

/** The same where no markup can stand: without the signs. */
export function withoutTurns(text: string): string {
  return text.replaceAll(SIGNS, '')
}
