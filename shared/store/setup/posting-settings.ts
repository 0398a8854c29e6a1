import type { PostingSettings } from '../../accounting/setup/posting-settings.ts'
import { type Db, row, sql } from '../db/database.ts'

type PostingSettingsRow = { end_customer_id: string; books: PostingSettings }

/** Reads what posting depends on, for many end customers with one query. Dates and codes only, so JSON is exact. */
export async function readPostingSettings(
  db: Db,
  end_customer_ids: readonly string[],
): Promise<ReadonlyMap<string, PostingSettings>> {
  const rows = await db.any(sql.type(row<PostingSettingsRow>())`
    select end_customer_id, books from books where end_customer_id = any(${sql.array(end_customer_ids, 'uuid')})
  `)
  return new Map(rows.map(({ end_customer_id, books }) => [end_customer_id, books]))
}
