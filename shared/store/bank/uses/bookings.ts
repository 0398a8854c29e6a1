import type { BookingChoice } from '../../../contract/bank/bank-entry-uses.ts'
import { sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'
import type { Holder } from './bank-entry-holders.ts'

/** What has booked a bank entry, or why nobody is to. */
export type Booking = {
  readonly used_minor: bigint
  readonly dismissed_by: string | null
  readonly repeat_state: 'undecided' | 'repeat' | 'new' | null
  /** The first of those that are not released, and one more where there are more than are shown. Amounts are text. */
  readonly uses: readonly BankEntryUseJson[]
  /** What settlements use of it. */
  readonly evidence_used_minor: bigint
  readonly dismissal: {
    readonly reason: string
    readonly with_entry_id: string | null
    readonly created_at: string
  } | null
  /** Those that fit into what is left. Amounts are text. */
  readonly link_proposals: readonly LinkProposalJson[]
}
export type BankEntryUseJson = Holder & {
  readonly bank_entry_use_id: string
  readonly payment_id: string | null
  readonly journal_entry_id: string | null
  readonly line_number: number | null
  readonly amount_minor: string
  readonly state: 'reserved' | 'posted'
  readonly reason: string | null
}
export type LinkProposalJson = {
  readonly journal_entry_id: string
  readonly line_number: number
  readonly amount_minor: string
}

/** A bank entry shows as many of its uses; a collective one has very many. */
export const SHOWN_USES = 100

/** The columns of Booking, of camt053_entries. */
export const bookingColumns = sql.fragment`
  used_minor, dismissed_by, repeat_state,
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'bank_entry_use_id', bank_entry_use_id, 'used_by', used_by, 'source_id', source_id, 'payment_id', payment_id, 'journal_entry_id', journal_entry_id,
      'line_number', line_number,
      'amount_minor', amount_minor::text, 'state', state, 'reason', reason
    ) order by created_at, bank_entry_use_id), '[]')
    from (
      select used_by, source_id, payment_id, journal_entry_id, line_number, used.amount_minor, state, reason,
        used.created_at, bank_entry_use_id
      from bank_entry_uses used
      where used.end_customer_id = camt053_entries.end_customer_id and used.entry_id = camt053_entries.entry_id
        and state <> 'released'
      order by used.created_at, bank_entry_use_id
      limit ${SHOWN_USES + 1}
    ) used
  ) as uses,
  (
    select coalesce(sum(used.amount_minor), 0)::bigint from bank_entry_uses used
    where used.end_customer_id = camt053_entries.end_customer_id and used.entry_id = camt053_entries.entry_id
      and state <> 'released' and used_by = 'settlement'
  ) as evidence_used_minor,
  (
    select jsonb_build_object('reason', reason, 'with_entry_id', with_entry_id, 'created_at', dismissal.created_at)
    from bank_entry_dismissals dismissal
    where dismissal.end_customer_id = camt053_entries.end_customer_id and dismissal.entry_id = camt053_entries.entry_id
      and dismissal_id = dismissed_by
  ) as dismissal,
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'journal_entry_id', journal_entry_id, 'line_number', line_number, 'amount_minor', proposal.amount_minor::text
    ) order by journal_entry_id, line_number), '[]')
    from (
      select journal_entry_id, line_number, amount_minor
      from open_link_proposals(camt053_entries.end_customer_id, camt053_entries.entry_id)
      where amount_minor <= camt053_entries.amount_minor - camt053_entries.used_minor
      union
      select journal_entry_id, line_number, amount_minor
      from lines_to_link(camt053_entries.end_customer_id, camt053_entries.entry_id)
    ) proposal
  ) as link_proposals
`

const CONDITIONS: Readonly<Record<BookingChoice, Fragment>> = {
  unbooked: sql.fragment`used_minor = 0 and used_minor < amount_minor and dismissed_by is null
    and repeat_state is distinct from 'repeat'`,
  partly_booked: sql.fragment`used_minor > 0 and used_minor < amount_minor and dismissed_by is null`,
  booked: sql.fragment`used_minor >= amount_minor and dismissed_by is null and repeat_state is distinct from 'repeat'`,
  // As the list of end customers counts them.
  to_book: sql.fragment`used_minor < amount_minor and dismissed_by is null and repeat_state is distinct from 'repeat'`,
  dismissed: sql.fragment`(dismissed_by is not null or repeat_state = 'repeat')`,
}

/** A condition that the partial indexes of camt053_entries serve. */
export function inBookingState(state: BookingChoice): Fragment {
  return sql.fragment`is_booked and ${CONDITIONS[state]}`
}
