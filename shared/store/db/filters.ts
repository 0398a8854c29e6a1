import { sql } from './database.ts'

export type Fragment = ReturnType<typeof sql.fragment>

/**
 * The end customers that a read may see: a list, or null for every one that the caller's key covers. Those of a list of exceptions live
 * elsewhere: one that moves has its rows in two databases for a while.
 */
export type Visibility = readonly string[] | null | { readonly except: readonly string[] }

/** The predicate that keeps end customers apart, for reads by an id. */
export function visibleTo(visible: Visibility, end_customer_id = sql.fragment`end_customer_id`): Fragment {
  if (visible === null) return sql.fragment`true`
  return 'except' in visible
    ? sql.fragment`${end_customer_id} <> all(${sql.array(visible.except, 'uuid')})`
    : sql.fragment`${end_customer_id} = any(${sql.array(visible, 'uuid')})`
}

/** A filter of a request; one that the request does not have is null, undefined, false or an empty text. */
export type Condition = Fragment | null | undefined | false | ''

/** The conditions that are there. The text depends on them, so it is none for a prepared name. */
export function allOf(conditions: readonly Condition[]): Fragment {
  const present = conditions.filter((condition) => typeof condition === 'object' && condition !== null)
  return present.length > 0 ? sql.fragment`${sql.join(present, sql.fragment` and `)}` : sql.fragment`true`
}

type KeyValue = string | number | bigint

export type KeysetPage = {
  readonly conditions: readonly Condition[]
  /** The columns of the order, such as `payment_id` or `entry.entry_number`; no two rows have the same values. */
  readonly key: string | readonly string[]
  /** The key of the last row before the page; null for the first page. */
  readonly after: KeyValue | readonly KeyValue[] | null
  /** Lists ask for one row more than they answer with, which shows whether there is another page. */
  readonly limit: number
  readonly newest_first?: boolean
}

/** The end of a query from `where` on: the rows of one page, in the order of their key. sql.md: keyset page */
export function keysetPage({ conditions, key, after, limit, newest_first = false }: KeysetPage): Fragment {
  const columns = [key].flat().map((column) => sql.identifier(column.split('.')))
  const comma = sql.fragment`, `
  const values = after === null ? [] : [after].flat()
  const comparison = newest_first ? sql.fragment`<` : sql.fragment`>`
  const order = columns.map((column) => (newest_first ? sql.fragment`${column} desc` : sql.fragment`${column}`))
  return sql.fragment`
    where ${allOf([
      ...conditions,
      after !== null && sql.fragment`(${sql.join(columns, comma)}) ${comparison} (${sql.join(values, comma)})`,
    ])}
    order by ${sql.join(order, comma)}
    limit ${limit}
  `
}
