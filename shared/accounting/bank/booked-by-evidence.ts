import { amountInWords } from '../amounts/decimal.ts'
import type { JournalVoucher } from '../documents/accounting-document.ts'
import type { Finding } from '../documents/rule-context.ts'
import type { PlannedUse, UsableBankEntry } from './bank-entry-state.ts'

/**
 * What is to be told of the bank entries that a voucher uses: vouchers from before a voucher could use one have named them as
 * evidence, or vouchers that use none have closed what they name, and what these moved does not fit beside it. Nobody has said whether
 * these have booked the same money.
 */
export function findBookedByEvidence(
  { bank_entries }: Pick<JournalVoucher, 'bank_entries'>,
  uses: readonly PlannedUse[],
  find: (use: PlannedUse) => UsableBankEntry | undefined,
): Finding[] {
  const pointer = bank_entries === null ? '/evidence_links' : '/payload/bank_entries'
  return [...Map.groupBy(uses, find)].flatMap(([bankEntry, ofEntry]) => {
    if (!bankEntry || bankEntry.evidence_for.length === 0) return []
    const { public_id, currency, amount_minor, used_minor, evidence_for } = bankEntry
    const left = ofEntry.reduce((rest, use) => rest - use.amount_minor, amount_minor - used_minor)
    return evidence_for
      .filter((older) => older.amount_minor > left)
      .map((older) => {
        const moved = amountInWords(older.amount_minor, currency)
        const how = older.is_named ? 'has closed what it names' : 'names it as evidence'
        const message = `Bank entry ${public_id} may be booked already: the older voucher ${older.public_id} of ${moved} ${how}.`
        return { message, pointer }
      })
  })
}
