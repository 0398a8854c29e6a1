import { factOfRule } from '../../accounting/bank-rules/fact-of-rule.ts'
import type { RuleRefusal } from '../../accounting/bank-rules/ruled-amount.ts'
import { linesOfRule } from '../../accounting/bank-rules/voucher-of-rule.ts'
import type { PostingSettings } from '../../accounting/setup/posting-settings.ts'
import type { BankRuleAction } from '../../contract/bank-rules/bank-rule-parts.ts'
import type { JournalVoucherRequest } from '../../contract/facts/journal-vouchers.ts'
import { publicId, uuidOf } from '../../process/ids.ts'
import type { EntryToRule } from './entries-to-rule.ts'
import { type PayablesOfRule, payablesFor } from './payables-of-rule.ts'

/** A version of a rule, as far as it books. */
export type BookingRule = {
  readonly end_customer_id: string
  readonly rule_id: string
  readonly version: number
  readonly action: BankRuleAction
}

/** The voucher by which a rule would book a bank entry, or why there is none. */
export function voucherOfEntry(
  rule: BookingRule,
  entry: EntryToRule,
  settings: PostingSettings,
  payables: PayablesOfRule,
  booking_id: string,
): { readonly voucher: JournalVoucherRequest } | RuleRefusal {
  const made = linesOfRule(rule.action, entry, settings, payablesFor(entry, payables))
  if ('code' in made) return made
  const named = {
    end_customer_id: rule.end_customer_id,
    rule_id: publicId('bank_rule', rule.rule_id),
    version: rule.version,
    entry_id: publicId('camt053_entry', entry.entry_id),
    canonical_entry_hash: entry.canonical_entry_hash,
    booking_id: publicId('bank_rule_booking', booking_id),
  }
  return { voucher: factOfRule(named, rule.action, made, entry) }
}

/** The payable that a voucher of a rule pays; null for one that books other lines. */
export function payableSettledBy({ payload }: JournalVoucherRequest): string | null {
  const [settled] = payload.lines.flatMap(({ open_item }) => open_item?.supplier_payable_id ?? [])
  return settled === undefined ? null : uuidOf('supplier_payable', settled)
}
