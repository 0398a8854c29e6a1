import type { JournalVoucher } from '../documents/accounting-document.ts'
import type { BankEntryFinding } from '../documents/bank-entry-finding.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import type { PlannedUse } from './bank-entry-state.ts'
import { bankLinesOf, leftOn, linesForBankEntry, takeFromLines } from './bank-lines.ts'
import { planNamedUses } from './plan-named-uses.ts'
import { exhausted, type FindNamed, type UsePlan } from './use-plan.ts'
import { findUsedUntilLater } from './used-until-later.ts'

export const USES_NOTHING: UsePlan = { uses: [], findings: [] }

/**
 * Decides what a voucher uses of bank entries. It uses one only through a line on the ledger account of its IBAN, in the
 * account's currency and direction. Where it does not name bank entries, evidence with the hash of one is taken for that.
 */
export function planUses(voucher: JournalVoucher, settings: PostingSettings, find: FindNamed): UsePlan {
  const { bank_entries, evidence_hashes } = voucher
  if (bank_entries === null) return evidence_hashes.length === 0 ? USES_NOTHING : planEvidence(voucher, settings, find)
  return bank_entries.length === 0 ? USES_NOTHING : planNamedUses(voucher, bank_entries, settings, find)
}

/** Evidence takes what its lines move, up to what is left. Without such a line it is evidence and nothing else. */
function planEvidence(voucher: JournalVoucher, settings: PostingSettings, find: FindNamed): UsePlan {
  const lines = bankLinesOf(voucher)
  const uses: PlannedUse[] = []
  const findings: BankEntryFinding[] = []
  for (const [index, hash] of voucher.evidence_hashes.entries()) {
    const bankEntry = voucher.evidence_hashes.indexOf(hash) === index ? find(hash) : undefined
    if (!bankEntry?.is_booked) continue
    const matching = linesForBankEntry(lines, bankEntry, settings, voucher.business_date)
    const moved = leftOn(matching)
    if (moved === 0n) continue
    const left = bankEntry.refusal === null ? bankEntry.amount_minor - bankEntry.used_minor : 0n
    if (left <= 0n) findings.push(exhausted(bankEntry, `/evidence_links/${index}/sha256`, left, null))
    const { entry_id, payment_count, payments } = bankEntry
    const payment_id = payment_count === 1 ? (payments[0]?.payment_id ?? null) : null
    const amount_minor = left < moved ? left : moved
    const pointer = `/evidence_links/${index}/sha256`
    findings.push(...findUsedUntilLater([{ bankEntry, payment_id, amount_minor, pointer }], voucher.business_date))
    const taken = takeFromLines(matching, amount_minor)
    uses.push(...taken.map((part) => ({ entry_id, payment_id, ...part })))
  }
  return findings.length > 0 ? { uses: [], findings } : { uses, findings }
}
