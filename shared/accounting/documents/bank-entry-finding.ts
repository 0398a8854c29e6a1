/** Why a voucher cannot use a bank entry that it names. */
export type BankEntryFinding = {
  readonly code: 'bank_entry_unknown' | 'bank_entry_exhausted' | 'bank_entry_amount_mismatch' | 'payment_not_booked'
  readonly message: string
  readonly pointer: string
}
