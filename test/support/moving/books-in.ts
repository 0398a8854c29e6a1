import { type Pool, row, sql } from '../../../shared/store/db/database.ts'
import { verifyLedger } from '../../../shared/verify/verify-ledger.ts'

export type PlaceName = 'home' | 'second'

/** What each database has of an end customer. */
export function booksIn<Name extends string>(owners: Readonly<Record<Name | 'home', Pool>>) {
  /** Rows of an end customer by table, without those of tables that are empty. */
  async function rowsIn(name: Name, end_customer_id: string): Promise<Record<string, number>> {
    const owner = owners[name]
    const tables = await owner.anyFirst(sql.type(row<{ name: string }>())`
      select relname::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname = 'end_customer_id'
        and relname not in ('placements', 'moves', 'departed_customers') order by 1
    `)
    const rows: Record<string, number> = {}
    for (const table of tables) {
      const count = await owner.oneFirst(sql.type(row<{ count: number }>())`
        select count(*)::integer as count from ${sql.identifier([table])} where end_customer_id = ${end_customer_id}
      `)
      if (count > 0) rows[table] = count
    }
    return rows
  }

  return {
    rowsIn,
    async placeOf(end_customer_id: string): Promise<Name | 'home'> {
      const place = await owners.home.maybeOneFirst(sql.type(row<{ name: Name }>())`
        select database_name as name from placements where end_customer_id = ${end_customer_id}
      `)
      return place ?? 'home'
    },
    fencesIn: (name: Name) => owners[name].any(sql.type(row<{ state: string }>())`select state from fences`),
    /** Whether there is a fence of an end customer, a trigger of one, or a key of what it has written meanwhile. */
    isFenced: (name: Name, end_customer_id: string) =>
      owners[name].exists(sql.type(row())`
        select from fences where end_customer_id = ${end_customer_id}
        union all
        select from pg_trigger
        where tgname like 'fence%' and pg_get_triggerdef(oid) like '%' || ${end_customer_id} || '%'
        union all
        select from written_keys where row_key ->> 'end_customer_id' = ${end_customer_id}
      `),
    async triggersIn(name: Name, end_customer_id: string): Promise<readonly string[]> {
      return owners[name].anyFirst(sql.type(row<{ name: string }>())`
        select tgrelid::regclass::text as name from pg_trigger
        where tgname like 'fence%' and pg_get_triggerdef(oid) like '%' || ${end_customer_id} || '%' order by 1
      `)
    },
    findings: (name: Name, end_customer_id: string) => verifyLedger(owners[name], end_customer_id, () => {}),
    isUnderWay: (end_customer_id: string) =>
      owners.home.exists(sql.type(row())`
        select from moves where end_customer_id = ${end_customer_id} and state not in ('cleaned', 'taken_back')
      `),
    /** Numbers of events that are not one more than the one before. */
    gapsIn: (name: Name, end_customer_id: string) =>
      owners[name].anyFirst(sql.type(row<{ number: string }>())`
        select event_number::text as number from (
          select event_number, row_number() over (order by event_number) as place from events
          where end_customer_id = ${end_customer_id}
        ) numbered where event_number <> place
      `),
    failedJobs: async (end_customer_id: string) =>
      (
        await Promise.all(
          Object.values<Pool>(owners).map((owner) =>
            owner.anyFirst(sql.type(row<{ name: string }>())`
              select name from pgboss.job where data ->> 'end_customer_id' = ${end_customer_id} and state = 'failed'
            `),
          ),
        )
      ).flat(),
  }
}
