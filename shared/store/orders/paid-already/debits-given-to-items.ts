import type { ItemOfDebit } from '../../../camt053/matching/meant/explained-by-items.ts'
import { toldDetails } from '../../bank/details-of-entries.ts'
import { ROW_DAY } from '../../bank/entry-day.ts'
import { MOST_NAME, MOST_TEXT, referencesIn, textOfDebit } from '../../bank/open-movements.ts'
import { accountOfOther } from '../../bank/partners-of-accounts.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { isForOpenItems, namesOurs } from '../../open-items/ids-of-debits.ts'
import { compacted, ibanOfDocument } from '../../open-items/named/compacted.ts'
import { paidItems } from './given-debits.ts'
import { isBackAsWhole, isMoneyOut, isUseOfDebit } from './named-elsewhere.ts'
import { type DebitsToFind, findPartsOfDebits, type PartOfDebit } from './parts-of-debits.ts'

/** An order of five hundred payables asks for the debits of some months. */
const MOST_DEBITS = 5_000

const isGivenToItems = sql.fragment`(
  used_minor > 0 and ${isMoneyOut} and not ${isBackAsWhole}
  and exists (select from bank_entry_uses used where ${isUseOfDebit} and ${isForOpenItems})
)`

/** Only of a debit with several payments the row itself has no payee: years of the others are not taken apart. */
const isOfSeveral = sql.fragment`(payee_account is null and credit_debit = 'DBIT' and ${isGivenToItems})`

/**
 * Debits since a day that are booked for open items, and their parts: those that have one of these amounts or go to one of these accounts, and name no payment of ours. The
 * indexes of used debits find those that are meant as a whole.
 */
export async function findDebitsGivenToItems(
  db: Db,
  end_customer_id: string,
  from: string,
  wanted: DebitsToFind,
): Promise<readonly PartOfDebit[]> {
  const whole = await db.any(sql.type(row<PartOfDebit>())`
    select entry_id as id, entry_id, currency, amount_minor,
      left(details #>> '{0,creditor_name}', ${MOST_NAME}) as name, ${accountOfOther(sql.fragment`details`)} as account_of_other,
      ${ROW_DAY} as day, entry ->> 'value_date' as value_day, ${referencesIn(sql.fragment`details`)} as references, left(${textOfDebit}, ${MOST_TEXT}) as text
    from (
      select entry_id from camt053_entries
      where end_customer_id = ${end_customer_id} and credit_debit = 'DBIT' and used_minor > 0
        and amount_minor = any(${sql.array(wanted.amounts.map(String), 'int8')})
      union
      select entry_id from camt053_entries
      where end_customer_id = ${end_customer_id} and used_minor > 0 and payee_account is not null
        and left(payee_account, 100) = any(${sql.array(wanted.ibans, 'text')})
    ) found
    join camt053_entries using (entry_id)
    -- sql.md: offset 0
    cross join lateral (select ${toldDetails} as details offset 0) told
    where end_customer_id = ${end_customer_id} and credit_debit = 'DBIT' and ${isGivenToItems} and ${ROW_DAY} >= ${from}::date
      and jsonb_array_length(details) <= 1 and not ${namesOurs}
    order by entry_id desc
    limit ${MOST_DEBITS}
  `)
  return [...whole, ...(await findPartsOfDebits(db, end_customer_id, wanted, { isMeant: isOfSeveral, from }))]
}

/** What these debits are booked for, by the debit. */
export async function findItemsOfDebits(
  db: Db,
  end_customer_id: string,
  entry_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ItemOfDebit[]>> {
  if (entry_ids.length === 0) return new Map()
  const found = await db.any(sql.type(row<ItemOfDebit & { entry_id: string }>())`
    select entry_id, item.partner_name, partner_key(item.partner_reference, item.partner_name) as partner_key, ${ibanOfDocument('item')} as iban,
      item.document_number, ${compacted(sql.fragment`item.payment_reference`)} as payment_reference
    from camt053_entries
    cross join lateral (${paidItems}) paid
    join open_items item on item.end_customer_id = ${end_customer_id} and item.open_item_id = paid.open_item_id
    where camt053_entries.end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(entry_ids, 'uuid')})
  `)
  return Map.groupBy(found, ({ entry_id }) => entry_id)
}
