import { ID_OF_ORDER } from '../../../camt053/matching/orders/id-of-order.ts'
import { toldDetails } from '../../bank/details-of-entries.ts'
import { ROW_DAY } from '../../bank/entry-day.ts'
import { isOpenDebit } from '../../bank/open-movements.ts'
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
}

/** A collective debit has tens of thousands. */
const MOST_PARTS = 5_000

/** Payments of collective debits since a day that go to one of these accounts, or are one of these amounts, and name neither a payment nor a batch of ours. */
export function findPartsOfDebits(
  db: Db,
  end_customer_id: string,
  from: string,
  { ibans, amounts }: { readonly ibans: readonly string[]; readonly amounts: readonly bigint[] },
  isMeant: Fragment = isOpenDebit,
): Promise<readonly PartOfDebit[]> {
  return db.any(sql.type(row<PartOfDebit>())`
    select entry_id || '-' || place as id, entry_id, tx ->> 'currency' as currency,
      (tx ->> 'amount_minor')::bigint as amount_minor, tx ->> 'creditor_name' as name,
      tx #>> '{creditor_account,iban}' as account_of_other, ${ROW_DAY} as day,
      array(
        select ref ->> 'ref' from jsonb_array_elements(tx -> 'creditor_refs') ref where ref ->> 'ref' is not null
      ) as references,
      coalesce((select string_agg(line, E'\\n') from jsonb_array_elements_text(tx -> 'unstructured') line), '') as text
    from camt053_entries
    -- sql.md: offset 0
    cross join lateral (select ${toldDetails} as details offset 0) told
    cross join lateral jsonb_array_elements(details) with ordinality as listed (tx, place)
    where end_customer_id = ${end_customer_id} and ${isMeant} and ${ROW_DAY} >= ${from}::date
      and jsonb_array_length(details) > 1 and tx ->> 'amount_minor' is not null and tx ->> 'currency' is not null
      and upper(coalesce(tx ->> 'end_to_end_id', '')) !~ ${ID_OF_ORDER}
      and not exists (select from unnest(${paymentInformationIdsOf}) batch where upper(batch) ~ ${ID_OF_ORDER}) and (
        tx #>> '{creditor_account,iban}' = any(${sql.array(ibans, 'text')})
        or (tx ->> 'amount_minor')::bigint = any(${sql.array(amounts.map(String), 'int8')})
      )
    order by entry_id, place
    limit ${MOST_PARTS}
  `)
}
