import { type Kind, publicId } from '../../../process/ids.ts'
import { sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'

/** Whoever uses a bank entry. A link to a line of the ledger is its own source. */
export type Holder = { readonly used_by: keyof typeof KINDS; readonly source_id: string }

const KINDS = {
  allocation: 'payment_allocation',
  settlement: 'supplier_payable_settlement',
  voucher: 'source_fact',
  link: 'bank_entry_link',
  return: 'bank_return',
} as const satisfies Readonly<Record<string, Kind>>

const MOST_NAMED = 5

/** The first few that use a bank entry, and one more, as a column. @param entry the name of its table */
export function holdersOf(entry: Fragment): Fragment {
  return sql.fragment`(
    select coalesce(jsonb_agg(jsonb_build_object('used_by', used_by, 'source_id', source_id)), '[]')
    from (
      select distinct used_by, source_id from bank_entry_uses used
      where used.end_customer_id = ${entry}.end_customer_id and used.entry_id = ${entry}.entry_id and state <> 'released'
      order by used_by, source_id
      limit ${MOST_NAMED + 1}
    ) holder
  )`
}

/** The id as clients see it. */
export function presentHolder({ used_by, source_id }: Holder): string {
  return publicId(KINDS[used_by], source_id)
}

/** The ids of those that use a bank entry; of many the first few. */
export function presentHolders(holders: readonly Holder[]): string[] {
  const named = holders.slice(0, MOST_NAMED).map(presentHolder)
  return holders.length > MOST_NAMED ? [...named, 'and others'] : named
}

/** Columns of camt053_entries that say why nobody can book a bank entry. @param entry the name of the table */
export function refusalColumns(entry: Fragment): Fragment {
  return sql.fragment`
    repeat_state, possible_repeat_of,
    (
      select reason from bank_entry_dismissals dismissal
      where dismissal.end_customer_id = ${entry}.end_customer_id and dismissal.entry_id = ${entry}.entry_id
        and dismissal_id = dismissed_by
    ) as dismissal_reason
  `
}

export type RefusalColumns = {
  readonly repeat_state: 'undecided' | 'repeat' | 'new' | null
  readonly possible_repeat_of: string | null
  readonly dismissal_reason: string | null
}

/** Why nobody can book a bank entry, as it follows its name; null where it can be booked. */
export function refusalOf({ repeat_state, possible_repeat_of, dismissal_reason }: RefusalColumns): string | null {
  if (dismissal_reason !== null) return `is dismissed: ${dismissal_reason}${dismissal_reason.endsWith('.') ? '' : '.'}`
  const other = possible_repeat_of && publicId('camt053_entry', possible_repeat_of)
  if (repeat_state === 'undecided') return `may repeat ${other}; a reviewer decides that with its repeat-review.`
  return repeat_state === 'repeat' ? `repeats ${other}, which can be booked.` : null
}
