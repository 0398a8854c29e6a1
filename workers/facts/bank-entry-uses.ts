import type { PostedFact } from '../../shared/accounting/facts/entry-of-fact.ts'
import type { NewVoucherUse } from '../../shared/store/bank/uses/bank-entry-uses.ts'
import { bankEntryChanged, type NewEvent } from '../../shared/store/platform/events.ts'

/** What a posted voucher uses of bank entries, with the lines of its journal entry; nothing of a line that is worth nothing. */
export function usesOfFact({ fact, entry, bank_entry_uses, line_numbers = [] }: PostedFact): NewVoucherUse[] {
  const { end_customer_id, source_fact_id } = fact
  const { journal_entry_id } = entry
  return bank_entry_uses.flatMap(({ line_index, ...use }) => {
    const line_number = line_numbers[line_index] ?? 0
    return line_number === 0 ? [] : [{ end_customer_id, source_fact_id, journal_entry_id, line_number, ...use }]
  })
}

/** One for each bank entry of which vouchers have used something. */
export function bankEntryEvents(posted: readonly PostedFact[]): NewEvent[] {
  const used = posted.flatMap(({ fact, bank_entry_uses }) =>
    bank_entry_uses.map(({ entry_id }) => [entry_id, fact.end_customer_id] as const),
  )
  return [...new Map(used)].map(([entry_id, end_customer_id]) => bankEntryChanged(end_customer_id, entry_id))
}
