import { sql } from '../../db/database.ts'

/** Each item `item` that an allocation `allocation` is for. It ends with a condition. */
export const itemsOfAllocation = sql.fragment`
  allocation_lines line
  join open_items item on item.end_customer_id = line.end_customer_id and item.open_item_id = line.document_id
  where line.end_customer_id = allocation.end_customer_id and line.allocation_id = allocation.allocation_id
`

/** Whether an item `item` is of the customer of another one `other`, and of its amount: as those of a standing order are. */
export const isAlike = sql.fragment`(
  item.amount_minor = other.amount_minor and item.currency = other.currency
    and partner_key(item.partner_reference, item.partner_name) = partner_key(other.partner_reference, other.partner_name)
)`
