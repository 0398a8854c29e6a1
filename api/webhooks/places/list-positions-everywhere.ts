import { type Database, DatabaseAway } from '../../../shared/databases/databases.ts'
import type { Page } from '../../../shared/store/db/pages/list-page.ts'
import { listWebhookPositions, type WebhookPositionRow } from '../../../shared/store/webhooks/webhook-positions.ts'
import type { ApiDeps } from '../../http/api-deps.ts'

type PositionsOf = { readonly database: Database; readonly page: Page<WebhookPositionRow> }

/**
 * A page over all databases, in the order of end customers. Each is told by the database that has its books, where it has a feed yet:
 * home has a position of everybody whom a subscription names.
 *
 * @throws DatabaseAway where one is: its end customers would be missing
 */
export async function listPositionsEverywhere(
  { databases, apiDepsIn }: ApiDeps,
  subscription_id: string,
  after: string | null,
  limit: number,
): Promise<Page<WebhookPositionRow>> {
  const [away] = databases.away()
  if (away !== undefined) throw new DatabaseAway(away)
  const pages = await Promise.all(
    databases.all().map(async (database): Promise<PositionsOf> => {
      const page = await listWebhookPositions(apiDepsIn(database).pool, subscription_id, after, limit)
      return { database, page }
    }),
  )
  const [only] = pages
  if (only !== undefined && pages.length === 1) return only.page
  return merge(pages, await databases.ofEach(pages.flatMap(({ page }) => page.rows.map(idOf))), limit)
}

/** What comes behind the last row of a page is not known where that page goes on, so the merged one ends there. */
function merge(
  pages: readonly PositionsOf[],
  places: ReadonlyMap<string, unknown>,
  limit: number,
): Page<WebhookPositionRow> {
  const ends = pages.flatMap(({ page }) => (page.has_more ? page.rows.slice(-1).map(idOf) : []))
  const [end = null] = ends.sort()
  const all = pages.flatMap(({ database, page }) => page.rows.map((row) => ({ database, row })))
  const rows = [...Map.groupBy(all, ({ row }) => idOf(row))]
    .filter(([id]) => end === null || id <= end)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([id, told]) => (told.find(({ database }) => places.get(id) === database) ?? told[0])?.row ?? [])
  return { rows: rows.slice(0, limit), has_more: ends.length > 0 || rows.length > limit }
}

const idOf = ({ end_customer_id }: WebhookPositionRow) => end_customer_id
