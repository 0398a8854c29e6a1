import { ageOf } from '../../../shared/accounting/statements/ageing.ts'
import { jsonInteger } from '../../../shared/canonical/json-integer.ts'
import type { Age, OpenItemsOfDayQuery } from '../../../shared/contract/statements/open-items-of-a-day.ts'
import type {
  Ages,
  ItemOfPage,
  OpenItemPage,
  PartnerTotal,
} from '../../../shared/store/statements/open-items-of-a-day.ts'
import { WrittenList } from '../../http/answers/json-bytes.ts'
import { LONG } from '../../http/answers/json-in-slices.ts'
import { presentMoney } from '../../http/present-money.ts'
import { writeCursor } from './item-cursor.ts'
import { presentItem } from './present-item.ts'
import { presentTotals, totalsOf } from './present-totals.ts'
import { writeItems } from './write-items.ts'

/** @param page with one item more than the limit, where there are more */
export function presentOpenItemsOfDay(page: OpenItemPage, query: OpenItemsOfDayQuery, limit: number) {
  const present = (item: ItemOfPage) => presentItem(item, query.date, page.base_currency)
  return presentListOfDay(page, query, limit, page.items.slice(0, limit).map(present))
}

/** The same to be written as JSON: a long list of items is written as `presentItem` presents them. */
export function presentAsJson(page: OpenItemPage, query: OpenItemsOfDayQuery, limit: number) {
  const { items, base_currency } = page
  if (Math.min(items.length, limit) <= LONG) return presentOpenItemsOfDay(page, query, limit)
  return presentListOfDay(
    page,
    query,
    limit,
    new WrittenList(writeItems(items.slice(0, limit), query.date, base_currency)),
  )
}

function presentListOfDay<Items>(page: OpenItemPage, query: OpenItemsOfDayQuery, limit: number, items: Items) {
  const { base_currency, partner_count } = page
  return {
    ...presentListHeader(page, query),
    totals: presentTotals(totalsOf(query.side, page.accounts, page.totals, page.balances), base_currency),
    ageing: ageingOf(
      page.totals.filter(({ is_listed }) => is_listed).map(({ ages }) => ages),
      base_currency,
    ),
    partners: partnersOf(page.partners, base_currency),
    has_more_partners: BigInt(page.partners.at(-1)?.place ?? partner_count) < partner_count,
    partner_count: jsonInteger(partner_count),
    items,
    has_more: page.items.length > limit,
    next_cursor: nextCursorOf(page, query, limit),
    item_count: jsonInteger(page.item_count),
  }
}

function presentListHeader(header: OpenItemPage, query: OpenItemsOfDayQuery) {
  return {
    object: 'open_items' as const,
    end_customer_id: query.end_customer_id,
    end_customer_name: header.name,
    side: query.side,
    date: query.date,
    currency: header.base_currency,
    locale: query.locale ?? header.locale,
    ledger_position: {
      entry_number: jsonInteger(header.position_number),
      entry_hash: header.position_hash,
    },
  }
}

/** Null on the last page. */
function nextCursorOf(
  { items, next_known_by, last_entry_number }: OpenItemPage,
  query: OpenItemsOfDayQuery,
  limit: number,
) {
  const last = items[limit - 1]
  if (last === undefined || next_known_by === null) return null
  const { open_item_id } = last
  return writeCursor(query, { open_item_id, known_by: next_known_by, seen_through: last_entry_number })
}

/** A partner has one row for each currency; they follow each other. */
function partnersOf(rows: readonly PartnerTotal[], base_currency: string) {
  return [...Map.groupBy(rows, ({ place }) => place).values()].map((ofPartner) => ({
    name: ofPartner[0]?.name ?? '',
    reference: ofPartner[0]?.reference ?? null,
    open_amounts: ofPartner.map(({ minor, currency }) => presentMoney(BigInt(minor), currency)),
    ageing: ageingOf(
      ofPartner.map(({ ages }) => ages),
      base_currency,
    ),
  }))
}

/** In one pass: a list has this for each of some hundred partners. */
function ageingOf(parts: readonly Ages[], base_currency: string) {
  const sums: Record<Age | 'total', bigint> = {
    not_due: 0n,
    days_1_30: 0n,
    days_31_60: 0n,
    days_61_90: 0n,
    over_90_days: 0n,
    total: 0n,
  }
  for (const ages of parts)
    for (const [bucket, part] of ages.entries()) {
      const minor = BigInt(part ?? 0)
      sums[ageOf(bucket)] += minor
      sums.total += minor
    }
  return {
    not_due: presentMoney(sums.not_due, base_currency),
    days_1_30: presentMoney(sums.days_1_30, base_currency),
    days_31_60: presentMoney(sums.days_31_60, base_currency),
    days_61_90: presentMoney(sums.days_61_90, base_currency),
    over_90_days: presentMoney(sums.over_90_days, base_currency),
    total: presentMoney(sums.total, base_currency),
  }
}
