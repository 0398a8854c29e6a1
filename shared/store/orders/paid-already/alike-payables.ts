import type { AlikePayable } from '../../../accounting/orders/order-terms.ts'
import { eachInSteps, inTurns } from '../../../process/in-turns.ts'
import { type Db, row, sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'
import { bareNumber, compacted, ibanOfDocument } from '../../open-items/named/compacted.ts'

/** A rent has one reference each month: what was paid so long before the day on which this one is due is another month. */
const DAYS_BEFORE = 60

/** Of documents of one number: the next year may count from one again. */
const DAYS_OF_NUMBER = 300

/** Of documents of one amount: less than a month, as a rent has one each month. */
const DAYS_OF_AMOUNT = 24

/** Of hundreds of equal bills so many are told of each: those that are one by their reference or number before others, the earliest first. */
const MOST_ALIKE = 50

/** The words of the indexes. */
const reference = compacted(sql.fragment`other.payment_reference`)
const number = bareNumber(sql.fragment`other.document_number`)

const isOrdered = sql.fragment`exists (
  select from payment_order_lines line
  where line.end_customer_id = other.end_customer_id and line.supplier_payable_id = other.open_item_id
    and line.state = 'ordered'
)`

/** With money: what a credit note has closed was not paid. */
const isPaid = sql.fragment`(
  exists (
    select from payment_order_lines line
    where line.end_customer_id = other.end_customer_id and line.supplier_payable_id = other.open_item_id
      and line.state in ('ordered', 'paid')
  ) or exists (
    select from supplier_settlements settled
    where settled.end_customer_id = other.end_customer_id and settled.supplier_payable_id = other.open_item_id
      and settled.state = 'posted'
  ) or exists (
    select from open_item_changes change
    where change.end_customer_id = other.end_customer_id and change.open_item_id = other.open_item_id
      and change.purpose = 'payment'
  )
)`

/** An item `other`, with what tells its bill. */
const columns = sql.fragment`
  other.open_item_id, other.amount_minor, other.currency, other.document_date, other.document_number, other.open_amount_minor, other.closed_on,
  coalesce(other.due_date, other.document_date) as due, ${reference} as reference, ${number} as number,
  partner_key(other.partner_reference, other.partner_name) as partner,
  ${ibanOfDocument('other')} as iban
`

/** What of them is compared, and told. */
const compared = sql.fragment`
  open_item_id, amount_minor, currency, document_date, document_number, closed_on, due, reference, number, partner, iban, state
`

/** An `other` and an `item` are to the same creditor, and have one reference, one number, or one amount at about one day: without another reference, as two references are two bills. */
const isAlike = sql.fragment`(
  other.open_item_id <> item.open_item_id and other.currency = item.currency and (other.iban = item.iban or other.partner = item.partner) and (
    other.reference = item.reference
    or other.number = item.number and abs(other.document_date - item.document_date) <= ${DAYS_OF_NUMBER}::int
    or other.amount_minor = item.amount_minor and abs(other.document_date - item.document_date) <= ${DAYS_OF_AMOUNT}::int
      and (other.reference is null or item.reference is null)
  )
)`

/**
 * CTEs that end in `others`: what may be alike is found for all of these payables at once, each by its index, and compared once: CTEs have no statistics, so a second
 * join would be a loop in a loop.
 */
function othersOf(end_customer_id: string, payables: readonly string[]): Fragment {
  const isOfCustomer = sql.fragment`other.end_customer_id = ${end_customer_id}`
  const isWanted = sql.fragment`other.open_item_id = any(${sql.array(payables, 'uuid')})`
  const isWithin = (days: number) => sql.fragment`other.document_date
    between (select min(document_date) from wanted) - ${days}::int and (select max(document_date) from wanted) + ${days}::int`
  return sql.fragment`
    wanted as materialized (
      select ${columns} from open_items other where ${isOfCustomer} and ${isWanted}
    ), found as materialized (
      select other.open_item_id from open_items other
      where ${isOfCustomer} and other.payment_reference is not null and ${reference} = any(array(select reference from wanted))
        and (other.closed_on is null or other.closed_on >= (select min(due) from wanted) - ${DAYS_BEFORE}::int)
      union
      select other.open_item_id from open_items other
      where ${isOfCustomer} and other.document_number is not null and ${number} = any(array(select number from wanted))
        and ${isWithin(DAYS_OF_NUMBER)}
      union
      select other.open_item_id from open_items other
      where ${isOfCustomer} and other.kind = 'payable' and other.amount_minor = any(array(select amount_minor from wanted))
        and ${isWithin(DAYS_OF_AMOUNT)}
    ), others as materialized (
      select ${columns}, ${isWanted} as is_wanted,
        case when other.open_amount_minor = 0 then 'paid' when ${isOrdered} then 'ordered' else 'open' end as state
      from found join open_items other on ${isOfCustomer} and other.open_item_id = found.open_item_id
      where other.kind = 'payable' and other.state <> 'reversed' and other.amount_minor > 0
        and (other.open_amount_minor <> 0 or ${isPaid})
    )
  `
}

/**
 * What else may be the same bill as these payables: of themselves, in an order, or paid. Of those that are alike in all that is compared, the first ones are enough for each payable, so hundreds
 * of equal bills are not compared with each other. A text for each payable: tens of thousands of rows would be made at one go.
 */
export async function findAlikePayables(
  db: Db,
  end_customer_id: string,
  payables: readonly string[],
): Promise<readonly AlikePayable[]> {
  if (payables.length === 0) return []
  const lists = await db.anyFirst(sql.type(row<{ alike: string }>())`
    with ${othersOf(end_customer_id, payables)}, counted as materialized (
      select ${compared}, case when count(*) over (partition by number) > 1 then number end as shared_number
      from others where state <> 'open' or is_wanted
    ), placed as materialized (
      select ${compared}, row_number() over (
          partition by currency, iban, partner, amount_minor, reference, document_date, shared_number order by due, open_item_id
        ) as place
      from counted
    ), first_ones as materialized (
      select ${compared} from placed where place <= ${MOST_ALIKE + 1}
    )
    select json_agg(json_build_object(
        'supplier_payable_id', item.open_item_id, 'other_id', alike.open_item_id, 'other_state', alike.state,
        'has_reference', alike.has_reference, 'has_number', alike.has_number, 'has_amount', alike.amount_minor = item.amount_minor,
        'days_apart', abs(alike.document_date - item.document_date),
        'was_long_ago', coalesce(alike.closed_on < item.due - ${DAYS_BEFORE}::int, false),
        'own_number', item.document_number, 'other_number', alike.document_number
      ) order by alike.open_item_id)::text as alike
    from wanted item
    cross join lateral (
      select open_item_id, amount_minor, document_date, document_number, closed_on, state,
        coalesce(other.reference = item.reference, false) as has_reference, coalesce(other.number = item.number, false) as has_number
      from first_ones other where ${isAlike}
      order by has_reference desc, has_number desc, due, open_item_id
      limit ${MOST_ALIKE}
    ) alike
    group by item.open_item_id
  `)
  const parsed = await inTurns(eachInSteps(lists, (alike): AlikePayable[] => JSON.parse(alike)))
  return parsed.flat()
}

/** What is open and may be the same bill as one of these payables, beside them. */
export function findOpenAlike(
  db: Db,
  end_customer_id: string,
  payables: readonly string[],
): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ open_item_id: string }>())`
    with ${othersOf(end_customer_id, payables)}
    select open_item_id from others other
    where open_amount_minor > 0 and exists (select from wanted item where ${isAlike})
  `)
}
