/** Why a voucher cannot use a bank entry that it names. */
export type BankEntryFinding = {
  readonly code: 'bank_entry_unknown' | 'bank_entry_exhausted' | 'bank_entry_amount_mismatch' | 'payment_not_booked'
  readonly message: string
  readonly pointer: string
}

/** An open item that a bank entry names, in the direction that would settle it. */
export type ItemNamedByBank = {
  readonly open_item_id: string
  /** As clients see it. */
  readonly public_id: string
  readonly kind: string
  /** Its reference or number, as the bank entry has it. */
  readonly name: string
  readonly is_number: boolean
  /** What it would take of the bank entry; null where the bank does not tell it. */
  readonly taken_minor: bigint | null
}

/** By the id of an open item: why the debit may be for something else, as it follows its name. */
export type DoubtsOfDebit = ReadonlyMap<string, { readonly words: string; readonly is_of_other_payment: boolean }>
