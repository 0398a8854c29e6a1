import type { OtherCandidate } from '../../camt053/matching/other-candidates.ts'
import { type Db, row, sql } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import type { EntryToRule } from './entries-to-rule.ts'

/** A line of the ledger that may have booked a bank entry before the bank statement came. */
export type EqualLine = {
  readonly entry_id: string
  readonly journal_entry_id: string
  readonly line_number: number
  readonly posting_date: string
}

const ENTRY = {
  entry_id: 'uuid',
  bank_account: 'text',
  booking_date: 'date',
  currency: 'text',
  amount_minor: 'int8',
  credit_debit: 'text',
} as const

/**
 * For bank entries, a line of equal amount and direction on the ledger account of the bank, within five days, that no bank
 * entry uses and nobody has reversed: wages and transfers are often booked before they reach the bank.
 */
export async function findEqualLines(
  db: Db,
  end_customer_id: string,
  entries: readonly EntryToRule[],
): Promise<ReadonlyMap<string, EqualLine>> {
  if (entries.length === 0) return new Map()
  const rows = await db.any(sql.type(row<EqualLine>())`
    select wanted.entry_id, equal.journal_entry_id, equal.line_number, equal.posting_date
    from ${recordset('wanted', ENTRY, entries)}
    -- sql.md: lateral limit 1
    cross join lateral (
      select journal_entry_id, line.line_number, line.posting_date
      from unbooked_lines(
        ${end_customer_id}::uuid,
        bank_ledger_account(${end_customer_id}::uuid, wanted.bank_account, wanted.booking_date),
        wanted.booking_date - 5, wanted.booking_date + 5
      ) unbooked
      join journal_lines line
        on line.end_customer_id = ${end_customer_id} and line.entry_number = unbooked.entry_number
          and line.line_number = unbooked.line_number
      join journal_entries posted
        on posted.end_customer_id = line.end_customer_id and posted.entry_number = line.entry_number
      where line.transaction_currency = wanted.currency and line.transaction_minor = wanted.amount_minor
        and (line.debit_minor > 0) = (wanted.credit_debit = 'CRDT') and posted.reversal_of is null
        and not exists (
          select from journal_entries reversal
          where reversal.end_customer_id = posted.end_customer_id and reversal.reversal_of = posted.journal_entry_id
        )
      limit 1
    ) equal
  `)
  return new Map(rows.map((line) => [line.entry_id, line]))
}

/** The best open proposal of another kind, where its score is as high at least, by bank entry. */
export async function findBetterCandidates(
  db: Db,
  end_customer_id: string,
  entry_ids: readonly string[],
  score: number,
): Promise<ReadonlyMap<string, BetterCandidate>> {
  if (entry_ids.length === 0) return new Map()
  const rows = await db.any(sql.type(row<BetterCandidate>())`
    select distinct on (entry_id) entry_id, candidate_id, score
    from settlement_candidates
    where end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(entry_ids, 'uuid')})
      and state = 'open' and target_type <> 'rule' and score >= ${score}
    order by entry_id, score desc, candidate_id
  `)
  return new Map(rows.map((candidate) => [candidate.entry_id, candidate]))
}

/** What else is proposed for these bank entries, the surest first. */
export async function findOtherCandidates(
  db: Db,
  end_customer_id: string,
  entry_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ProposedElsewhere[]>> {
  if (entry_ids.length === 0) return new Map()
  const rows = await db.any(sql.type(row<ProposedElsewhere>())`
    select entry_id, candidate_id, target_id, score, reasons
    from settlement_candidates
    where end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(entry_ids, 'uuid')})
      and state = 'open' and target_type <> 'rule'
    order by score desc, candidate_id
  `)
  return Map.groupBy(rows, ({ entry_id }) => entry_id)
}

export type ProposedElsewhere = OtherCandidate & BetterCandidate
export type BetterCandidate = { readonly entry_id: string; readonly candidate_id: string; readonly score: number }
