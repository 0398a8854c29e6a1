import type { RecordedFigure } from '../../accounting/statements/checks/book-check.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { type ActivitySums, activityQuery, activitySumOf, type StatementAccountRow } from './account-period-totals.ts'
import { checkFiguresQuery, type FigureAsText, figureOf } from './check-figures.ts'
import { type Ledger, ledgerQuery } from './ledger-snapshot.ts'
import {
  otherSidesQuery,
  type PartnerSumAsText,
  type PartnerSumRow,
  partnerSumOf,
  type RelatedSumRow,
  relatedPartnersQuery,
} from './partner-totals.ts'
import { type PriorPeriodAsText, type PriorPeriodSum, priorPeriodOf, priorPeriodQuery } from './prior-period-sums.ts'

/** What the statements of a year are made of, all of one moment. */
export type BooksAtOnce = {
  readonly ledger: Settings
  readonly rows: readonly StatementAccountRow[]
  readonly other_sides: readonly PartnerSumRow[]
  readonly related: readonly RelatedSumRow[]
  readonly recorded: readonly RecordedFigure[]
  readonly prior_period: readonly PriorPeriodSum[]
}

/** A ledger without its head: numbers of that size are none of JSON. */
type Settings = Omit<Ledger, 'last_entry_number' | 'last_entry_hash' | 'books_version'>

/** Rows of the queries that are asked together. */
type Contents = {
  ledger: Settings
  activity: ActivitySums
  other_side: PartnerSumAsText<PartnerSumRow>
  related: PartnerSumAsText<RelatedSumRow>
  figure: FigureAsText
  prior_period: PriorPeriodAsText
}
type PartOfBooks = { readonly part: keyof Contents; readonly content: Contents[keyof Contents] }

/**
 * Reads in one query what `withSnapshot` reads in a transaction of many: a query sees one moment by itself, and each of the
 * others waits for its turn on busy cores. sql.md: one query for many
 *
 * @param starts first days of the buckets, ascending; the last bucket is the year
 * @param as_of the last entry of the ledger just before
 * @returns null where totals have an entry behind `as_of` meanwhile: they say nothing of it then
 */
export async function findBooksAtOnce(
  db: Db,
  end_customer_id: string,
  { starts, end_date }: { readonly starts: readonly string[]; readonly end_date: string },
  as_of: bigint,
): Promise<BooksAtOnce | null> {
  const of_day = [end_customer_id, starts, end_date, as_of] as const
  const of_year = { start_date: starts.at(-1) ?? end_date, end_date }
  const parts = await db.any(sql.prepared('find_books_at_once', row<PartOfBooks>())`
    with moment as materialized (
      select not exists (
        select from statement_watermarks
        where end_customer_id = ${end_customer_id} and ${as_of} < greatest(
          entry_number, partner_entry_number, named_entry_number, control_entry_number
        )
      ) as is_current, exists (
        select from partner_relations where end_customer_id = ${end_customer_id}
      ) as has_relations
    )
    select 'ledger' as part, to_json(found) as content from (${ledgerQuery(end_customer_id)}) found
    where (select is_current from moment)
    union all ${partOf('activity', activityQuery(...of_day))}
    union all ${partOf('other_side', otherSidesQuery(...of_day))}
    union all ${partOf('related', relatedPartnersQuery(...of_day))} and (select has_relations from moment)
    union all ${partOf('figure', checkFiguresQuery(end_customer_id, end_date, as_of))}
    union all ${partOf('prior_period', priorPeriodQuery(end_customer_id, of_year, as_of))}
  `)
  const ledger = contentsOf(parts, 'ledger')[0]
  if (!ledger) return null
  return {
    ledger,
    rows: contentsOf(parts, 'activity').map(activitySumOf),
    other_sides: contentsOf(parts, 'other_side').map(partnerSumOf),
    related: contentsOf(parts, 'related').map(partnerSumOf),
    recorded: contentsOf(parts, 'figure').map(figureOf),
    prior_period: contentsOf(parts, 'prior_period').map(priorPeriodOf),
  }
}

function partOf(part: keyof Contents, query: Fragment): Fragment {
  return sql.fragment`
    select ${sql.literalValue(part)}, to_json(found) from (${query}) found where (select is_current from moment)`
}

function contentsOf<Name extends keyof Contents>(parts: readonly PartOfBooks[], name: Name): Contents[Name][] {
  return parts.flatMap(({ part, content }) => (part === name ? [content as Contents[Name]] : []))
}
