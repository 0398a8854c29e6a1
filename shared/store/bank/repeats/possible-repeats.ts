import type { BankEntry } from '../../../camt053/bank-entry/bank-entry.ts'
import { type Db, row, sql, type Tx } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'
import { amountsAsBigint } from '../../db/json.ts'
import { recordset } from '../../db/recordset.ts'
import { undoPairsOf } from '../uses/bank-entry-dismissals.ts'
import { insertDecisions, type RepeatReason } from './repeat-decisions.ts'

type RepeatState = 'undecided' | 'repeat' | 'new'

/** A bank entry that may repeat another one, as a decision about it needs it. */
export type PossibleRepeat = {
  readonly entry_id: string
  readonly import_id: string
  readonly bank_account: string
  readonly bank_entry: Omit<BankEntry, 'tx_details'>
  readonly possible_repeat_of: string | null
  readonly repeat_state: RepeatState | null
  /** Null where bank statements have decided it, or nobody has. */
  readonly repeat_decided_by: string | null
}

/** Locks a bank entry together with the one that it may repeat. Its details may be many, and are left out. */
export async function lockPossibleRepeat(
  tx: Tx,
  end_customer_id: string,
  entry_id: string,
): Promise<PossibleRepeat | null> {
  await lockWithOthers(tx, end_customer_id, [entry_id])
  const [found] = await findRepeats(tx, end_customer_id, [entry_id], sql.fragment`entry - 'tx_details'`)
  return found ?? null
}

/** Locks bank entries together with those that they may repeat, in the order of their ids. */
export async function lockPossibleRepeats(
  tx: Tx,
  end_customer_id: string,
  entry_ids: readonly string[],
): Promise<(PossibleRepeat & { readonly bank_entry: BankEntry })[]> {
  await lockWithOthers(tx, end_customer_id, entry_ids)
  return findRepeats(tx, end_customer_id, entry_ids, sql.fragment`entry`)
}

/** Beside those that they may repeat: those that cancel them out, and those that may repeat them. */
async function lockWithOthers(tx: Tx, end_customer_id: string, entry_ids: readonly string[]): Promise<void> {
  const wanted = sql.array(entry_ids, 'uuid')
  await tx.query(sql.type(row())`
    select from camt053_entries
    where end_customer_id = ${end_customer_id} and entry_id in (
      select unnest(${wanted})
      union all
      select possible_repeat_of from camt053_entries
      where end_customer_id = ${end_customer_id} and entry_id = any(${wanted})
      union all
      select with_entry_id from bank_entry_dismissals
      where end_customer_id = ${end_customer_id} and entry_id = any(${wanted}) and undone_at is null
      union all
      select entry_id from camt053_entries
      where end_customer_id = ${end_customer_id} and possible_repeat_of = any(${wanted})
        and repeat_state in ('undecided', 'repeat')
    )
    order by entry_id
    for update
  `)
}

async function findRepeats(tx: Tx, end_customer_id: string, entry_ids: readonly string[], entry: Fragment) {
  type Row = Omit<PossibleRepeat, 'bank_entry'> & { readonly entry: string }
  const found = await tx.any(sql.type(row<Row>())`
    select entry_id, import_id, account as bank_account, (${entry})::text as entry, possible_repeat_of, repeat_state,
      repeat_decided_by
    from camt053_entries
    where end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(entry_ids, 'uuid')})
    order by entry_id
  `)
  return found.map(({ entry, ...others }) => ({
    ...others,
    bank_entry: JSON.parse(entry, amountsAsBigint) as BankEntry,
  }))
}

/** Decides that possible repeats are bank entries like any other. */
export async function keepAsNew(
  tx: Tx,
  end_customer_id: string,
  entry_ids: readonly string[],
  why: RepeatReason,
): Promise<void> {
  if (entry_ids.length === 0) return
  const { reason, decided_by } = why
  await tx.query(sql.type(row())`
    update camt053_entries
    set repeat_state = 'new', repeat_reason = ${reason}, repeat_decided_by = ${decided_by}, repeat_decided_at = now()
    where end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(entry_ids, 'uuid')})
  `)
  const decided = entry_ids.map((entry_id) => ({ entry_id, followers: [] }))
  await insertDecisions(tx, end_customer_id, 'new', decided, why)
}

/** The bank entry that one repeats which may be a repeat itself. */
export function findOriginal(db: Db, end_customer_id: string, entry_id: string): Promise<string> {
  return db.oneFirst(sql.type(row<{ entry_id: string }>())`
    with recursive original (entry_id, distance) as (
      values (${entry_id}::uuid, 1)
      union all
      select possible_repeat_of, distance + 1
      from original
      join camt053_entries repeated on repeated.end_customer_id = ${end_customer_id}
        and repeated.entry_id = original.entry_id and repeat_state = 'repeat'
      where distance < 1000
    )
    select entry_id from original order by distance desc limit 1
  `)
}

/** The bank entry that one may repeat repeats another one meanwhile. */
export async function retarget(tx: Tx, end_customer_id: string, entry_id: string, other_id: string): Promise<void> {
  await tx.query(sql.type(row())`
    update camt053_entries set possible_repeat_of = ${other_id}
    where end_customer_id = ${end_customer_id} and entry_id = ${entry_id}
  `)
}

/** A bank entry and the one that it repeats, which repeats none. */
export type RepeatLink = { readonly entry_id: string; readonly original_id: string }

/**
 * Decides that possible repeats are repeats. They give their places in bank statements to their originals, and cancel nothing
 * out any more.
 *
 * @returns the bank entries that one of them had cancelled out, which are to be booked again
 */
export async function linkRepeats(
  tx: Tx,
  end_customer_id: string,
  links: readonly RepeatLink[],
  why: RepeatReason,
): Promise<readonly string[]> {
  if (links.length === 0) return []
  const { reason, decided_by } = why
  const repeats = links.map(({ entry_id }) => entry_id)
  await lockWithOthers(tx, end_customer_id, repeats)
  const linked = sql.fragment`${recordset('linked', { entry_id: 'uuid', original_id: 'uuid' }, links)}`
  const following = await tx.any(sql.type(row<{ follower_id: string; entry_id: string }>())`
    update camt053_entries other
    set possible_repeat_of = coalesce(
      nullif(original_id, other.entry_id), nullif(repeated.possible_repeat_of, other.entry_id), repeated.entry_id
    )
    from ${linked} join camt053_entries repeated using (entry_id)
    where repeated.end_customer_id = ${end_customer_id} and other.end_customer_id = ${end_customer_id}
      and other.possible_repeat_of = linked.entry_id and other.repeat_state is distinct from 'new'
    returning other.entry_id as follower_id, linked.entry_id
  `)
  await tx.query(sql.type(row())`
    update camt053_entries
    set repeat_state = 'repeat', possible_repeat_of = original_id, repeat_reason = ${reason},
      repeat_decided_by = ${decided_by}, repeat_decided_at = now()
    from ${linked}
    where camt053_entries.end_customer_id = ${end_customer_id} and camt053_entries.entry_id = linked.entry_id
  `)
  await tx.query(sql.type(row())`
    update camt053_statement_entries place
    set entry_id = original_id, brought_entry_id = coalesce(brought_entry_id, place.entry_id)
    from ${linked}
    where place.end_customer_id = ${end_customer_id} and place.entry_id = linked.entry_id
  `)
  const followers = Map.groupBy(following, ({ entry_id }) => entry_id)
  const decided = links.map(({ entry_id }) => {
    return { entry_id, followers: (followers.get(entry_id) ?? []).map(({ follower_id }) => follower_id) }
  })
  await insertDecisions(tx, end_customer_id, 'repeat', decided, why)
  return undoPairsOf(tx, end_customer_id, repeats, decided_by)
}
