import { ageOf, ageOn } from '../../../shared/accounting/statements/ageing.ts'
import { jsonInteger } from '../../../shared/canonical/json-integer.ts'
import type { OpenItemKind } from '../../../shared/contract/open-items/open-items.ts'
import type { Age, OpenItemsOfDayQuery } from '../../../shared/contract/statements/open-items-of-a-day.ts'
import { publicId } from '../../../shared/process/ids.ts'
import type {
  Ages,
  ItemOfPage,
  OpenItemPage,
  PartnerTotal,
} from '../../../shared/store/statements/open-items-of-a-day.ts'
import { presentMoney } from '../../http/present-money.ts'
import { writeCursor } from './item-cursor.ts'
import { presentTotals, totalsOf } from './present-totals.ts'

/** @param page with one item more than the limit, where there are more */
export function presentOpenItemsOfDay(page: OpenItemPage, query: OpenItemsOfDayQuery, limit: number) {
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
    items: page.items.slice(0, limit).map((item) => presentItem(item, query.date, base_currency)),
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

function presentItem(item: ItemOfPage, date: string, base_currency: string) {
  const { kind, currency, document_date, due_date, source_fact_id } = item
  return {
    id: publicId(...nameOfItem(kind, item.payment_id, item.open_item_id)),
    kind,
    partner: { name: item.partner_name, reference: item.partner_reference },
    account_code: item.account_code,
    document_number: item.document_number,
    document_date,
    due_date,
    payment_reference: item.payment_reference,
    is_opening: item.is_opening,
    source_fact_id: { object: 'source_fact', id: source_fact_id && publicId('source_fact', source_fact_id) },
    journal_entry_id: { object: 'journal_entry', id: publicId('journal_entry', item.journal_entry_id) },
    amount: presentMoney(BigInt(item.amount_minor), currency),
    base_amount: presentMoney(BigInt(item.base_amount_minor), base_currency),
    open_amount: presentMoney(BigInt(item.open_minor), currency),
    base_open_amount: presentMoney(BigInt(item.base_open_minor), base_currency),
    ...ageOn(date, due_date ?? document_date),
  }
}

/** The id under which an item is named elsewhere. A credit has that of the payment that left it, however often it was booked. */
export function nameOfItem(
  kind: OpenItemKind,
  payment_id: string | null,
  open_item_id: string,
): ['payment' | 'supplier_payable' | 'document', string] {
  if (payment_id !== null) return ['payment', payment_id]
  return [kind === 'payable' || kind === 'supplier_advance' ? 'supplier_payable' : 'document', open_item_id]
}
