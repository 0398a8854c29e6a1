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

/** Of hundreds of equal bills so many are compared with each: those that are one by their reference or number before others, the earliest first. */
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

/**
 * CTEs that end in `pairs`: each payable with what is to the same creditor and has its reference, its number, or its amount at about its day: without another
 * reference, as two references are two bills. What may be alike is found for all of them at once, each by its index, and compared once: CTEs have no
 * statistics, so a second join would be a loop in a loop.
 */
function pairsOf(end_customer_id: string, payables: readonly string[]): Fragment {
  const isOfCustomer = sql.fragment`other.end_customer_id = ${end_customer_id}`
  const isWithin = (days: number) => sql.fragment`other.document_date
    between (select min(document_date) from wanted) - ${days}::int and (select max(document_date) from wanted) + ${days}::int`
  return sql.fragment`
    wanted as materialized (
      select ${columns} from open_items other
      where ${isOfCustomer} and other.open_item_id = any(${sql.array(payables, 'uuid')})
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
      select ${columns}, case when other.open_amount_minor = 0 then 'paid' when ${isOrdered} then 'ordered' else 'open' end as state
      from found join open_items other on ${isOfCustomer} and other.open_item_id = found.open_item_id
      where other.kind = 'payable' and other.state <> 'reversed' and other.amount_minor > 0
        and (other.open_amount_minor <> 0 or ${isPaid})
    ), pairs as materialized (
      select item.open_item_id as supplier_payable_id, other.open_item_id as other_id, other.state as other_state, other.open_amount_minor, other.due,
        coalesce(other.reference = item.reference, false) as has_reference, coalesce(other.number = item.number, false) as has_number,
        other.amount_minor = item.amount_minor as has_amount, abs(other.document_date - item.document_date) as days_apart,
        coalesce(other.closed_on < item.due - ${DAYS_BEFORE}::int, false) as was_long_ago,
        item.document_number as own_number, other.document_number as other_number
      from wanted item
      join others other on other.open_item_id <> item.open_item_id and other.currency = item.currency
        and (other.iban = item.iban or other.partner = item.partner) and (
          other.reference = item.reference
          or other.number = item.number and abs(other.document_date - item.document_date) <= ${DAYS_OF_NUMBER}::int
          or other.amount_minor = item.amount_minor and abs(other.document_date - item.document_date) <= ${DAYS_OF_AMOUNT}::int
            and (other.reference is null or item.reference is null)
        )
    )
  `
}

const told = sql.fragment`
  supplier_payable_id, other_id, other_state, has_reference, has_number, has_amount, days_apart, was_long_ago, own_number, other_number
`

/**
 * What else may be the same bill as these payables: of themselves, in an order, or paid. A text for each payable: tens of thousands of rows would be
 * made at one go.
 */
export async function findAlikePayables(
  db: Db,
  end_customer_id: string,
  payables: readonly string[],
): Promise<readonly AlikePayable[]> {
  if (payables.length === 0) return []
  const lists = await db.anyFirst(sql.type(row<{ alike: string }>())`
    with ${pairsOf(end_customer_id, payables)}, ranked as (
      select ${told}, row_number() over (
          partition by supplier_payable_id order by has_reference desc, has_number desc, due, other_id
        ) as place
      from pairs
      where other_state <> 'open' or other_id = any(${sql.array(payables, 'uuid')})
    )
    select jsonb_agg(to_jsonb(ranked) - 'place' order by other_id)::text as alike
    from ranked
    where place <= ${MOST_ALIKE}
    group by supplier_payable_id
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
  return db.anyFirst(sql.type(row<{ other_id: string }>())`
    with ${pairsOf(end_customer_id, payables)}
    select distinct other_id from pairs where open_amount_minor > 0
  `)
}
