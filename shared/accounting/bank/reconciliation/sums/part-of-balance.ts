/**
 * A part of the balance of the bank: the closing balance of the last bank statement of an account, or the opening balance of one that
 * goes on behind the day, and what bank entries come to between that balance and the day.
 */
export type PartOfBalance = {
  readonly kind: 'closing_balance' | 'opening_balance' | 'entries_since'
  readonly bank_account: string
  /** Of the bank statement; null where no single one has the bank entries. */
  readonly statement_id: string | null
  readonly statement_key: string | null
  /** Of a balance its own; of bank entries their first one. */
  readonly from_date: string
  readonly to_date: string
  readonly amount_minor: bigint
}

/** What the bank entries of an account behind its last bank statement come to. */
export type EntriesSince = {
  readonly bank_account: string
  readonly from_date: string
  readonly amount_minor: bigint
}
