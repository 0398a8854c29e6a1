import { publicId } from '../../shared/process/ids.ts'
import type { BankEntryRow } from '../../shared/store/bank/bank-entries.ts'
import type { ImportRow, StatementFigures } from '../../shared/store/bank/camt053-imports.ts'
import { presentInteger, presentMoney } from '../http/present-money.ts'

type ImportLike = Omit<ImportRow, 'actor_id' | 'request_id'>

export function presentImport(own: ImportLike) {
  return {
    object: 'camt053_import',
    id: publicId('camt053_import', own.import_id),
    end_customer_id: own.end_customer_id,
    state: own.state,
    file_sha256: own.file_sha256,
    size_bytes: presentInteger(own.size_bytes),
    message: own.message && {
      version: own.message.version,
      message_id: own.message.message_id,
      created: own.message.created,
      page: own.message.page,
    },
    statements: own.statements.map(presentStatement),
    new_entry_count: own.new_entry_count,
    linked_entry_count: own.linked_entry_count,
    payment_count: own.payment_count,
    created_at: own.created_at,
    completed_at: own.completed_at,
  }
}

function presentStatement(statement: StatementFigures) {
  const { balances, opening, closing, sums, holds, difference_minor, reason, ...head } = statement
  const currency = opening?.currency ?? ''
  return {
    ...head,
    opening_balance: opening && presentBalance(opening),
    closing_balance: closing && presentBalance(closing),
    balances: balances.map(presentBalance),
    sums: sums.map((own) => ({
      currency: own.currency,
      credits: money(own.credits_minor, own.currency),
      debits: money(own.debits_minor, own.currency),
      booked_credits: money(own.booked_credits_minor, own.currency),
      booked_debits: money(own.booked_debits_minor, own.currency),
    })),
    arithmetic: holds === null ? 'cannot_be_asked' : holds ? 'holds' : 'does_not_hold',
    difference: difference_minor === null ? null : money(difference_minor, currency),
    reason,
  }
}

function presentBalance({ type, sub_type, signed_minor, currency, date }: StatementFigures['balances'][number]) {
  return { type, sub_type, date, amount: money(signed_minor, currency) }
}

function money(amount_minor: string, currency: string) {
  return presentMoney(BigInt(amount_minor), currency)
}

/** Contract, endpoint 10. The booking in the words of ISO 20022. */
export function presentBankEntry(row: BankEntryRow) {
  const { entry } = row
  const own = exact(entry) as Record<string, unknown> & { currency: string }
  return {
    object: 'camt053_entry',
    id: publicId('camt053_entry', row.entry_id),
    canonical_entry_hash: row.canonical_entry_hash,
    occurrence: row.occurrence,
    end_customer_id: row.end_customer_id,
    import_id: publicId('camt053_import', row.import_id),
    import_ids: row.import_ids.map((import_id) => publicId('camt053_import', import_id)),
    account: row.account,
    amount: presentMoney(row.amount_minor, own.currency),
    credit_debit_indicator: own.credit_debit,
    status: own.status,
    is_booked: row.is_booked,
    reversal_indicator: own.reversal,
    booking_date: own.booking_date,
    value_date: own.value_date,
    account_servicer_reference: own.acct_svcr_ref,
    entry_reference: own.ntry_ref,
    bank_transaction_code: own.bank_tx_code,
    charges: own.charges,
    amount_details: own.amount_details,
    batches: own.batch,
    transaction_details: own.tx_details,
    additional_entry_information: own.additional_info,
    evidence_used: presentMoney(row.used_minor, own.currency),
    created_at: row.created_at,
  }
}

/** Amounts were stored as text, so that none of them lost a digit. */
function exact(value: unknown, name = ''): unknown {
  if (typeof value === 'string' && name.endsWith('_minor')) return presentInteger(BigInt(value))
  if (Array.isArray(value)) return value.map((item) => exact(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, exact(item, key)]))
}
