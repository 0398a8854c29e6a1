import { type Db, row, sql } from '../db/database.ts'
import { namesLine } from '../open-items/ids-of-debits.ts'

export type GivenUpReason = 'rejected_payment' | 'withdrawn_payment'

/**
 * What became of ordered payments that these bank entries name all the same, by the id of the bank entry: a payment by itself, or a batch
 * of which no payment is ordered any more. No query is made for no bank entry.
 */
export async function findNamedGivenUp(
  db: Db,
  end_customer_id: string,
  entry_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly GivenUpReason[]>> {
  if (entry_ids.length === 0) return new Map()
  const found = await db.any(sql.type(row<{ entry_id: string; reasons: GivenUpReason[] }>())`
    select camt053_entries.entry_id, array_agg(distinct line.state || '_payment') as reasons
    from payment_order_lines line
    cross join lateral (values (end_to_end_id), (payment_information_id)) called (name)
    join bank_entry_names named on named.end_customer_id = line.end_customer_id and named.name = called.name
    join camt053_entries on camt053_entries.end_customer_id = named.end_customer_id
      and camt053_entries.entry_id = named.entry_id
    where line.end_customer_id = ${end_customer_id} and line.state in ('rejected', 'withdrawn')
      and camt053_entries.entry_id = any(${sql.array(entry_ids, 'uuid')}) and ${namesLine}
      and (
        called.name = line.end_to_end_id or not exists (
          select from payment_order_lines other
          where other.end_customer_id = line.end_customer_id and other.payment_order_id = line.payment_order_id
            and other.payment_information_id = line.payment_information_id and other.state in ('ordered', 'paid')
        )
      )
    group by camt053_entries.entry_id
  `)
  return new Map(found.map(({ entry_id, reasons }) => [entry_id, reasons]))
}
