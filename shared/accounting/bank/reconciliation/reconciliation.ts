import type { MissingNumbers, MissingPages } from '../missing-pages.ts'
import type { StatementContradiction } from './sums/contradicting-bookings.ts'
import type { EntriesSince, PartOfBalance } from './sums/part-of-balance.ts'
import type { LedgerOpening, PartOfOpening } from './sums/part-of-opening.ts'

/** Amounts are those of the account's currency; money that the bank has received, and debits of the ledger, are positive. */
export type ReconciledStatement = {
  /** Those of its pages. */
  readonly keys: readonly string[]
  readonly bank_account: string
  readonly statement_id: string | null
  readonly sequences: readonly (bigint | null)[]
  readonly opening_date: string
  readonly closing_date: string
  /** First and last moment, as text that sorts; the last one not behind the day that is asked for. */
  readonly opens: string
  readonly closes: string
  /** It goes on behind the day, which its balance at the end does not tell. */
  readonly is_cut: boolean
  readonly opening_minor: bigint
  readonly closing_minor: bigint
  /** What its bank entries come to. */
  readonly net_minor: bigint
  /** Pages that it has and that nobody has imported. */
  readonly missing_pages?: readonly MissingPages[]
}

/** A bank entry that others may repeat or that may repeat others, or all of the others that the same bank statements have. */
export type BankMoney = {
  /** The bank statements that have it, by their places among all. */
  readonly places: readonly number[]
  readonly net_minor: bigint
  readonly credit_minor: bigint
  readonly entry_count: number
  /** Of a single one with possible repeats: the bank entry, and the one that all of them may repeat. */
  readonly entry_id: string | null
  readonly root: string | null
  /** It is a possible repeat itself. */
  readonly is_repeat: boolean
}

/** A bank statement behind another one. */
export type ChainedStatement = ReconciledStatement & {
  /** Its opening balance less the balance of the ones before it at that point. */
  readonly gap_minor: bigint
  /** What its balances have and its bank entries have not. */
  readonly difference_minor: bigint
  /** It begins with a balance that the one before has: the gap is what their bookings differ by. */
  readonly isContradicting?: boolean
}

export type ReconciledEntry = {
  readonly entry_id: string
  readonly bank_account: string
  readonly date: string
  readonly amount_minor: bigint
  readonly text: string | null
  readonly is_undecided: boolean
  /** What a dismissal has taken, without a sign. */
  readonly dismissed_minor: bigint
  readonly dismissal_reason: string | null
  readonly uses: readonly ReconciledUse[]
  /** The day of the reversal that gave back what is booked beyond the amount. */
  readonly booked_beyond_until: string | null
}

export type ReconciledLine = {
  readonly journal_entry_id: string
  readonly line_number: number
  readonly date: string
  readonly amount_minor: bigint
  readonly text: string
  readonly uses: readonly ReconciledUse[]
}

/** A part of a bank entry that a line books, both by the day, with the sign of the bank entry. */
export type ReconciledUse = {
  readonly amount_minor: bigint
  /** The other side does not count: it is of another account or currency, or of days before the first bank statement. */
  readonly is_elsewhere: boolean
  readonly other_date: string | null
}

type DifferenceKind =
  | 'opening'
  | 'gap'
  | 'contradiction'
  | 'statement_difference'
  | 'missing_page'
  | 'entry_unbooked'
  | 'entry_partly_booked'
  | 'entry_booked_beyond'
  | 'entry_dismissed'
  | 'possible_repeat'
  | 'entry_booked_elsewhere'
  | 'line_without_entry'
  | 'line_linked_elsewhere'

/** A named part of what the balance of the bank is above that of the ledger. */
export type Difference = {
  readonly kind: DifferenceKind
  readonly date: string | null
  readonly amount_minor: bigint
  readonly bank_account: string | null
  readonly entry_id: string | null
  readonly journal_entry_id: string | null
  readonly line_number: number | null
  readonly text: string | null
  /** Of the bank statement whose balances make it. What earlier releases have kept does not say it. */
  readonly statement_key?: string | null
}

/** A bank entry of which nobody has said whether it repeats another one. */
export type ListedRepeat = {
  readonly entry_id: string
  /** The bank entry that it may repeat. */
  readonly other_id: string
  readonly bank_account: string
  readonly date: string
  readonly amount_minor: bigint
  readonly text: string | null
  /** The balance of the bank has its money beside that of the other one. Then it is a difference, too. */
  readonly is_counted: boolean
}

/** Between two bank statements of an account, within one, behind the last one, or where one contradicts another that has its days. */
export type StatementGap = {
  readonly bank_account: string
  readonly kind:
    | 'balance'
    | 'missing_number'
    | 'missing_page'
    | 'contradiction'
    | 'not_compared'
    | 'no_statement_since'
    | 'lone_qr_iban'
    | 'kept_twice'
  readonly after: string | null
  readonly before: string | null
  readonly date: string
  readonly amount_minor: bigint
  /** Why one contradicts the other; null where none does. */
  readonly contradiction: StatementContradiction | null
  /** Of kept_twice: the bank entries of both names. */
  readonly entry_ids?: readonly [string, string]
  /** Of missing_number: the first ones, in what earlier releases have kept none. */
  readonly missing?: readonly MissingNumbers[]
  /** Of missing_page. */
  readonly missing_pages?: readonly MissingPages[]
}

/** The bank statements of one account at the bank that begin by the day. */
export type StatementSequence = {
  readonly chain: readonly ChainedStatement[]
  readonly all: readonly ReconciledStatement[]
  /** Another order of the bank statements is as good, and ends with another balance. */
  readonly isOneOfSeveral: boolean
}

export type ReconciledAccount = {
  readonly sequences: readonly StatementSequence[]
  readonly contradictions: readonly StatementGap[]
  /** Those that may differ from the lines. Others change nothing. */
  readonly entries: readonly ReconciledEntry[]
  /** Those that may differ from the bank entries. */
  readonly lines: readonly ReconciledLine[]
  readonly possible_repeats: readonly ListedRepeat[]
  readonly later: readonly EntriesSince[]
  /** Of the ledger on the day. */
  readonly ledger_minor: bigint
  readonly ledger_opening: readonly LedgerOpening[]
  readonly date: string
}

type EndOfStatement = Pick<ReconciledStatement, 'bank_account' | 'statement_id' | 'closing_date' | 'keys'>

export type Reconciliation = {
  readonly bank_minor: bigint
  readonly ledger_minor: bigint
  readonly differences: readonly Difference[]
  readonly gaps: readonly StatementGap[]
  /** Of each account the last one; it may end after the day. */
  readonly last_statements: readonly (Omit<EndOfStatement, 'keys'> & Partial<EndOfStatement>)[]
  /** What the balance of the bank is made of. Missing in what earlier releases have kept. */
  readonly bank_parts?: readonly PartOfBalance[]
  /** What the ledger and the bank began with. Missing in what earlier releases have kept. */
  readonly opening_parts?: readonly PartOfOpening[]
  /** Missing where a closing has kept it before they were listed. */
  readonly possible_repeats?: readonly ListedRepeat[]
  /** What no difference explains: nothing, unless a bank statement contradicts its bank entries. */
  readonly unexplained_minor: bigint
  /** Nobody has decided about a possible repeat, or the balances have several ends. Reconciliations that earlier releases have kept do not say it. */
  readonly has_doubts?: boolean
}
