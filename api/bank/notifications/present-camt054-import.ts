import { jsonInteger } from '../../../shared/canonical/json-integer.ts'
import { publicId } from '../../../shared/process/ids.ts'
import type { Camt054ImportRow, NotificationFigures } from '../../../shared/store/bank/notifications/camt054-imports.ts'
import { presentMoney } from '../../http/present-money.ts'
import { presentMessage } from '../imports/present-import.ts'

/** An import of notifications. Counts are null until they are taken over. */
export function presentCamt054Import(found: Omit<Camt054ImportRow, 'actor_id' | 'request_id'>) {
  return {
    object: 'camt054_import',
    id: publicId('camt054_import', found.import_id),
    end_customer_id: found.end_customer_id,
    state: found.state,
    file_sha256: found.file_sha256,
    size_bytes: jsonInteger(found.size_bytes),
    message: found.message && presentMessage(found.message),
    notifications: found.notifications.map(presentHeader),
    new_entry_count: found.new_entry_count,
    known_entry_count: found.known_entry_count,
    warnings: [...found.used.map(warnOfUse), ...found.booked_elsewhere.map(warnOfOrder)],
    is_test_file: found.is_test_file,
    created_at: found.created_at,
    completed_at: found.completed_at,
  }
}

function warnOfUse({ notification_id, entry_id }: Camt054ImportRow['used'][number]) {
  return {
    code: 'payment_used' as const,
    message:
      'Something has used the booking as a whole before its details came, so these are evidence and nothing else.',
    remedy:
      'Nothing, where that was right; else reverse what has used it, and the details become payments by themselves.',
    notified_entry_id: publicId('camt054_entry', notification_id),
    entry_id: publicId('camt053_entry', entry_id),
  }
}

function warnOfOrder({ notification_id, entry_id, end_to_end_id }: Camt054ImportRow['booked_elsewhere'][number]) {
  return {
    code: 'ordered_payment_booked' as const,
    message: `The debit is the payment ${end_to_end_id} of an order, and something else than its payable is booked by it.`,
    remedy: 'Reverse what has booked it, and settle the payable with it. Until then it cannot be ordered again.',
    notified_entry_id: publicId('camt054_entry', notification_id),
    entry_id: publicId('camt053_entry', entry_id),
  }
}

function presentHeader(figures: NotificationFigures) {
  const money = (amount_minor: string, currency: string) => presentMoney(BigInt(amount_minor), currency)
  return {
    notification_id: figures.statement_id,
    electronic_seq: figures.electronic_seq,
    legal_seq: figures.legal_seq,
    created: figures.created,
    from: figures.from,
    to: figures.to,
    page: figures.page,
    account_iban: figures.account_iban,
    account_other_id: figures.account_other_id,
    account_currency: figures.account_currency,
    account_owner: figures.account_owner,
    servicer_bic: figures.servicer_bic,
    entry_count: figures.entry_count,
    sums: figures.sums.map(({ currency, credits_minor, debits_minor }) => ({
      currency,
      credits: money(credits_minor, currency),
      debits: money(debits_minor, currency),
    })),
  }
}
