import { type Db, row, sql } from '../db/database.ts'

/** The name of the database; null where nobody has heard of the end customer. Without a row it lives at home. */
export function findPlace(home: Db, end_customer_id: string): Promise<string | null> {
  return home.maybeOneFirst(sql.type(row<{ database_name: string }>())`
    select database_name from placements where end_customer_id = ${end_customer_id}
    union all
    select 'home' from end_customers where end_customer_id = ${end_customer_id}
    limit 1
  `)
}

/**
 * The database of an end customer, which gets this one where it has none. Who has books at home lives there without a row. Those who
 * come at once get one place: the key of the table decides.
 */
export async function claimPlace(home: Db, end_customer_id: string, database_name: string): Promise<string | null> {
  const claimed = await home.maybeOneFirst(sql.type(row<{ database_name: string }>())`
    insert into placements (end_customer_id, database_name)
    select ${end_customer_id}::uuid, ${database_name}
    where not exists (select from end_customers where end_customer_id = ${end_customer_id})
    on conflict do nothing
    returning database_name
  `)
  return claimed ?? findPlace(home, end_customer_id)
}
