import { hashOf } from '../../canonical/hash.ts'
import type { BankRuleAction } from '../../contract/bank-rules/bank-rule-parts.ts'
import type { JournalVoucherRequest } from '../../contract/facts/journal-vouchers.ts'
import type { Json } from '../../contract/schema.ts'
import { type AmountToBook, moneyOf } from './ruled-amount.ts'
import type { LinesOfRule } from './voucher-of-rule.ts'

/** The source system of vouchers that rules have booked. */
export const RULES_SYSTEM = 'bank_rules'

/** What a voucher by a rule names; ids are those that clients see. */
export type NamedByRule = {
  readonly end_customer_id: string
  readonly rule_id: string
  readonly version: number
  readonly entry_id: string
  readonly canonical_entry_hash: string
  /** Of this booking alone: the bank entry may be booked anew after a reversal. */
  readonly booking_id: string
}

/** The request of the voucher by which a rule books a bank entry: the same that anybody could have sent. */
export function factOfRule(
  named: NamedByRule,
  { text, input_tax_decision }: BankRuleAction,
  { lines }: LinesOfRule,
  entry: AmountToBook,
): JournalVoucherRequest {
  const { end_customer_id, rule_id, version, entry_id, canonical_entry_hash, booking_id } = named
  const payload = {
    text,
    lines: [...lines],
    bank_entries: [{ entry_id, amount: moneyOf(entry.amount_minor, entry.currency) }],
    ...(input_tax_decision && { input_tax_decision }),
  }
  return {
    business_date: entry.booking_date,
    end_customer_id,
    external_reference: `${rule_id} version ${version}: ${entry_id}`,
    idempotency_key: booking_id,
    source_hash: canonical_entry_hash,
    source_payload_hash: hashOf(payload as Json),
    source_system: RULES_SYSTEM,
    evidence_links: [{ sha256: canonical_entry_hash, type: 'bank_entry' }],
    fact_type: 'journal_voucher',
    payload,
  }
}
