import { type Db, row, sql } from '../db/database.ts'

type ListedDatabase = {
  name: string
  state: string
  url_variable: string
  owner_url_variable: string | null
  weight: number
  /** That were placed there; null: at home also all those that nobody has placed live. */
  end_customers: number | null
  added_at: string
}

/** The variables of the roles that own the tables, by databases that have one. */
export async function listVariables(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.any(sql.type(row<{ name: string; owner_url_variable: string }>())`
    select name, owner_url_variable from databases where owner_url_variable is not null
  `)
  return new Map(rows.map(({ name, owner_url_variable }) => [name, owner_url_variable]))
}

/** What home knows of the ledger databases, home first; it opens none of them. Empty where there is one. */
export function readRegistry(db: Db): Promise<readonly ListedDatabase[]> {
  return db.any(sql.type(row<ListedDatabase>())`
    select name, state, url_variable, owner_url_variable, weight,
      case when name <> 'home' then (
        select count(*)::integer from placements where database_name = name
      ) end as end_customers,
      added_at
    from databases
    order by name <> 'home', name
  `)
}
