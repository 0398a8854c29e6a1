import { type Db, row, sql } from '../db/database.ts'
import { HOME } from './registry.ts'

type Placement = { end_customer_id: string; database_name: string }

/** Of the database that is asked, on its disk. */
export function readSize(db: Db): Promise<number> {
  return db.oneFirst(sql.type(row<{ bytes: number }>())`
    select pg_database_size(current_database())::float8 as bytes
  `)
}

/** The names of the databases of end customers, without those of whom nobody has heard. Who has no row lives at home. */
export async function findPlaces(home: Db, end_customer_ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return byCustomer(
    await home.any(sql.type(row<Placement>())`
      select wanted.id as end_customer_id, coalesce(placements.database_name, ${HOME}) as database_name
      from unnest(${sql.array(end_customer_ids, 'uuid')}) as wanted (id)
      left join placements on placements.end_customer_id = wanted.id
      where placements.end_customer_id is not null
        or exists (select from end_customers known where known.end_customer_id = wanted.id)
    `),
  )
}

/**
 * The databases of end customers, of whom each gets the one that is wanted for it where it has none. Who has books at home lives there
 * without a row. Those who come at once get one place: the key of the table decides. Who was meant for a database that is drained by now
 * goes home.
 *
 * @param wanted names of databases by end customer
 */
export async function claimPlaces(home: Db, wanted: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const claimed = byCustomer(
    await home.any(sql.type(row<Placement>())`
      insert into placements (end_customer_id, database_name)
      select wanted.end_customer_id, case
        when exists (select from databases where name = wanted.database_name and state = 'draining') then ${HOME}
        else wanted.database_name
      end
      from unnest(${sql.array([...wanted.keys()], 'uuid')}, ${sql.array([...wanted.values()], 'text')})
        as wanted (end_customer_id, database_name)
      where not exists (select from end_customers known where known.end_customer_id = wanted.end_customer_id)
      order by wanted.end_customer_id
      on conflict do nothing
      returning end_customer_id, database_name
    `),
  )
  const known = [...wanted.keys()].filter((id) => !claimed.has(id))
  return known.length === 0 ? claimed : new Map([...claimed, ...(await findPlaces(home, known))])
}

function byCustomer(placements: readonly Placement[]): Map<string, string> {
  return new Map(placements.map(({ end_customer_id, database_name }) => [end_customer_id, database_name]))
}
