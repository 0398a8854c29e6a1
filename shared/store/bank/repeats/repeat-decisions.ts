import { newUuid } from '../../../process/ids.ts'
import { type Db, row, sql, type Tx } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'

export type RepeatReason = {
  readonly reason: string
  /** Null where bank statements have decided it. */
  readonly decided_by: string | null
}

/** What is decided about a bank entry, and who repeated it, or may, and repeats its original since then. */
type NewDecision = { readonly entry_id: string; readonly followers: readonly string[] }

/** Keeps decisions of this moment, so that they can be taken back. */
export async function insertDecisions(
  tx: Tx,
  end_customer_id: string,
  decision: 'repeat' | 'new',
  decided: readonly NewDecision[],
  { reason, decided_by }: RepeatReason,
): Promise<void> {
  const rows = decided.map((one) => ({ decision_id: newUuid(), ...one }))
  await tx.query(sql.type(row())`
    insert into repeat_decisions (
      end_customer_id, decision_id, entry_id, decision, followers, reason, decided_by, decided_at
    )
    select ${end_customer_id}, decision_id, entry_id, ${decision},
      array(select jsonb_array_elements_text(followers)::uuid), ${reason}, ${decided_by}, now()
    from ${recordset('decided', { decision_id: 'uuid', entry_id: 'uuid', followers: 'jsonb' }, rows)}
  `)
}

/** Those that repeated a bank entry before it was found to repeat another one; none where nobody has kept it. */
export async function findFollowers(db: Db, end_customer_id: string, entry_id: string): Promise<readonly string[]> {
  const found = await db.maybeOneFirst(sql.type(row<{ followers: string[] }>())`
    select followers from repeat_decisions
    where end_customer_id = ${end_customer_id} and entry_id = ${entry_id} and taken_back_at is null
    order by decision_id desc
    limit 1
  `)
  return found ?? []
}

/**
 * The decision about a bank entry is one of the past from now on. One of the release before has no row yet.
 *
 * @param taken_back by whom; null where bank statements take it back
 */
export async function endDecision(
  tx: Tx,
  end_customer_id: string,
  entry_id: string,
  taken_back: { readonly reason: string; readonly taken_back_by: string | null },
): Promise<void> {
  const { reason, taken_back_by } = taken_back
  await tx.query(sql.type(row())`
    with ended as (
      update repeat_decisions
      set taken_back_at = now(), taken_back_by = ${taken_back_by}, taken_back_reason = ${reason}
      where end_customer_id = ${end_customer_id} and entry_id = ${entry_id} and taken_back_at is null
      returning decision_id
    ), kept as (
      insert into repeat_decisions (
        end_customer_id, decision_id, entry_id, decision, reason, decided_by, decided_at, taken_back_at, taken_back_by,
        taken_back_reason
      )
      select end_customer_id, ${newUuid()}::uuid, entry_id, repeat_state, coalesce(repeat_reason, ''), repeat_decided_by,
        coalesce(repeat_decided_at, now()), now(), ${taken_back_by}, ${reason}
      from camt053_entries
      where end_customer_id = ${end_customer_id} and entry_id = ${entry_id} and not exists (select from ended)
    )
    update camt053_entries
    set repeat_state = 'undecided', repeat_reason = null, repeat_decided_by = null, repeat_decided_at = null
    where end_customer_id = ${end_customer_id} and entry_id = ${entry_id}
  `)
}

/** A bank entry that repeats another one, as it is to stand by itself again. */
type Repeated = {
  readonly entry_id: string
  readonly original_id: string
  readonly import_id: string
  readonly followers: readonly string[]
}

/**
 * Gives a repeat its places in bank statements back, with the places of those that follow it. A repeat of which the release
 * before has moved the place has the one of its import.
 */
export async function giveBackPlaces(
  tx: Tx,
  end_customer_id: string,
  { entry_id, original_id, import_id, followers }: Repeated,
): Promise<void> {
  const following = await tx.anyFirst(sql.type(row<{ entry_id: string }>())`
    update camt053_entries set possible_repeat_of = ${entry_id}
    where end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(followers, 'uuid')})
      and possible_repeat_of = ${original_id} and repeat_state is distinct from 'new'
    returning entry_id
  `)
  const { rowCount } = await tx.query(sql.type(row())`
    update camt053_statement_entries
    set entry_id = ${entry_id}, brought_entry_id = nullif(brought_entry_id, ${entry_id})
    where end_customer_id = ${end_customer_id} and entry_id = ${original_id}
      and brought_entry_id = any(${sql.array([entry_id, ...following], 'uuid')})
  `)
  if (rowCount > 0) return
  await tx.query(sql.type(row())`
    update camt053_statement_entries place set entry_id = ${entry_id}
    from (
      select import_id, statement_number, position from camt053_statement_entries
      where end_customer_id = ${end_customer_id} and entry_id = ${original_id} and import_id = ${import_id}
        and brought_entry_id is null
      order by statement_number desc, position desc
      limit 1
    ) last
    where place.end_customer_id = ${end_customer_id} and place.import_id = last.import_id
      and place.statement_number = last.statement_number and place.position = last.position
  `)
}
