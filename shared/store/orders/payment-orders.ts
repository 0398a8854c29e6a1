import type { StructuredAddress } from '../../accounting/qr-bills/party-of-address.ts'
import type { OrderedPaymentState, PaymentOrderState } from '../../contract/orders/payment-orders.ts'
import type { LeftOutPayable, ToldWarning } from '../../contract/orders/told-of-orders.ts'
import { type Db, row, sql } from '../db/database.ts'
import { type Fragment, keysetPage, type Visibility, visibleTo } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import { stateOfLine } from '../open-items/ordered-now.ts'
import { debitsElsewhere } from './named-by-debits.ts'

export type PaymentOrderRow = {
  end_customer_id: string
  payment_order_id: string
  message_id: string
  bank_account: string
  execution_date: string
  file_sha256: string
  state: PaymentOrderState
  batches: { payment_information_id: string; currency: string; amount_minor: number; count: number }[]
  created_at: string
}

export type KeptLeftOut = Pick<LeftOutPayable, 'supplier_payable_id' | 'code' | 'message'>
export type KeptWarning = Pick<ToldWarning, 'supplier_payable_id' | 'code' | 'entry_id' | 'message'>

/** What an order left out and warned of when it was made; null of orders from before it was kept. Lists have neither. */
export type MadePaymentOrderRow = PaymentOrderRow & {
  left_out: readonly KeptLeftOut[] | null
  warnings: readonly KeptWarning[] | null
}

export type PaymentOrderLine = {
  line_number: number
  supplier_payable_id: string
  payment_information_id: string
  end_to_end_id: string
  currency: string
  amount_minor: bigint
  discount_minor: bigint
  creditor: { readonly name: string; readonly structured_address: StructuredAddress; readonly bic?: string | null }
  creditor_iban: string
  iban_before: string | null
  payment_reference: string | null
  document_number: string | null
  state: OrderedPaymentState
  /** As it is written down: of a payment that is paid, what contradicts that. */
  kept_state: OrderedPaymentState
  state_reason: string | null
  /** What a report of the bank (pain.002) has told of it last. */
  bank_status: string | null
  /** It is withdrawn, and a report after that told that the bank has it. */
  sent_all_the_same: boolean
  /** Debits that name it by itself and are not booked for its payable. */
  unsettled_entry_ids: string[]
}

const ordersWith = (more: Fragment) => sql.fragment`
  select ordered.end_customer_id, payment_order_id, message_id, bank_account, execution_date, file_sha256, created_at,
    lines.state, batches${more}
  from payment_orders ordered
  cross join lateral (
    select case when bool_or(state = 'ordered') then 'open' when bool_and(state = 'withdrawn') then 'withdrawn'
        else 'completed' end as state,
      (
        select jsonb_agg(jsonb_build_object(
          'payment_information_id', payment_information_id, 'currency', currency, 'amount_minor', amount_minor,
          'count', count
        ) order by first_number)
        from (
          select payment_information_id, currency, sum(amount_minor) as amount_minor, count(*) as count,
            min(line_number) as first_number
          from payment_order_lines line
          where line.end_customer_id = ordered.end_customer_id and line.payment_order_id = ordered.payment_order_id
          group by payment_information_id, currency
        ) batch
      ) as batches
    from (
      select ${stateOfLine} as state
      from payment_order_lines line
      join open_items item on item.end_customer_id = line.end_customer_id and open_item_id = supplier_payable_id
      where line.end_customer_id = ordered.end_customer_id and line.payment_order_id = ordered.payment_order_id
      offset 0
    ) line
  ) lines
`

export function findPaymentOrder(
  db: Db,
  payment_order_id: string,
  visible: Visibility,
): Promise<MadePaymentOrderRow | null> {
  return db.maybeOne(sql.type(row<MadePaymentOrderRow>())`
    ${ordersWith(sql.fragment`, left_out, warnings`)}
    where payment_order_id = ${payment_order_id} and ${visibleTo(visible, sql.fragment`ordered.end_customer_id`)}
  `)
}

/** Oldest first. */
export function listPaymentOrders(
  db: Db,
  end_customer_id: string,
  after: string | null,
  limit: number,
): Promise<Page<PaymentOrderRow>> {
  return listPage<PaymentOrderRow>(
    db,
    sql.fragment`
    ${ordersWith(sql.fragment``)}
    ${keysetPage({
      conditions: [sql.fragment`ordered.end_customer_id = ${end_customer_id}`],
      key: 'payment_order_id',
      after,
      limit: limit + 1,
    })}
  `,
    limit,
  )
}

/** The payments of an order, in the order of its file. */
export function findPaymentOrderLines(
  db: Db,
  { end_customer_id, payment_order_id }: Pick<PaymentOrderRow, 'end_customer_id' | 'payment_order_id'>,
): Promise<readonly PaymentOrderLine[]> {
  return db.any(sql.type(row<PaymentOrderLine>())`
    select line.line_number, supplier_payable_id, payment_information_id, end_to_end_id, line.currency,
      line.amount_minor, discount_minor, creditor, creditor_iban, iban_before, line.payment_reference,
      line.document_number, ${stateOfLine} as state, line.state as kept_state,
      state_reason, bank_status, sent_all_the_same, ${debitsElsewhere} as unsettled_entry_ids
    from payment_order_lines line
    join open_items item on item.end_customer_id = line.end_customer_id and open_item_id = supplier_payable_id
    where line.end_customer_id = ${end_customer_id} and payment_order_id = ${payment_order_id}
    order by line.line_number
  `)
}

export type PaymentOrderFileRow = Pick<
  PaymentOrderRow,
  'end_customer_id' | 'payment_order_id' | 'message_id' | 'file_sha256'
> & { file: string }

export function findPaymentOrderFile(
  db: Db,
  payment_order_id: string,
  visible: Visibility,
): Promise<PaymentOrderFileRow | null> {
  return db.maybeOne(sql.type(row<PaymentOrderFileRow>())`
    select end_customer_id, payment_order_id, message_id, file_sha256, file from payment_orders
    where payment_order_id = ${payment_order_id} and ${visibleTo(visible)}
  `)
}

/** What people know a payable by. Neither changes. */
export type KnownByPeople = {
  readonly supplier_payable_id: string
  readonly partner_name: string
  readonly document_number: string | null
  readonly amount_minor: bigint
  readonly currency: string
}

/** Of these payables, by their ids. */
export async function findKnownByPeople(
  db: Db,
  end_customer_id: string,
  payables: readonly string[],
): Promise<ReadonlyMap<string, KnownByPeople>> {
  if (payables.length === 0) return new Map()
  const found = await db.any(sql.type(row<KnownByPeople>())`
    select open_item_id as supplier_payable_id, partner_name, document_number, amount_minor, currency
    from open_items
    where end_customer_id = ${end_customer_id} and open_item_id = any(${sql.array(payables, 'uuid')})
  `)
  return new Map(found.map((one) => [one.supplier_payable_id, one]))
}
