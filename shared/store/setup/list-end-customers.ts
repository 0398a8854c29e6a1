import type { Attention, EndCustomerOrder } from '../../contract/setup/end-customer-list.ts'
import type { FilingPeriod } from '../../contract/vat/registrations.ts'
import { isReadHere } from '../databases/fences.ts'
import { type Db, row, sql } from '../db/database.ts'
import { type Fragment, keysetPage, type Visibility, visibleTo } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'

export type ListedEndCustomerRow = {
  end_customer_id: string
  name: string | null
  uid: string | null
  base_currency: string
  blocked_facts: number
  unbooked_entries: number
  overdue_receivables: number
  next_receivable_due: string | null
  overdue_payables: number
  next_payable_due: string | null
  next_vat_end: string | null
  /** Of the registration that is in force on that day. */
  filing_period: FilingPeriod | null
  open_year_end: string | null
  open_year_id: string | null
  /** What the list is ordered by, before who it is. */
  sort_value: string
}

export type EndCustomerFilter = {
  readonly visible: Visibility
  readonly attention: Attention | undefined
  readonly order: EndCustomerOrder
  readonly today: string
  readonly limit: number
}

type ListOrder = {
  readonly column: string
  readonly type: 'uuid' | 'text' | 'int' | 'date'
  readonly newest_first: boolean
}

const ORDERS: Readonly<Record<EndCustomerOrder, ListOrder>> = {
  end_customer_id: { column: 'end_customer_id', type: 'uuid', newest_first: false },
  name: { column: 'name_key', type: 'text', newest_first: false },
  blocked_facts: { column: 'blocked_facts', type: 'int', newest_first: true },
  unbooked_bank_entries: { column: 'unbooked_entries', type: 'int', newest_first: true },
  next_due_date: { column: 'next_due', type: 'date', newest_first: false },
  next_vat_period_end: { column: 'next_vat_end', type: 'date', newest_first: false },
  open_year_end: { column: 'open_year_end', type: 'date', newest_first: false },
}

/** Where a page begins: the values of the order, of the last end customer before it. */
export type PlaceOfCustomer = readonly string[]

/** Null where there is no such end customer, or the key may not see it. */
export async function findPlaceOfCustomer(
  db: Db,
  end_customer_id: string,
  { visible, order }: Pick<EndCustomerFilter, 'visible' | 'order'>,
): Promise<PlaceOfCustomer | null> {
  const value = await db.maybeOneFirst(sql.type(row<{ value: string }>())`
    select ${sql.identifier([ORDERS[order].column])}::text as value
    from end_customer_figures
    where end_customer_id = ${end_customer_id} and ${isReadHere()} and ${visibleTo(visible)}
  `)
  if (value === null) return null
  return order === 'end_customer_id' ? [value] : [value, end_customer_id]
}

/** What is open and overdue is counted for the end customers of the page alone; a date changes it. */
export function listEndCustomers(
  db: Db,
  { visible, attention, order, today, limit }: EndCustomerFilter,
  after: PlaceOfCustomer | null,
): Promise<Page<ListedEndCustomerRow>> {
  const { column, newest_first } = ORDERS[order]
  const key = column === 'end_customer_id' ? [column] : [column, 'end_customer_id']
  const conditions = [isReadHere(), visibleTo(visible), attention && ATTENTIONS[attention](today)]
  const direction = newest_first ? sql.fragment`desc` : sql.fragment`asc`
  const sorted = key.map((name) => sql.fragment`${sql.identifier(['listed', name])} ${direction}`)
  const overdue = (kind: 'receivable' | 'payable') => sql.fragment`
    case when ${sql.identifier([`next_${kind}_due`])} < ${today} then (
      select count(*)::integer from open_items item
      where item.end_customer_id = listed.end_customer_id and kind = ${kind} and closed_on is null
        and amount_minor > 0 and open_amount_minor > 0 and coalesce(due_date, document_date) < ${today}
    ) else 0 end
  `
  return listPage<ListedEndCustomerRow>(
    db,
    sql.fragment`
      select listed.end_customer_id, name, uid, base_currency, blocked_facts, unbooked_entries,
        ${overdue('receivable')} as overdue_receivables, ${unlessNever('next_receivable_due')},
        ${overdue('payable')} as overdue_payables, ${unlessNever('next_payable_due')},
        ${unlessNever('next_vat_end')}, (
          select filing_period from vat_registration_changes change
          where change.end_customer_id = listed.end_customer_id and valid_from <= next_vat_end
          order by valid_from desc, change_number desc limit 1
        ) as filing_period, ${unlessNever('open_year_end')}, (
          select fiscal_year_id from fiscal_years year
          where year.end_customer_id = listed.end_customer_id and state = 'open' and end_date = open_year_end
          limit 1
        ) as open_year_id,
        ${sql.identifier(['listed', column])}::text as sort_value
      from (
        select end_customer_id, name_key, blocked_facts, unbooked_entries, next_receivable_due, next_payable_due, next_due,
          next_vat_end, open_year_end
        from end_customer_figures
        ${keysetPage({ conditions, key, after, limit: limit + 1, newest_first })}
      ) listed
      join end_customers one on one.end_customer_id = listed.end_customer_id
      order by ${sql.join(sorted, sql.fragment`, `)}
    `,
    limit,
  )
}

type Sorted = Pick<ListedEndCustomerRow, 'end_customer_id' | 'sort_value'>

/** The order of a list over rows of several databases: that of this one, whose collation says which name comes first. */
export async function sortEndCustomers(
  db: Db,
  order: EndCustomerOrder,
  rows: readonly Sorted[],
): Promise<readonly string[]> {
  const { type, newest_first } = ORDERS[order]
  const direction = newest_first ? sql.fragment`desc` : sql.fragment`asc`
  const ids = rows.map(({ end_customer_id }) => end_customer_id)
  const values = rows.map(({ sort_value }) => sort_value)
  return db.anyFirst(sql.type(row<{ end_customer_id: string }>())`
    select end_customer_id
    from unnest(${sql.array(ids, 'uuid')}, ${sql.array(values, 'text')}) as one (end_customer_id, sort_value)
    order by sort_value::${sql.identifier([type === 'int' ? 'int4' : type])} ${direction}, end_customer_id ${direction}
  `)
}

function unlessNever(column: string): Fragment {
  const name = sql.identifier([column])
  return sql.fragment`nullif(${name}, 'infinity') as ${name}`
}

const ATTENTIONS: Readonly<Record<Attention, (today: string) => Fragment>> = {
  any: (today) => sql.fragment`(
    blocked_facts > 0 or unbooked_entries > 0 or least(next_due, next_vat_end, open_year_end) < ${today}
  )`,
  blocked_facts: () => sql.fragment`blocked_facts > 0`,
  unbooked_bank_entries: () => sql.fragment`unbooked_entries > 0`,
  overdue_items: (today) => sql.fragment`next_due < ${today}`,
  vat_return_due: (today) => sql.fragment`next_vat_end < ${today}`,
  fiscal_year_ended: (today) => sql.fragment`open_year_end < ${today}`,
}
