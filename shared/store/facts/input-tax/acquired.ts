import type { Acquired, AcquiredWanted } from '../../../accounting/vat/acquired.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'

const WANTED = { end_customer_id: 'uuid', year: 'text' } as const

/**
 * What end customers have acquired from abroad in calendar years without being registered: their posted tax records. No
 * query is made where no document adds to it.
 */
export async function findAcquired(db: Db, wanted: readonly AcquiredWanted[]): Promise<readonly Acquired[]> {
  if (wanted.length === 0) return []
  const sums = await db.any(sql.type(row<AcquiredWanted & { base_minor: string }>())`
    select wanted.end_customer_id, year, coalesce(base_minor, 0) as base_minor
    from (select end_customer_id, year from ${recordset('wanted', WANTED, wanted)}) wanted
    join ledger_heads head using (end_customer_id)
    cross join lateral (
      select sum(base_minor) as base_minor
      from tax_totals(wanted.end_customer_id, (year || '-01-01')::date, (year || '-12-31')::date, last_entry_number)
      where direction = 'acquisition_unregistered'
    ) total
  `)
  return sums.map((sum) => ({ ...sum, base_minor: BigInt(sum.base_minor) }))
}
