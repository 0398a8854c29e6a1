import type { MessageHeader } from '../../../shared/camt053/bank-statement.ts'
import { jsonInteger } from '../../../shared/canonical/json-integer.ts'
import { publicId } from '../../../shared/process/ids.ts'
import type { BankStatementFigures, ImportRow } from '../../../shared/store/bank/camt053-imports.ts'
import { presentMoney } from '../../http/present-money.ts'

type PresentableImport = Omit<ImportRow, 'actor_id' | 'request_id'>

/** An import with its bank statements. Counts are null until its entries are taken over. */
export function presentImport(found: PresentableImport) {
  return {
    object: 'camt053_import',
    id: publicId('camt053_import', found.import_id),
    end_customer_id: found.end_customer_id,
    state: found.state,
    file_sha256: found.file_sha256,
    size_bytes: jsonInteger(found.size_bytes),
    message: found.message && presentMessage(found.message),
    statements: found.statements.map(presentBankStatement),
    new_entry_count: found.new_entry_count,
    linked_entry_count: found.linked_entry_count,
    payment_count: found.payment_count,
    possible_repeat_count: found.possible_repeat_count,
    reason: found.reason,
    accepted_difference:
      found.difference_justification === null
        ? null
        : { justification: found.difference_justification, accepted_at: found.difference_accepted_at },
    is_test_file: found.is_test_file,
    created_at: found.created_at,
    completed_at: found.completed_at,
  }
}

export function presentMessage({ version, message_id, created, page }: MessageHeader) {
  return { version, message_id, created, page }
}

function presentBankStatement(bank_statement: BankStatementFigures) {
  const { balances, opening, closing, sums, holds, difference_minor, reason, ...others } = bank_statement
  const { entries_digest: _, first_day, last_day, awaits_pages, ...header } = others
  const currency = opening?.currency ?? ''
  return {
    ...header,
    opening_balance: opening && presentBalance(opening),
    closing_balance: closing && presentBalance(closing),
    balances: balances.map(presentBalance),
    sums: sums.map((sum) => ({
      currency: sum.currency,
      credits: money(sum.credits_minor, sum.currency),
      debits: money(sum.debits_minor, sum.currency),
      booked_credits: money(sum.booked_credits_minor, sum.currency),
      booked_debits: money(sum.booked_debits_minor, sum.currency),
    })),
    arithmetic: holds === null ? 'cannot_be_asked' : holds ? 'holds' : 'does_not_hold',
    difference: difference_minor === null ? null : money(difference_minor, currency),
    reason,
  }
}

function presentBalance({ type, sub_type, signed_minor, currency, date }: BankStatementFigures['balances'][number]) {
  return { type, sub_type, date, amount: money(signed_minor, currency) }
}

function money(amount_minor: string, currency: string) {
  return presentMoney(BigInt(amount_minor), currency)
}
