import { row, sql, type Tx } from '../../db/database.ts'
import type { Withdrawal } from './bank-entry-links.ts'

export type NewDismissal = {
  readonly end_customer_id: string
  readonly dismissal_id: string
  readonly entry_id: string
  /** The bank entry that cancels it out; the two share one dismissal. */
  readonly with_entry_id: string | null
  readonly reason: string
  readonly actor_id: string
  readonly request_id: string
  readonly created_at: string
}

/** Dismisses a bank entry, or a pair, which are locked. */
export async function insertDismissal(tx: Tx, dismissal: NewDismissal): Promise<void> {
  await tx.query(sql.type(row())`
    with dismissed (entry_id, with_entry_id) as (
      values (${dismissal.entry_id}::uuid, ${dismissal.with_entry_id}::uuid),
        (${dismissal.with_entry_id}::uuid, ${dismissal.entry_id}::uuid)
    ), kept as (
      insert into bank_entry_dismissals (
        end_customer_id, dismissal_id, entry_id, with_entry_id, reason, actor_id, request_id, created_at
      )
      select ${dismissal.end_customer_id}, ${dismissal.dismissal_id}, entry_id, with_entry_id, ${dismissal.reason},
        ${dismissal.actor_id}, ${dismissal.request_id}, ${dismissal.created_at}::timestamptz
      from dismissed where entry_id is not null
    )
    update camt053_entries set dismissed_by = ${dismissal.dismissal_id}
    where end_customer_id = ${dismissal.end_customer_id}
      and entry_id in (select entry_id from dismissed where entry_id is not null)
  `)
}

/** The bank entries of a dismissal, by their ids. */
export function findDismissed(tx: Tx, end_customer_id: string, dismissal_id: string): Promise<readonly string[]> {
  return tx.anyFirst(sql.type(row<{ entry_id: string }>())`
    select entry_id from bank_entry_dismissals
    where end_customer_id = ${end_customer_id} and dismissal_id = ${dismissal_id} and undone_at is null
    order by entry_id
  `)
}

/** Takes a dismissal back, of both bank entries of a pair. */
export async function undoDismissal(
  tx: Tx,
  dismissal_id: string,
  { end_customer_id, reason, actor_id }: Withdrawal,
): Promise<void> {
  await tx.query(sql.type(row())`
    with undone as (
      update bank_entry_dismissals set undone_at = now(), undone_reason = ${reason}, undone_by = ${actor_id}
      where end_customer_id = ${end_customer_id} and dismissal_id = ${dismissal_id} and undone_at is null
    )
    update camt053_entries set dismissed_by = null
    where end_customer_id = ${end_customer_id} and dismissed_by = ${dismissal_id}
  `)
}

/**
 * Takes dismissals back in which bank entries cancel out others; both are locked.
 *
 * @param undone_by null where bank statements have decided it
 * @returns those others
 */
export function undoPairsOf(
  tx: Tx,
  end_customer_id: string,
  entry_ids: readonly string[],
  undone_by: string | null,
): Promise<readonly string[]> {
  return tx.anyFirst(sql.type(row<{ entry_id: string }>())`
    with undone as (
      update bank_entry_dismissals set undone_at = now(), undone_by = ${undone_by},
        undone_reason = 'One of the two bank entries repeats another one.'
      where end_customer_id = ${end_customer_id} and undone_at is null and with_entry_id is not null
        and (entry_id = any(${sql.array(entry_ids, 'uuid')}) or with_entry_id = any(${sql.array(entry_ids, 'uuid')}))
      returning entry_id, dismissal_id
    ), freed as (
      update camt053_entries entry set dismissed_by = null
      from undone
      where entry.end_customer_id = ${end_customer_id} and entry.entry_id = undone.entry_id
        and entry.dismissed_by = undone.dismissal_id
      returning entry.entry_id
    )
    select entry_id from freed where entry_id <> all(${sql.array(entry_ids, 'uuid')}) order by entry_id
  `)
}
