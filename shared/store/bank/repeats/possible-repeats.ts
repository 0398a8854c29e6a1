import type { BankEntry } from '../../../camt053/bank-entry/bank-entry.ts'
import { row, sql, type Tx } from '../../db/database.ts'
import { amountsAsBigint } from '../../db/json.ts'

type RepeatState = 'undecided' | 'repeat' | 'new'

/** A bank entry that may repeat another one, as a decision about it needs it. */
export type PossibleRepeat = {
  readonly entry_id: string
  readonly import_id: string
  readonly bank_account: string
  readonly bank_entry: BankEntry
  readonly possible_repeat_of: string | null
  readonly repeat_state: RepeatState | null
}

/** Locks a bank entry together with the one that it may repeat, in the order of their ids. */
export async function lockPossibleRepeat(tx: Tx, end_customer_id: string, entry_id: string) {
  await tx.query(sql.type(row())`
    select from camt053_entries
    where end_customer_id = ${end_customer_id} and entry_id in (
      ${entry_id}, (
        select possible_repeat_of from camt053_entries
        where end_customer_id = ${end_customer_id} and entry_id = ${entry_id}
      )
    )
    order by entry_id
    for update
  `)
  type Row = Omit<PossibleRepeat, 'bank_entry'> & { readonly entry: string }
  const found = await tx.maybeOne(sql.type(row<Row>())`
    select entry_id, import_id, account as bank_account, entry::text as entry, possible_repeat_of, repeat_state
    from camt053_entries where end_customer_id = ${end_customer_id} and entry_id = ${entry_id}
  `)
  if (!found) return null
  const { entry, ...others } = found
  return { ...others, bank_entry: JSON.parse(entry, amountsAsBigint) as BankEntry } satisfies PossibleRepeat
}

export type RepeatOutcome = {
  readonly decision: 'repeat' | 'new'
  readonly reason: string
  /** Null where bank statements have decided it. */
  readonly decided_by: string | null
}

/** Decides about possible repeats. What repeats another bank entry gives it its places in bank statements. */
export async function decidePossibleRepeats(
  tx: Tx,
  end_customer_id: string,
  entry_ids: readonly string[],
  { decision, reason, decided_by }: RepeatOutcome,
): Promise<void> {
  if (entry_ids.length === 0) return
  const ids = sql.array(entry_ids, 'uuid')
  await tx.query(sql.type(row())`
    update camt053_entries
    set repeat_state = ${decision}, repeat_reason = ${reason}, repeat_decided_by = ${decided_by},
      repeat_decided_at = now()
    where end_customer_id = ${end_customer_id} and entry_id = any(${ids})
  `)
  if (decision === 'new') return
  await tx.query(sql.type(row())`
    update camt053_statement_entries place set entry_id = possible_repeat_of
    from camt053_entries repeated
    where place.end_customer_id = ${end_customer_id} and place.entry_id = any(${ids})
      and repeated.end_customer_id = place.end_customer_id and repeated.entry_id = place.entry_id
  `)
  // Others may be suspected to repeat what is a repeat itself.
  await tx.query(sql.type(row())`
    update camt053_entries other set possible_repeat_of = repeated.possible_repeat_of
    from camt053_entries repeated
    where other.end_customer_id = ${end_customer_id} and other.possible_repeat_of = any(${ids})
      and other.repeat_state = 'undecided' and repeated.end_customer_id = other.end_customer_id
      and repeated.entry_id = other.possible_repeat_of and repeated.possible_repeat_of <> other.entry_id
  `)
}
