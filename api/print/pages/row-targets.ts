import type { Column, Row } from '../table.ts'
import { type PagePlace, targetOf } from './links.ts'

/**
 * Where the cells of a printed row lead: texts to what they name, amounts to what they are made of. That is what the row says, or what
 * it names first, also in columns that are not printed.
 */
export function targetsOf(columns: readonly Column[], place: PagePlace): (row: Row) => readonly (string | null)[] {
  // Asked of every cell of thousands of rows.
  const periods = columns.map(({ key }) => isDay(key))
  const priors = columns.map(({ key }) => key.startsWith('prior_'))
  return ({ cells, target, leads_by_name, name_target, prior_target, targetOfPeriod }) => {
    const named = cells.map((cell, at) =>
      typeof cell === 'string' && cell !== '' ? targetOf(columns[at]?.key ?? '', cell, place) : null,
    )
    const ofRow = target ?? named.find((one) => one !== null) ?? null
    const ofName = name_target ?? (target === undefined || leads_by_name ? ofRow : null)
    const first = cells.findIndex((cell, at) => !columns[at]?.is_hidden && typeof cell === 'string' && isName(cell))
    return cells.map((cell, at) => {
      if (typeof cell === 'string') return named[at] ?? (at === first ? ofName : null)
      if (cell === null) return null
      if (targetOfPeriod && periods[at]) return cell === 0n ? null : targetOfPeriod(columns[at]?.key ?? '')
      // What the year before is made of stands elsewhere.
      return priors[at] ? (prior_target ?? null) : ofRow
    })
  }
}

/** A day says when, and not what. */
function isName(cell: string): boolean {
  return cell !== '' && !isDay(cell)
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}
