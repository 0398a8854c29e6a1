import { jsonInteger } from '../../shared/canonical/json-integer.ts'
import { publicId } from '../../shared/process/ids.ts'
import type { BankEntryRow } from '../../shared/store/bank/bank-entries.ts'
import { presentMoney } from '../http/present-money.ts'
import { presentBooking } from './present-booking.ts'

/** A bank entry in the words of ISO 20022. */
export function presentBankEntry(row: BankEntryRow) {
  const { currency } = row.entry as { currency: string }
  return {
    object: 'camt053_entry',
    id: publicId('camt053_entry', row.entry_id),
    canonical_entry_hash: row.canonical_entry_hash,
    occurrence: row.occurrence,
    end_customer_id: row.end_customer_id,
    import_id: publicId('camt053_import', row.import_id),
    import_ids: row.import_ids.map((import_id) => publicId('camt053_import', import_id)),
    ...presentFigures(row),
    has_more_details: row.has_more_details,
    ...presentBooking(row, currency),
    possible_repeat: row.repeat_state === 'undecided',
    repeat_of_entry_id: row.possible_repeat_of && publicId('camt053_entry', row.possible_repeat_of),
    repeat_decision: presentDecision(row),
    earlier_repeat_decisions: (row.earlier_decisions ?? []).map(
      ({ decided_by, decided_at, taken_back_at, ...decision }) => ({
        ...decision,
        decided_by: deciderOf(decided_by),
        decided_at: new Date(decided_at).toISOString(),
        taken_back_at: new Date(taken_back_at).toISOString(),
      }),
    ),
    notification_ids: row.notification_ids.map((id) => publicId('camt054_entry', id)),
    created_at: row.created_at,
  }
}

type FiguresRow = Pick<BankEntryRow, 'account' | 'amount_minor' | 'is_booked' | 'entry'>

/** What a bank statement says of a bank entry, or a notification. */
export function presentFigures(row: FiguresRow) {
  const entry = exact(row.entry) as Record<string, unknown> & { currency: string; tx_details: object[] }
  return {
    account: row.account,
    amount: presentMoney(row.amount_minor, entry.currency),
    credit_debit_indicator: entry.credit_debit,
    status: entry.status,
    is_booked: row.is_booked,
    reversal_indicator: entry.reversal,
    booking_date: entry.booking_date,
    value_date: entry.value_date,
    account_servicer_reference: entry.acct_svcr_ref,
    entry_reference: entry.ntry_ref,
    bank_transaction_code: entry.bank_tx_code,
    charges: entry.charges,
    amount_details: entry.amount_details,
    batches: entry.batch,
    transaction_details: entry.tx_details.map(presentDetail),
    additional_entry_information: entry.additional_info,
  }
}

/** A detail in the words of its answer; its amounts are exact already. */
function presentDetail(details: object): object {
  return { referred_documents: [], ...details }
}

/** Some of its details, from the JSON of their rows. */
export function presentDetails(json: string): object[] {
  return (exact(JSON.parse(json)) as object[]).map(presentDetail)
}

function presentDecision({ repeat_state, repeat_reason, repeat_decided_by, repeat_decided_at }: BankEntryRow) {
  if (repeat_state === null || repeat_state === 'undecided') return null
  return {
    decision: repeat_state,
    decided_by: deciderOf(repeat_decided_by),
    reason: repeat_reason,
    decided_at: repeat_decided_at,
  }
}

function deciderOf(decided_by: string | null): 'bank_statements' | 'reviewer' {
  return decided_by === null ? 'bank_statements' : 'reviewer'
}

/** Amounts were stored as text, so that none of them lost a digit. */
function exact(value: unknown, name = ''): unknown {
  if (typeof value === 'string' && name.endsWith('_minor')) return jsonInteger(BigInt(value))
  if (Array.isArray(value)) return value.map((item) => exact(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, exact(item, key)]))
}
