/** What one bank statement has and the other has not. */
export type StatementContradiction = NamedBookings & {
  readonly why: 'balance' | 'shared' | 'alone' | 'lacking'
  readonly amount_minor: bigint
  /** Beside bookings that are alone. */
  readonly lacking?: NamedBookings
}

type NamedBookings = { readonly entry_count: number; readonly credit_minor: bigint; readonly debit_minor: bigint }
