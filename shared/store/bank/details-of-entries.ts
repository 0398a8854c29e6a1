import type { BankEntry } from '../../camt053/bank-entry/bank-entry.ts'
import { eachInSteps, inTurns } from '../../process/in-turns.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { amountsAsBigint } from '../db/json.ts'

/** So many of them are one text: some 50 kB. Where their own texts are long, fewer. */
const DETAILS_PER_PART = 50
const BYTES_PER_PART = 200_000
/** PostgreSQL compresses nothing smaller, so most rows need not be written out to be measured. */
const NEVER_COMPRESSED_BYTES = 2_000

const TABLES = {
  camt053_entries: sql.fragment`entry_id`,
  camt054_entries: sql.fragment`notification_id`,
} as const

const FIRST = `$.tx_details[0 to ${DETAILS_PER_PART - 1}]`

export type TableOfDetails = keyof typeof TABLES

/** Whether the details of a bank entry or notification have more bytes as JSON. */
export function hasLongDetails(bytes: number): Fragment {
  return sql.fragment`(
    pg_column_size(entry) > ${NEVER_COMPRESSED_BYTES} and octet_length((entry -> 'tx_details')::text) > ${bytes}
  )`
}

const hasMoreDetails = sql.fragment`(
  jsonb_array_length(entry -> 'tx_details') > ${DETAILS_PER_PART} or ${hasLongDetails(BYTES_PER_PART)}
)`
const firstDetails = sql.fragment`
  case when not ${hasMoreDetails} then entry else jsonb_set(entry, '{tx_details}', (
    select coalesce(jsonb_agg(detail order by place), '[]')
    from (
      select detail, place, sum(octet_length(detail::text) + 2) over (order by place) as bytes
      from jsonb_array_elements(jsonb_path_query_array(entry, ${FIRST}::jsonpath)) with ordinality as first (detail, place)
    ) measured
    where bytes <= ${BYTES_PER_PART}
  )) end
`

/**
 * What a bank entry or a notification says, with the first of its details: a collective one has tens of thousands, which
 * would be parsed in one go, and a few may be as long.
 */
export const withFirstDetails = sql.fragment`${firstDetails} as entry, ${hasMoreDetails} as has_more_details`

/** The same as text, for `readWholeEntry`. */
export const asPartedText = sql.fragment`(${firstDetails})::text as entry, ${hasMoreDetails} as has_more_details`
export type PartedText = { readonly entry: string; readonly has_more_details: boolean }

/** A bank entry or notification as it was read, with all of its details, some of which are parsed at a time. */
export async function readWholeEntry(
  db: Db,
  table: TableOfDetails,
  end_customer_id: string,
  id: string,
  { entry, has_more_details }: PartedText,
): Promise<BankEntry> {
  const written = JSON.parse(entry, amountsAsBigint) as BankEntry
  if (!has_more_details) return written
  return { ...written, tx_details: await readAllDetails(db, table, end_customer_id, id) }
}

/** All details of one of them, however many they are. */
export async function readAllDetails(
  db: Db,
  table: TableOfDetails,
  end_customer_id: string,
  id: string,
): Promise<BankEntry['tx_details']> {
  const parts = await findDetailsInParts(db, table, end_customer_id, [id])
  const details = await inTurns(eachInSteps(parts, ({ part }) => JSON.parse(part, amountsAsBigint)))
  return details.flat()
}

export type DetailsPart = {
  /** Of the bank entry or notification. */
  readonly id: string
  readonly part: string
}

/** All details of some bank entries or notifications as JSON, some in each text, in their order. */
export function findDetailsInParts(
  db: Db,
  table: TableOfDetails,
  end_customer_id: string,
  ids: readonly string[],
): Promise<readonly DetailsPart[]> {
  return db.any(sql.type(row<DetailsPart>())`
    select id, jsonb_agg(detail order by place)::text as part
    from (
      select ${TABLES[table]} as id, detail, place, (place - 1) / ${DETAILS_PER_PART}
        + sum(octet_length(detail::text)) over (partition by ${TABLES[table]} order by place) / ${BYTES_PER_PART} as number
      from ${sql.identifier([table])}
      cross join lateral jsonb_array_elements(entry -> 'tx_details') with ordinality as listed (detail, place)
      where end_customer_id = ${end_customer_id} and ${TABLES[table]} = any(${sql.array(ids, 'uuid')})
    ) numbered
    group by id, number
    order by id, number
  `)
}

/** The details of a row of `camt053_entries`: those that notifications have brought stand in the place of its own. */
export const toldDetails = sql.fragment`coalesce((
  select jsonb_agg(detail order by notification_id, place)
  from camt054_entries completing
  cross join lateral jsonb_array_elements(completing.entry -> 'tx_details') with ordinality as listed (detail, place)
  where completing.end_customer_id = camt053_entries.end_customer_id
    and completing.entry_id = camt053_entries.entry_id and completing.state = 'joined'
    and place - 1 <> all(skipped_details)
), entry -> 'tx_details')`

/** Whether a row of `camt053_entries` says so: read with it, and looked for where the release before has read it. */
export const saysReturn = sql.fragment`coalesce(says_return, ${returnsIn(sql.fragment`entry`)})`

/** The same, or the details of a notification say so: a bank statement may leave them out. */
export const bringsBack = sql.fragment`(
  ${saysReturn} or exists (
    select from camt054_entries notified
    where notified.end_customer_id = camt053_entries.end_customer_id and notified.state = 'joined'
      and notified.entry_id = camt053_entries.entry_id and ${returnsIn(sql.fragment`notified.entry`)}
    -- Looked for by the index for each row, and not read for all end customers at once. sql.md: offset 0
    offset 0
  )
)`

/** Whether a transaction of a bank entry says why it is returned. */
export function returnsIn(entry: Fragment): Fragment {
  return sql.fragment`jsonb_path_exists(${entry}, '$.tx_details[*].return_reason ? (@ != null)')`
}
