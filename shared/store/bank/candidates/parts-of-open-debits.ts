import { ID_OF_ORDER } from '../../../camt053/matching/orders/id-of-order.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { toldDetails } from '../details-of-entries.ts'
import { ROW_DAY } from '../entry-day.ts'
import { documentsOf, MOST_NAME, MOST_TEXT, type OpenBankMovement, referencesIn } from '../open-movements.ts'

type PartRow = OpenBankMovement & {
  readonly instructed_currency: string | null
  readonly instructed_minor: bigint | null
}

/** A collective debit has tens of thousands; of one that has more, its payments are not looked at. */
const MOST_PARTS = 1_000

/**
 * The payments of collective debits that nothing has used, as movements of their own: each goes to a creditor of its own. Those that name a
 * payment of ours are left out.
 */
export async function findPartsOfOpenDebits(
  db: Db,
  end_customer_id: string,
  entry_ids: readonly string[],
): Promise<readonly OpenBankMovement[]> {
  const found = await db.any(sql.type(row<PartRow>())`
    select entry_id || '-' || place as id, entry_id, import_id, currency, (tx ->> 'amount_minor')::bigint as amount_minor,
      ${referencesIn(sql.fragment`jsonb_build_array(tx)`)} as references, left(concat_ws(E'\\n', tx ->> 'additional_info', (
        select string_agg(line, E'\\n') from jsonb_array_elements_text(tx -> 'unstructured') line
      ), ${documentsOf(sql.fragment`tx`)}), ${MOST_TEXT}) as text, left(tx ->> 'creditor_name', ${MOST_NAME}) as name, ${ROW_DAY} as day,
      entry ->> 'value_date' as value_day,
      tx #>> '{creditor_account,iban}' as account_of_other,
      tx #>> '{amount_details,instructed,currency}' as instructed_currency,
      (tx #>> '{amount_details,instructed,amount_minor}')::bigint as instructed_minor
    from camt053_entries
    -- sql.md: offset 0
    cross join lateral (select ${toldDetails} as details offset 0) told
    cross join lateral jsonb_array_elements(details) with ordinality as listed (tx, place)
    where end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(entry_ids, 'uuid')}) and used_minor = 0
      and jsonb_array_length(details) <= ${MOST_PARTS} and tx ->> 'currency' = currency
      and (tx ->> 'amount_minor')::bigint <= amount_minor
      and upper(coalesce(tx ->> 'end_to_end_id', '')) !~ ${ID_OF_ORDER}
    order by entry_id, place
  `)
  return found.map(({ instructed_currency: currency, instructed_minor: amount_minor, ...part }) =>
    currency === null || amount_minor === null ? part : { ...part, instructed: { currency, amount_minor } },
  )
}
