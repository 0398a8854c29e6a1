/** Why a voucher cannot use a bank entry that it names. */
export type BankEntryFinding = {
  readonly code: 'bank_entry_unknown' | 'bank_entry_exhausted' | 'bank_entry_amount_mismatch' | 'payment_not_booked'
  readonly message: string
  readonly pointer: string
}

/** By the id of an open item: why the debit may be for something else, as it follows its name. */
export type DoubtsOfDebit = ReadonlyMap<string, { readonly words: string; readonly is_of_other_payment: boolean }>
