import type { PostingSettings } from '../../accounting/setup/posting-settings.ts'
import { parseInSteps } from '../../canonical/parse-in-steps.ts'
import { inTurns } from '../../process/in-turns.ts'
import { type Db, row, sql } from '../db/database.ts'

type PostingSettingsRow = { readonly end_customer_id: string; readonly books: string }

/**
 * Reads what posting depends on, for many end customers with one query. Dates and codes only, so JSON is exact. Nothing bounds how often
 * somebody maps an account anew, so it is parsed in steps.
 */
export async function readPostingSettings(
  db: Db,
  end_customer_ids: readonly string[],
): Promise<ReadonlyMap<string, PostingSettings>> {
  const rows = await db.any(sql.type(row<PostingSettingsRow>())`
    select end_customer_id, books::text as books from books where end_customer_id = any(${sql.array(end_customer_ids, 'uuid')})
  `)
  return inTurns(settingsInSteps(rows))
}

function* settingsInSteps(rows: readonly PostingSettingsRow[]) {
  const settings = new Map<string, PostingSettings>()
  for (const { end_customer_id, books } of rows) {
    settings.set(end_customer_id, (yield* parseInSteps(books)) as PostingSettings)
    yield
  }
  return settings
}
