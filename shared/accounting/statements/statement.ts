import type { AccountType } from '../../contract/setup/accounts.ts'
import type { RelatedGroup } from '../../contract/setup/related-groups.ts'
import type { PlacedBy } from '../../contract/statements/statements.ts'
import type { OrRow } from './or-rows/row.ts'

/** An account with what happened on it in each bucket of the ledger, in minor units; debit is positive. */
export type LedgerAccount = {
  readonly account_code: string
  readonly account_name: string
  readonly account_type: AccountType
  /** Row by an or.* mapping; null where the code decides. */
  readonly mapped_row: string | null
  /** Row by function of expense, by an or.af_* mapping; null without one. */
  readonly mapped_function_row: string | null
  /** Debit minus credit of ordinary entries: neither opening nor closing ones are activity of the period. */
  readonly activity: readonly bigint[]
  readonly opening_entries: readonly bigint[]
  readonly closing_entries: readonly bigint[]
  /** Turnover: everything but opening entries. */
  readonly debit: readonly bigint[]
  readonly credit: readonly bigint[]
} & AccountTraits

/** What the books say of an account beside its code: it may stand on another row, or apart. */
export type AccountTraits = {
  /** A balance on either side is normal, so the account keeps its row. */
  readonly either_side_normal: boolean
  /** Has no balance when the books are in order; null where the code decides. */
  readonly is_clearing: boolean | null
  /** Towards whom all of its amounts are; null where the code decides. */
  readonly related_to: RelatedGroup | null
  /** Role of a control account; null for any other account. */
  readonly control: string | null
  /** Of a control account: balances of partners on the other side than the account. */
  readonly other_side: readonly PartnerSums[]
  /** Of a control account: balances of partners that are holders of shares, organs or participations. */
  readonly related: readonly RelatedSums[]
}

/** Traits of an account of which nothing is known but its code. */
export const NO_TRAITS: AccountTraits = {
  either_side_normal: false,
  is_clearing: null,
  related_to: null,
  control: null,
  other_side: [],
  related: [],
}

type Partner = {
  readonly partner_key: string
  readonly partner_reference: string | null
  readonly partner_name: string
}

/** The change of a partner's balance in each bucket, in minor units; debit is positive. */
export type PartnerSums = { readonly partner: Partner; readonly amounts: readonly bigint[] }

/** With the ids of the relations that mean the partner. */
type RelatedSums = PartnerSums & { readonly relation_ids: readonly string[] }

/** A stretch of days inside one fiscal year. Buckets follow each other without gap, from the first entry on. */
export type Bucket = {
  readonly fiscal_year_id: string
  readonly start_date: string
  readonly end_date: string
}

export type SourceAccount = {
  /** Null for the computed result of a year that no entry has closed. */
  readonly account_code: string | null
  readonly account_name: string
  readonly amount_minor: bigint
  /** Why the amount stands on another row than the one of its account; null where it does not. */
  readonly placed_by: PlacedBy | null
  /** The partners whose balances it is made of, where it stands on another row because of them. */
  readonly partners: readonly PartnerBalance[]
}

export type PartnerBalance = { readonly partner: Partner; readonly amount_minor: bigint }

export type StatementColumn = ReadonlyMap<
  string,
  { readonly amount_minor: bigint; readonly sources: readonly SourceAccount[] }
>

/** Revenue and expense make up the result of a year; all other accounts carry a balance from year to year. */
export function isProfitAndLoss({ account_type }: Pick<LedgerAccount, 'account_type'>): boolean {
  return account_type === 'revenue' || account_type === 'expense'
}

/** Sum of the buckets `from` to `to`. */
export function sumOver(amounts: readonly bigint[], from: number, to: number): bigint {
  // A statement does this many times for each of thousands of accounts, and most amounts are zero.
  let total = 0n
  for (let at = Math.max(from, 0); at <= to && at < amounts.length; at += 1) {
    const amount = amounts[at] as bigint
    if (amount !== 0n) total += amount
  }
  return total
}

/** Everything that moved the account in the buckets `from` to `to`. */
export function movementIn(
  { activity, opening_entries, closing_entries }: LedgerAccount,
  from: number,
  to: number,
): bigint {
  return sumOver(activity, from, to) + sumOver(opening_entries, from, to) + sumOver(closing_entries, from, to)
}

/** Partners that a statement names at most for an account; the list of open items has all of them. */
const MAX_PARTNERS = 100

type NewSource = Pick<SourceAccount, 'account_code' | 'account_name' | 'amount_minor'> & Partial<SourceAccount>

/** Collects amounts with their accounts by row; zero amounts are left out. */
export function createCollector() {
  const sources = new Map<string, SourceAccount[]>()
  const add = (row_key: string, source: NewSource) => {
    const { account_code, account_name, amount_minor, placed_by = null, partners = [] } = source
    if (amount_minor === 0n) return
    const sourcesOfRow = sources.get(row_key)
    const added = { account_code, account_name, amount_minor, placed_by, partners: partners.slice(0, MAX_PARTNERS) }
    if (sourcesOfRow) sourcesOfRow.push(added)
    else sources.set(row_key, [added])
  }
  return { sources, add }
}

/** Adds every row to the one above it, the deepest rows first; a row that is part of the one above it adds nothing. */
export function sumUp(rows: Iterable<OrRow>, sources: ReadonlyMap<string, readonly SourceAccount[]>): StatementColumn {
  const amounts = new Map<string, bigint>()
  for (const { row_key, parent_key, kind } of [...rows].sort((a, b) => b.level - a.level)) {
    const direct = (sources.get(row_key) ?? []).reduce((total, source) => total + source.amount_minor, 0n)
    const amount = direct + (amounts.get(row_key) ?? 0n)
    amounts.set(row_key, amount)
    if (parent_key && kind !== 'of_which') amounts.set(parent_key, (amounts.get(parent_key) ?? 0n) + amount)
  }
  return new Map([...amounts].map(([key, amount_minor]) => [key, { amount_minor, sources: sources.get(key) ?? [] }]))
}

/** A row for accounts that fit on no other; shown so that nothing vanishes, and a failed check. */
export function unmappedRow(row_key: string, parent_key: string, side: 'debit' | 'credit', law: string): OrRow {
  return {
    row_key,
    parent_key,
    level: 1,
    kind: 'line',
    side,
    law,
    labels: {
      de: 'Nicht zugeordnete Konten',
      fr: 'Comptes non attribués',
      it: 'Conti non attribuiti',
      en: 'Accounts without a row',
    },
  }
}
