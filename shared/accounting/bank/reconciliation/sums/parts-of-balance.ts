import type { ReconciledAccount, StatementSequence } from '../reconciliation.ts'
import type { PartOfBalance } from './part-of-balance.ts'

/**
 * What the balance of the bank is made of, over all of its accounts: the balance with which the last bank statement of each ends, or
 * that one begins with that goes on behind the day, and what bank entries come to between that balance and the day.
 */
export function partsOfBalance({
  sequences,
  later,
  date,
}: Pick<ReconciledAccount, 'sequences' | 'later' | 'date'>): PartOfBalance[] {
  const since = later.map(({ bank_account, from_date, amount_minor }) => ({
    kind: 'entries_since' as const,
    ...{ bank_account, statement_id: null, statement_key: null },
    ...{ from_date, to_date: date, amount_minor },
  }))
  return [...sequences.flatMap((sequence) => partsOfLast(sequence, date)), ...since]
}

function partsOfLast({ chain }: StatementSequence, date: string): PartOfBalance[] {
  const last = chain.at(-1)
  if (!last) return []
  const { bank_account, statement_id, keys, opening_date, closing_date, opening_minor, closing_minor, is_cut } = last
  const part = (kind: PartOfBalance['kind'], from_date: string, to_date: string, amount_minor: bigint) => ({
    kind,
    ...{ bank_account, statement_id, statement_key: keys[0] ?? null },
    ...{ from_date, to_date, amount_minor },
  })
  if (!is_cut) return [part('closing_balance', closing_date, closing_date, closing_minor)]
  const opening = part('opening_balance', opening_date, opening_date, opening_minor)
  const moved_minor = closing_minor - opening_minor
  if (moved_minor === 0n) return [opening]
  // Of a bank statement in several files no single one has all of them.
  const entries = part('entries_since', opening_date, date, moved_minor)
  return [opening, keys.length === 1 ? entries : { ...entries, statement_key: null }]
}
