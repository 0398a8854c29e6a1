/** What the ledger has when the first bank statement begins: its balance the day before, and the opening entries of that day. */
export type LedgerOpening = {
  readonly kind: 'ledger_balance' | 'opening_entries'
  /** A balance is that at the end of the day. */
  readonly date: string
  /** Of the day; null where none is set up. */
  readonly fiscal_year_id: string | null
  readonly amount_minor: bigint
}

type BankOpening = {
  readonly kind: 'opening_balance'
  readonly date: string
  readonly bank_account: string
  readonly statement_id: string | null
  readonly statement_key: string | null
  readonly amount_minor: bigint
}

/** Those of the bank less those of the ledger are the difference with which a reconciliation begins. */
export type PartOfOpening = LedgerOpening | BankOpening
