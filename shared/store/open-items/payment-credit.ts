import { type Db, row, sql } from '../db/database.ts'

/**
 * The item that the credit of a payment is: it has the id of the payment, until the booking of the payment is reversed. The
 * credit that it leaves after that is another item. There is none with this id before the payment has left credit.
 */
export const creditItem = sql.fragment`coalesce(credit_item_id, payment_id)`

/** The account of the credit that a payment has; null where it has left none since it was booked. */
export function findCreditAccount(
  db: Db,
  { end_customer_id, payment_id }: { end_customer_id: string; payment_id: string },
): Promise<string | null> {
  return db.maybeOneFirst(sql.type(row<{ account_code: string }>())`
    select account_code from open_items
    where end_customer_id = ${end_customer_id} and open_item_id = (
      select ${creditItem} from payments where end_customer_id = ${end_customer_id} and payment_id = ${payment_id}
    )
  `)
}

/** The day from which the credit of a payment stands in the books; null where it has left none since it was booked. */
export function findDayOfCredit(
  db: Db,
  { end_customer_id, payment_id }: { end_customer_id: string; payment_id: string },
): Promise<string | null> {
  return db.maybeOneFirst(sql.type(row<{ posting_date: string }>())`
    select posting_date from open_items
    where end_customer_id = ${end_customer_id} and open_item_id = (
      select ${creditItem} from payments where end_customer_id = ${end_customer_id} and payment_id = ${payment_id}
    )
  `)
}

/**
 * Whose credit a payment is, as lists of open items show it: the partner of the item that it left; before that, of the
 * documents that allocations of it have reserved, where they are of one partner. Null where nobody has decided yet, and
 * where its payer is unknown.
 */
export function findCreditor(
  db: Db,
  { end_customer_id, payment_id }: { end_customer_id: string; payment_id: string },
): Promise<{ name: string; reference: string | null } | null> {
  return db.maybeOne(sql.type(row<{ name: string; reference: string | null }>())`
    select partner_name as name, partner_reference as reference
    from payments
    cross join lateral creditor_of_payment(end_customer_id, payment_id)
    where end_customer_id = ${end_customer_id} and payment_id = ${payment_id}
  `)
}
