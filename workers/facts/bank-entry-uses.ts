import type { VoucherLine } from '../../shared/accounting/documents/accounting-document.ts'
import type { PostedFact } from '../../shared/accounting/facts/entry-of-fact.ts'
import type { JournalLine } from '../../shared/accounting/journal/journal-entry.ts'
import type { NewVoucherUse } from '../../shared/store/bank/uses/bank-entry-uses.ts'
import { bankEntryChanged, type NewEvent } from '../../shared/store/platform/events.ts'

/** What a posted voucher uses of bank entries, with the lines of its journal entry. */
export function usesOfFact({ fact, entry, bank_entry_uses }: PostedFact): NewVoucherUse[] {
  const { end_customer_id, source_fact_id, document } = fact
  if (document.fact_type !== 'journal_voucher') return []
  const { journal_entry_id } = entry
  return bank_entry_uses.flatMap(({ line_index, ...use }) => {
    const line_number = lineNumberOf(document.lines, line_index, entry.lines)
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

/**
 * The number of a voucher's line in its journal entry, which leaves lines out of which nothing remains in the base
 * currency. @returns 0 for such a line
 */
function lineNumberOf(voucherLines: readonly VoucherLine[], index: number, lines: readonly JournalLine[]): number {
  const voucherLine = voucherLines[index]
  if (!voucherLine) return 0
  const { account_code, amount } = voucherLine
  const isIt = (line: JournalLine | undefined) =>
    line?.account_code === account_code &&
    line.transaction_currency === amount.currency &&
    (line.debit_minor > 0n ? line.transaction_minor : -line.transaction_minor) === amount.amount_minor
  return isIt(lines[index]) ? index + 1 : lines.findIndex(isIt) + 1
}
