import { MOST_NAME } from '../../bank/open-movements.ts'
import { sql } from '../../db/database.ts'
import { itemsOfAllocation } from './items-of-allocation.ts'

/** Of hundreds of members who owe the same so many are compared by their names. */
const MOST_ALIKE = 1_000

const partnerOf = (item: string) =>
  sql.fragment`partner_key(${sql.identifier([item, 'partner_reference'])}, ${sql.identifier([item, 'partner_name'])})`

/** With whom the account of a payment has paid the last time before. */
const paidBefore = sql.fragment`array(
  select distinct ${partnerOf('item')}
  from (
    select earlier.end_customer_id, earlier.payment_id from payments earlier
    where earlier.end_customer_id = payments.end_customer_id and left(earlier.debtor_account, 100) = left(payments.debtor_account, 100)
      and earlier.debtor_account = payments.debtor_account and earlier.booked_by is not null and earlier.payment_id < payments.payment_id
    order by earlier.payment_id desc
    limit 1
  ) last
  join allocations allocated using (end_customer_id, payment_id)
  join allocation_lines line using (end_customer_id, allocation_id)
  join open_items item on item.end_customer_id = line.end_customer_id and item.open_item_id = line.document_id
  where allocated.state <> 'reversed'
)`

/**
 * The first document that is open with just the amount of a payment, of a customer who has the name of the payer, or whom its account has paid for the last time: none where
 * that fits the customer of a document that the payment is allocated to.
 */
export const billedElsewhere = sql.fragment`(
  select other.open_item_id
  from (
    select array_agg(${partnerOf('item')}) as partners, array_agg(partner_name_key(item.partner_name)) as names
    from ${itemsOfAllocation}
  ) own
  cross join lateral (
    select partner_name_key(left(payments.debtor_name, ${MOST_NAME})) as name, ${paidBefore} as partners offset 0
  ) payer
  -- sql.md: lateral limit 1
  cross join lateral (
    select open_item_id, partner_reference, partner_name from open_items
    where end_customer_id = payments.end_customer_id and kind = 'receivable' and closed_on is null
      and amount_minor = payments.amount_minor and open_amount_minor = amount_minor and currency = payments.currency
      and not coalesce(payer.name = any(own.names), false) and not payer.partners && own.partners
    limit ${MOST_ALIKE}
  ) other
  where not ${partnerOf('other')} = any(own.partners)
    and (partner_name_key(other.partner_name) = payer.name or ${partnerOf('other')} = any(payer.partners))
  order by other.open_item_id
  limit 1
)`
