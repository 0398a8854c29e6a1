import type { BookingState } from '../../shared/contract/bank/bank-entry-uses.ts'
import { publicId } from '../../shared/process/ids.ts'
import type { BankEntryRow } from '../../shared/store/bank/bank-entries.ts'
import { presentHolder } from '../../shared/store/bank/uses/bank-entry-holders.ts'
import { type BankEntryUseJson, type LinkProposalJson, SHOWN_USES } from '../../shared/store/bank/uses/bookings.ts'
import { presentMoney } from '../http/present-money.ts'

/** Whether and how the ledger has a bank entry. */
export function presentBooking(row: BankEntryRow, currency: string) {
  const { amount_minor, used_minor, dismissal, uses } = row
  return {
    booking_state: bookingStateOf(row),
    booked_amount: presentMoney(used_minor, currency),
    unbooked_amount: presentMoney(used_minor < amount_minor ? amount_minor - used_minor : 0n, currency),
    uses: uses.slice(0, SHOWN_USES).map((use) => presentUse(use, currency)),
    has_more_uses: uses.length > SHOWN_USES,
    dismissal: dismissal && {
      reason: dismissal.reason,
      amount: presentMoney(amount_minor - used_minor, currency),
      with_entry_id: dismissal.with_entry_id && publicId('camt053_entry', dismissal.with_entry_id),
      dismissed_at: new Date(dismissal.created_at).toISOString(),
    },
    link_proposals: row.link_proposals.map((proposal) => presentProposal(proposal, currency)),
    evidence_used: presentMoney(row.evidence_used_minor, currency),
  }
}

function bookingStateOf({ is_booked, dismissed_by, repeat_state, used_minor, amount_minor }: BankEntryRow) {
  if (!is_booked) return null
  const state: BookingState =
    dismissed_by !== null || repeat_state === 'repeat'
      ? 'dismissed'
      : used_minor >= amount_minor
        ? 'booked'
        : used_minor > 0n
          ? 'partly_booked'
          : 'unbooked'
  return state
}

/** A part of a bank entry that something uses. */
export function presentUse(use: BankEntryUseJson, currency: string) {
  const { used_by, payment_id, journal_entry_id, line_number, amount_minor, state, reason } = use
  return {
    object: 'bank_entry_use',
    use_id: publicId('bank_entry_use', use.bank_entry_use_id),
    used_by,
    id: presentHolder(use),
    payment_id: payment_id && publicId('payment', payment_id),
    amount: presentMoney(BigInt(amount_minor), currency),
    state,
    journal_entry_id: journal_entry_id && publicId('journal_entry', journal_entry_id),
    line_number,
    reason,
  }
}

function presentProposal({ journal_entry_id, line_number, amount_minor }: LinkProposalJson, currency: string) {
  return {
    journal_entry_id: publicId('journal_entry', journal_entry_id),
    line_number,
    amount: presentMoney(BigInt(amount_minor), currency),
  }
}
