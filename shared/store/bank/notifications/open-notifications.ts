import type { OpenNotification } from '../../../camt053/notifications/joinable.ts'
import { inGroups } from '../../../process/in-turns.ts'
import { type Db, row, sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'

/** Notifications that complete nothing so far: another booking may have come, or nothing may use the known one any more. */
export const isOpen = sql.fragment`state <> 'joined'`

/** So many keys are looked up at once: others have their turn in between. */
const KEYS_AT_ONCE = 1_000

export type OpenRow = Omit<OpenNotification, 'keys'> & { readonly detail_count: number }

const columns = sql.fragment`
  notification_id, account, day, currency, credit_debit, is_reversal, join_references as references, details_minor,
  details_hash, detail_count, coalesce(reason = 'details_known', false) as is_kept
`

/** Whether a day has more notifications without a booking than are read where one has come. */
export function hasMoreOpen(db: Db, end_customer_id: string, day: string, most: number): Promise<boolean> {
  return db.oneFirst(sql.type(row<{ has_more: boolean }>())`
    select count(*) > ${most} as has_more
    from (
      select from camt054_entries where end_customer_id = ${end_customer_id} and ${isOpen} and day = ${day} limit ${most + 1}
    ) open
  `)
}

/** Of a day all that have no booking. */
export function findOpenOfDay(db: Db, end_customer_id: string, day: string): Promise<readonly OpenRow[]> {
  return findOpen(db, sql.fragment`end_customer_id = ${end_customer_id} and day = ${day}`)
}

/** Of a day those that an import has brought, or that are named. */
export function findOpenOfImport(
  db: Db,
  end_customer_id: string,
  day: string,
  { import_id, notification_ids }: { readonly import_id: string | null; readonly notification_ids: readonly string[] },
): Promise<readonly OpenRow[]> {
  const isChanged = sql.fragment`(
    import_id = ${import_id} or notification_id = any(${sql.array(notification_ids, 'uuid')})
  )`
  return findOpen(
    db,
    sql.fragment`end_customer_id = ${end_customer_id} and day is not distinct from ${day} and ${isChanged}`,
  )
}

function findOpen(db: Db, condition: Fragment): Promise<readonly OpenRow[]> {
  return db.any(sql.type(row<OpenRow>())`
    select ${columns} from camt054_entries where ${condition} and ${isOpen} and is_booked
    order by notification_id
  `)
}

/**
 * Of a day those that have one of these keys, some of them more than once. Each key is looked up by itself. sql.md: no other index. sql.md: offset 0
 *
 * @param most of them all, and one more where there are more
 */
export async function findOpenByKeys(
  db: Db,
  end_customer_id: string,
  day: string,
  keys: Iterable<string>,
  most: number,
): Promise<readonly OpenRow[]> {
  const found: OpenRow[] = []
  for (const group of inGroups(keys, KEYS_AT_ONCE)) {
    if (found.length > most) break
    const rows = await db.any(sql.type(row<OpenRow>())`
      select notification_id, account, day, currency, credit_debit, is_reversal, "references", details_minor, details_hash,
        detail_count, is_kept
      from unnest(${sql.array(group, 'text')}) key
      cross join lateral (
        select ${columns} from camt054_entries
        where join_hashes(end_customer_id, day, join_keys_of(join_references))
            && join_hashes(${end_customer_id}::uuid, ${day}::date, array[key])
          and end_customer_id is not distinct from ${end_customer_id} and day is not distinct from ${day}
          and ${isOpen} and is_booked
        offset 0
      ) open
      limit ${most - found.length + 1}
    `)
    found.push(...rows)
  }
  return found
}
