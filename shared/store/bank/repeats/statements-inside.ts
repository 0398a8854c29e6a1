import { type Db, row, sql } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'
import type { StatementKey } from '../reconciliation.ts'

const STATEMENT_KEY = { import_id: 'uuid', statement_number: 'int4' } as const

/** Bank statements that have one of some bank entries; the others of them repeat days that are known. */
export async function findStatementsWith(db: Db, end_customer_id: string, entry_ids: readonly string[]) {
  if (entry_ids.length === 0) return []
  const rows = await db.any(sql.type(row<{ key: string }>())`
    select distinct import_id || ':' || statement_number as key
    from camt053_statement_entries
    where end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(entry_ids, 'uuid')})
  `)
  return rows.map(({ key }) => key)
}

/** What a bank statement has before and on the first day of one inside it, and what only the inner one has. */
export type EntriesAround = {
  readonly before_minor: bigint
  /** Bank entries of that day that the inner one does not have. */
  readonly of_day: readonly bigint[]
  readonly own_minor: bigint
  readonly own_count: number
}

/** More of one day have more sums than are tried. */
const MOST_OF_DAY = 1_000

/** Possible repeats of the inner statement are bank entries of the other one where that has what they may repeat. */
export async function addUpEntriesAround(
  db: Db,
  end_customer_id: string,
  outer: readonly StatementKey[],
  inner: readonly StatementKey[],
  first_day: string,
): Promise<EntriesAround> {
  type Row = { before_minor: string; of_day: readonly string[]; own_minor: string; own_count: number }
  const entriesOf = (keys: readonly StatementKey[]) => sql.fragment`
    select entry.entry_id, booking_date, case repeat_state when 'undecided' then possible_repeat_of end as may_repeat,
      case when not is_booked then 0 when credit_debit = 'CRDT' then amount_minor else -amount_minor end as signed_minor
    from ${recordset('page', STATEMENT_KEY, keys)}
    join camt053_statement_entries linked
      on linked.end_customer_id = ${end_customer_id} and linked.import_id = page.import_id
        and linked.statement_number = page.statement_number
    join camt053_entries entry on entry.end_customer_id = ${end_customer_id} and entry.entry_id = linked.entry_id
  `
  const found = await db.one(sql.type(row<Row>())`
    with outside as materialized (${entriesOf(outer)}), inside as materialized (${entriesOf(inner)}),
    same as materialized (
      select entry_id from inside union select may_repeat from inside
    ), own as (
      select signed_minor from inside
      where entry_id not in (select entry_id from outside)
        and not exists (select from outside where outside.entry_id = inside.may_repeat or outside.may_repeat = inside.entry_id)
    )
    select
      (select coalesce(sum(signed_minor), 0) from outside where booking_date < ${first_day})::text as before_minor,
      array(
        select signed_minor::text from outside
        where booking_date = ${first_day} and entry_id not in (select entry_id from same where entry_id is not null)
        limit ${MOST_OF_DAY}
      ) as of_day,
      (select coalesce(sum(signed_minor), 0) from own)::text as own_minor,
      (select count(*) from own)::integer as own_count
  `)
  return {
    before_minor: BigInt(found.before_minor),
    of_day: found.of_day.map(BigInt),
    own_minor: BigInt(found.own_minor),
    own_count: found.own_count,
  }
}
