import { ID_OF_ORDER } from '../../../camt053/matching/orders/id-of-order.ts'
import { toldDetails } from '../../bank/details-of-entries.ts'
import { ROW_DAY } from '../../bank/entry-day.ts'
import { isOpenDebit, referencesIn } from '../../bank/open-movements.ts'
import { type Db, row, sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'
import { paymentInformationIdsOf } from '../../open-items/ids-of-debits.ts'

/** A debit, or one payment of a collective one, as the bank tells it. */
export type PartOfDebit = {
  readonly id: string
  readonly entry_id: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly references: readonly string[]
  readonly text: string
  readonly name: string | null
  readonly account_of_other: string | null
  readonly day: string
  readonly value_day: string | null
}

/** By what debits of payables are found among many. */
export type DebitsToFind = {
  readonly ibans: readonly string[]
  /** Without blanks. */
  readonly references: readonly string[]
  readonly amounts: readonly bigint[]
}

/** Whether details have one of these references, however it is written. */
export function hasReference(details: Fragment, references: readonly string[]): Fragment {
  return sql.fragment`exists (
    select from unnest(${referencesIn(details)}) ref
    where upper(regexp_replace(ref, '\\s', '', 'g')) = any(${sql.array(references, 'text')})
  )`
}

/** A `payment`, which is at a `place` of a debit with this id; its day is another matter. */
export function partOfDebit(id: Fragment): Fragment {
  return sql.fragment`
    ${id} || '-' || place as id, ${id} as entry_id, payment ->> 'currency' as currency,
    (payment ->> 'amount_minor')::bigint as amount_minor, payment ->> 'creditor_name' as name,
    payment #>> '{creditor_account,iban}' as account_of_other, ${referencesIn(sql.fragment`jsonb_build_array(payment)`)} as references,
    coalesce((select string_agg(line, E'\\n') from jsonb_array_elements_text(payment -> 'unstructured') line), '') as text
  `
}

/** Whether it names neither a payment nor a batch of ours, and says what it moves. */
export function isPartOfNoOrder(batches: Fragment): Fragment {
  return sql.fragment`(
    payment ->> 'amount_minor' is not null and payment ->> 'currency' is not null
      and upper(coalesce(payment ->> 'end_to_end_id', '')) !~ ${ID_OF_ORDER}
      and not exists (select from unnest(${batches}) batch where upper(batch) ~ ${ID_OF_ORDER})
  )`
}

/** A row that has a payee has one payment, unless a notification brings others: years of such rows are not taken apart. */
const maySayParts = sql.fragment`(
  payee_account is null or exists (
    select from camt054_entries completing
    where completing.end_customer_id = camt053_entries.end_customer_id
      and completing.entry_id = camt053_entries.entry_id and completing.state = 'joined'
  )
)`

/** A collective debit has tens of thousands. */
const MOST_PARTS = 5_000

/**
 * Payments of collective debits that go to one of these accounts, have one of these references or amounts, and name neither a payment nor a
 * batch of ours; the newest first.
 */
export function findPartsOfDebits(
  db: Db,
  end_customer_id: string,
  { ibans, references, amounts }: DebitsToFind,
  { isMeant = isOpenDebit, from = null }: { readonly isMeant?: Fragment; readonly from?: string | null } = {},
): Promise<readonly PartOfDebit[]> {
  return db.any(sql.type(row<PartOfDebit>())`
    select ${partOfDebit(sql.fragment`entry_id`)}, ${ROW_DAY} as day, entry ->> 'value_date' as value_day
    from camt053_entries
    -- sql.md: offset 0
    cross join lateral (select ${toldDetails} as details offset 0) told
    cross join lateral jsonb_array_elements(details) with ordinality as listed (payment, place)
    where end_customer_id = ${end_customer_id} and ${maySayParts} and ${isMeant}
      and (${from}::date is null or ${ROW_DAY} >= ${from}::date)
      and jsonb_array_length(details) > 1 and ${isPartOfNoOrder(paymentInformationIdsOf)} and (
        payment #>> '{creditor_account,iban}' = any(${sql.array(ibans, 'text')})
        or ${hasReference(sql.fragment`jsonb_build_array(payment)`, references)}
        or (payment ->> 'amount_minor')::bigint = any(${sql.array(amounts.map(String), 'int8')})
      )
    order by entry_id desc, place
    limit ${MOST_PARTS}
  `)
}
