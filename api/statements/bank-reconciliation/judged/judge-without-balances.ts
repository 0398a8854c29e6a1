import type {
  ReconciledStatement,
  StatementGap,
  StatementSequence,
} from '../../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import { longestByDay } from '../../../../shared/accounting/bank/reconciliation/statements-inside.ts'
import { listPlacesOfEntries, type PlacedEntries } from '../../../../shared/store/bank/repeats/places-of-entries.ts'
import type { Db } from '../../../../shared/store/db/database.ts'
import type { StatementsOfCurrency } from '../reconciled-rows.ts'

/** Bank entries of a bank statement without balances, and one that counts and has their day. */
type EntriesInside = PlacedEntries & {
  readonly outer: ReconciledStatement
  readonly inner: Pick<ReconciledStatement, 'statement_id'>
}

/**
 * Bank entries that only bank statements without balances have, on days of bank statements that count: no balance has their money.
 * Before the first of these and behind the last one they tell of other days.
 *
 * @param left_out bank entries whose money no bank statement which counts has
 */
export async function judgeWithoutBalances(
  db: Db,
  end_customer_id: string,
  without_balances: StatementsOfCurrency['without_balances'],
  sequences: readonly StatementSequence[],
  left_out: readonly string[],
): Promise<StatementGap[]> {
  if (without_balances.size === 0 || left_out.length === 0) return []
  const coverings = new Map(sequences.map((sequence) => [sequence.chain[0]?.bank_account, coveringIn(sequence)]))
  const found = await listPlacesOfEntries(db, end_customer_id, left_out)
  const inside = found.flatMap((entries): EntriesInside[] => {
    const inner = entries.keys.every((key) => without_balances.has(key)) && without_balances.get(entries.keys[0] ?? '')
    const outer = inner && coverings.get(inner.bank_account)?.(entries.day)
    return inner && outer ? [{ ...entries, inner, outer }] : []
  })
  const byPair = Map.groupBy(inside, ({ outer, inner }) => JSON.stringify([outer.keys[0], inner.statement_id]))
  return [...byPair.values()].map(contradictionOf)
}

/** Some banks date an opening balance on the day before it: what happened on the first day of all may be in it. */
function coveringIn({ chain }: StatementSequence): (day: string) => ReconciledStatement | null {
  const [first] = chain.toSorted((a, b) => (a.opening_date < b.opening_date ? -1 : 1))
  const longestBy = longestByDay(chain)
  return (day) => {
    const outer = longestBy(day)
    const isFirstDay = day === first?.opening_date && day < first.closing_date
    return !outer || isFirstDay || outer.closing_date < day ? null : outer
  }
}

function contradictionOf(some: readonly EntriesInside[]): StatementGap {
  const [{ outer, inner, day: date }] = some as [EntriesInside]
  const sumOf = (name: 'credit_minor' | 'debit_minor') => some.reduce((sum, entries) => sum + entries[name], 0n)
  const [credit_minor, debit_minor] = [sumOf('credit_minor'), sumOf('debit_minor')]
  const entry_count = some.reduce((sum, entries) => sum + entries.entry_count, 0)
  const amount_minor = credit_minor - debit_minor
  const place = { bank_account: outer.bank_account, after: outer.statement_id, before: inner.statement_id, date }
  return {
    ...place,
    kind: 'contradiction',
    amount_minor,
    contradiction: { why: 'alone', amount_minor, entry_count, credit_minor, debit_minor },
  }
}
