import type { BankEntryFinding } from '../../documents/bank-entry-finding.ts'
import type { Check } from '../../documents/rule-context.ts'

/** The rules about the bank entries that a voucher names. What breaks them is found where their use is planned. */
export const BANK_ENTRY_RULES = [
  {
    code: 'bank_entry_unknown',
    pointer: '/payload/bank_entries',
    remedy: 'Correct the id, or import the bank statement first; the fact is then evaluated again.',
    source: 'OR Art. 957a Abs. 2 Ziff. 2',
    find: findings('bank_entry_unknown'),
  },
  {
    code: 'bank_entry_exhausted',
    pointer: '/payload/bank_entries',
    remedy: 'Reverse what books the bank entry, or send the fact again with another bank entry or amount.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: findings('bank_entry_exhausted'),
  },
  {
    code: 'bank_entry_amount_mismatch',
    pointer: '/payload/bank_entries',
    remedy:
      'Send the fact again with bank entries that make up what its lines move on the ledger account of their IBAN, or map posting.bank.<IBAN>.',
    source: 'OR Art. 957a Abs. 2 Ziff. 2',
    find: findings('bank_entry_amount_mismatch'),
  },
  {
    code: 'payment_not_booked',
    pointer: '/payload/lines',
    remedy:
      'Send the voucher again with the line on the account at the bank and with bank_entries; or book the bank entry by another voucher first, and take the credit from the account that it credits. The fact is then evaluated again.',
    source: 'OR Art. 957a Abs. 2 Ziff. 2',
    find: findings('payment_not_booked'),
  },
] as const

/** A change of bank entries, of their uses or of the accounts at the bank may remove any of them. */
export const BANK_ENTRY_BLOCKERS = BANK_ENTRY_RULES.map(({ code }) => code)

function findings(code: BankEntryFinding['code']): Check {
  return ({ bank_entry_findings }) => bank_entry_findings.filter((finding) => finding.code === code)
}
