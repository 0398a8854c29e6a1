import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { type PagePlace, query } from './links.ts'

type FiguresOfRow = Readonly<Record<string, unknown>>

/** What the list of end customers counts, as the lists that have just those rows. */
const COUNTS: Readonly<Record<string, readonly [path: string, asked: () => Readonly<Record<string, string>>]>> = {
  blocked_facts: ['source-facts', () => ({ state: 'blocked' })],
  unbooked_bank_entries: ['camt-053/entries', () => ({ booking_state: 'to_book' })],
  overdue_receivables: ['documents', () => ({ due_before: todayInSwitzerland() })],
  overdue_payables: ['supplier-payables', () => ({ due_before: todayInSwitzerland() })],
}

/** Days and answers about one period or year, by the member that names it. */
const OF_ONE: Readonly<Record<string, readonly [path: string, naming: string]>> = {
  next_vat_period_end: ['vat-returns', 'next_vat_period'],
  is_vat_return_due: ['vat-returns', 'next_vat_period'],
  open_year_end: ['fiscal-years', 'open_fiscal_year_id'],
  is_fiscal_year_ended: ['fiscal-years', 'open_fiscal_year_id'],
}
const NAMES_OF_ONE = Object.values(OF_ONE).map(([, naming]) => naming)

/** The page of what is to be done, from /v1/ on; null where there is nothing to do, and for all other members. */
export function targetOfFigure(name: string, members: FiguresOfRow, { end_customer_id }: PagePlace): string | null {
  const value = members[name]
  if (end_customer_id === undefined || !value) return null
  if (Object.hasOwn(COUNTS, name)) {
    const [path, asked] = COUNTS[name] as (typeof COUNTS)[string]
    return path + query({ end_customer_id, ...asked() })
  }
  if (!Object.hasOwn(OF_ONE, name)) return null
  const [path, naming] = OF_ONE[name] as (typeof OF_ONE)[string]
  const named = members[naming]
  return typeof named === 'string' ? `${path}/${encodeURIComponent(named)}${query({ end_customer_id })}` : null
}

/** The day beside it leads there, so a page does not say it as well. */
export function isNamedByFigure(name: string, members: FiguresOfRow): boolean {
  return NAMES_OF_ONE.includes(name) && 'is_fiscal_year_ended' in members
}
