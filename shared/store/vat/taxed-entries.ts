import { type Db, row, sql } from '../db/database.ts'

/** Entries that are looked at with one query, so that none runs into the statement timeout. */
const PAGE = 50_000n

/** What another registration would post otherwise: what has a tax code, or what a rate of its kind has converted. */
const FUNCTIONS = {
  supplied: sql.fragment`entries_taxed_between`,
  posted: sql.fragment`entries_with_tax_posted_between`,
  converted: sql.fragment`entries_converted_between`,
} as const

/**
 * Entries of facts that are not reversed: `supplied` ones have tax codes and a supply in the days, `posted` ones have them
 * and were posted in the days, `converted` ones have a document date in the days.
 *
 * @param numbers those of the entry before the first, and of the last one
 * @param last_day null: no end
 * @param limit how many are named
 */
export async function findEntriesOfRegistration(
  db: Db,
  kind: keyof typeof FUNCTIONS,
  end_customer_id: string,
  numbers: readonly [bigint, bigint],
  [first_day, last_day]: readonly [string, string | null],
  limit: number,
): Promise<readonly string[]> {
  const found: string[] = []
  const [first, last] = numbers
  for (let after = first; after < last && found.length < limit; after += PAGE) {
    const page = await db.anyFirst(sql.type(row<{ journal_entry_id: string }>())`
      select journal_entry_id
      from ${FUNCTIONS[kind]}(${end_customer_id}, ${after}, ${after + PAGE < last ? after + PAGE : last}, ${first_day}, ${last_day})
      order by entry_number
      limit ${limit - found.length}
    `)
    found.push(...page)
  }
  return found
}
