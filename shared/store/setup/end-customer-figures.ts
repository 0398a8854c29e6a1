import { isWrittenHere } from '../databases/fences.ts'
import { row, sql, type Tx } from '../db/database.ts'
import { allOf, type Fragment } from '../db/filters.ts'

/** One process at a time counts; the others have nothing to do meanwhile. */
const COUNTING = 7_283_003

/** Of transactions, as text: what those before it have written was seen by a look. */
export type SeenTransaction = string

export type CountedFigures = {
  /** `most` where there may be more. */
  readonly counted: number
  /** From where the next look may go on; null: it has to compare all. */
  readonly seen: SeenTransaction | null
}

/**
 * Counts what is to be done for end customers whose feed or settings have gone on since, or that a request has marked. Nobody
 * who posts leaves a trace for it: as webhooks do, it compares places with heads.
 *
 * @param seen by an earlier look of the same process: only rows that were written since are compared. Null compares all.
 */
export async function countFigures(tx: Tx, most: number, seen: SeenTransaction | null = null): Promise<CountedFigures> {
  // Read before anything is compared: what is under way now may be written behind the comparison.
  const { is_free, oldest } = await tx.one(sql.type(row<{ is_free: boolean; oldest: SeenTransaction }>())`
    select pg_try_advisory_xact_lock(${COUNTING}) as is_free,
      pg_snapshot_xmin(pg_current_snapshot())::text as oldest
  `)
  // Another process counts. What this one has compared stays compared.
  if (!is_free) return { counted: 0, seen }
  const customers = await tx.anyFirst(behind(most, seen))
  const counted = customers.length > 0 ? await count(tx, customers) : 0
  return { counted, seen: counted < most ? oldest : seen }
}

/** Planning it takes longer than counting for some tens of end customers, so it is not asked where there are none. */
async function count(tx: Tx, customers: readonly string[]): Promise<number> {
  const { rowCount } = await tx.query(sql.prepared('count_figures', row())`
    insert into end_customer_figures (
      end_customer_id, event_number, books_version, counted_marks, name_key, blocked_facts, unbooked_entries,
      next_receivable_due, next_payable_due, next_vat_end, open_year_end
    )
    select end_customer_id, event_number, books_version, counted_marks, name_key, blocked_facts, unbooked_entries,
      next_receivable_due, next_payable_due, next_vat_end, open_year_end
    from figures_of_end_customers(${sql.array(customers, 'uuid')})
    order by end_customer_id
    on conflict (end_customer_id) do update set
      event_number = excluded.event_number, books_version = excluded.books_version,
      counted_marks = excluded.counted_marks, name_key = excluded.name_key, blocked_facts = excluded.blocked_facts,
      unbooked_entries = excluded.unbooked_entries, next_receivable_due = excluded.next_receivable_due,
      next_payable_due = excluded.next_payable_due, next_vat_end = excluded.next_vat_end,
      open_year_end = excluded.open_year_end, counted_at = now()
  `)
  return rowCount
}

/** Asked each second; all are compared each minute. */
function behind(most: number, seen: SeenTransaction | null) {
  type Behind = { end_customer_id: string }
  const query = seen === null ? sql.type(row<Behind>()) : sql.prepared('figures_behind', row<Behind>())
  return query`
    select ledger.end_customer_id
    from ledger_heads ledger
    left join event_heads head on head.end_customer_id = ledger.end_customer_id
    left join end_customer_figures kept on kept.end_customer_id = ledger.end_customer_id
    where ${allOf([isWrittenHere(sql.fragment`ledger.end_customer_id`), seen !== null && writtenSince(seen)])} and (
      kept.event_number is distinct from coalesce(head.last_event_number, 0)
      or kept.books_version is distinct from ledger.books_version or kept.marks <> kept.counted_marks
    )
    limit ${most}
  `
}

/**
 * Reading the tables in their order takes a fifth of joining them. A row that was frozen long ago may look as new as one of today,
 * and is compared in vain; one of today never looks old.
 */
function writtenSince(seen: SeenTransaction): Fragment {
  const isNew = sql.fragment`age(xmin) <= age(${seen}::xid8::xid)`
  return sql.fragment`ledger.end_customer_id = any(array(
    select end_customer_id from ledger_heads where ${isNew}
    union all select end_customer_id from event_heads where ${isNew}
    union all select end_customer_id from end_customer_figures where marks <> counted_marks
  ))`
}

/**
 * Has an end customer counted again: for requests that use money before anything is posted and said. A part of a query, which comes
 * behind all locks but those of jobs and feeds.
 */
export function markedFigures(end_customer_id: string): Fragment {
  return sql.fragment`
    insert into end_customer_figures (end_customer_id, marks) values (${end_customer_id}, 1)
    on conflict (end_customer_id) do update set marks = end_customer_figures.marks + 1
  `
}
