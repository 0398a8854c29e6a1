import type { BankEntry } from './bank-entry.ts'

/** Who gets the one payment of a debit. */
export function payeeAccountOf({ credit_debit, tx_details }: BankEntry): string | null {
  const [payment, ...others] = tx_details
  return credit_debit === 'DBIT' && others.length === 0 ? (payment?.creditor_account?.iban ?? null) : null
}
