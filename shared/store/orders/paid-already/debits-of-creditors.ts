import { toldDetails } from '../../bank/details-of-entries.ts'
import { ROW_DAY } from '../../bank/entry-day.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { namesOurs } from '../../open-items/ids-of-debits.ts'
import { compacted, ibanOfDocument } from '../../open-items/named/compacted.ts'
import { paidItems } from './given-debits.ts'
import { type DebitElsewhere, isBackAsWhole, isMoneyOut } from './named-elsewhere.ts'

/** Of an order of hundreds of equal payables. */
const MOST_PAIRS = 5_000

const told = sql.fragment`
  partner_name_key(item.partner_name) as name, partner_key(item.partner_reference, item.partner_name) as partner,
  ${ibanOfDocument('item')} as iban
`

/** The items that a debit is booked for. Each explains a debit that goes to its account, or, where not both accounts are known, to its name or supplier. */
const given = sql.fragment`
  select coalesce(bool_or(
      item.iban = debit.account or (debit.account is null or item.iban is null) and item.name = debit.name
    ), false) as explains, array_agg(item.partner) filter (where debit.account is null or item.iban is null) as partners, count(*) as items
  from (
    select ${told} from (${paidItems}) paid
    join open_items item
      on item.end_customer_id = camt053_entries.end_customer_id and item.open_item_id = paid.open_item_id
  ) item
`

/**
 * Debits of just the amount of these payables, since their documents, that go to their accounts or to the whole names of their suppliers, and are booked for
 * other items that do not explain them. The index of used debits finds them by their amounts; each is taken apart once.
 */
export function findDebitsOfCreditors(
  db: Db,
  end_customer_id: string,
  payables: readonly string[],
): Promise<readonly DebitElsewhere[]> {
  return db.any(sql.type(row<DebitElsewhere>())`
    with wanted as materialized (
      select item.open_item_id, item.open_amount_minor, item.currency, item.document_date, ${told}
      from open_items item
      where item.end_customer_id = ${end_customer_id} and item.open_item_id = any(${sql.array(payables, 'uuid')})
    ), debit as materialized (
      select entry_id, amount_minor, currency, debit.day, debit.account, debit.name, given.partners
      from camt053_entries
      -- sql.md: offset 0
      cross join lateral (select ${toldDetails} as details offset 0) told
      cross join lateral (
        select ${ROW_DAY} as day, ${compacted(sql.fragment`details #>> '{0,creditor_account,iban}'`)} as account,
          partner_name_key(details #>> '{0,creditor_name}') as name
      ) debit
      cross join lateral (${given}) given
      where end_customer_id = ${end_customer_id} and credit_debit = 'DBIT' and used_minor > 0
        and amount_minor = any(array(select open_amount_minor from wanted)) and ${isMoneyOut}
        and debit.day >= (select min(document_date) from wanted) and not ${isBackAsWhole}
        and jsonb_array_length(details) = 1 and not ${namesOurs} and given.items > 0 and not given.explains
    )
    select wanted.open_item_id as supplier_payable_id, debit.entry_id, false as is_dismissed
    from debit
    join wanted on wanted.open_amount_minor = debit.amount_minor and wanted.currency = debit.currency
      and debit.day >= wanted.document_date and (
        wanted.iban = debit.account or wanted.name = debit.name and (debit.account is null or wanted.iban is null)
      ) and (wanted.partner = any(debit.partners)) is not true
    order by debit.entry_id desc
    limit ${MOST_PAIRS}
  `)
}
