import { type Db, row, sql } from '../db/database.ts'
import type { PaymentOrderLine } from '../orders/payment-orders.ts'

export type OrderToVerify = {
  readonly payment_order_id: string
  readonly message_id: string
  readonly file: string
  readonly file_sha256: string
}

/** With the state as it is kept, and that of the payable. */
export type LineToVerify = Pick<
  PaymentOrderLine,
  | 'end_to_end_id'
  | 'payment_information_id'
  | 'amount_minor'
  | 'discount_minor'
  | 'currency'
  | 'creditor_iban'
  | 'supplier_payable_id'
  | 'state'
> & { readonly open_before_minor: bigint; readonly payable_minor: bigint; readonly payable_state: string }

/** Every order of an end customer, one at a time in memory. */
export async function* readOrders(db: Db, end_customer_id: string): AsyncGenerator<OrderToVerify> {
  const ids = await db.anyFirst(sql.type(row<{ payment_order_id: string }>())`
    select payment_order_id from payment_orders where end_customer_id = ${end_customer_id} order by payment_order_id
  `)
  for (const payment_order_id of ids) {
    yield await db.one(sql.type(row<OrderToVerify>())`
      select payment_order_id, message_id, file, file_sha256 from payment_orders
      where end_customer_id = ${end_customer_id} and payment_order_id = ${payment_order_id}
    `)
  }
}

/** In the order of the file. */
export function readOrderLines(
  db: Db,
  end_customer_id: string,
  payment_order_id: string,
): Promise<readonly LineToVerify[]> {
  return db.any(sql.type(row<LineToVerify>())`
    select end_to_end_id, payment_information_id, line.amount_minor, discount_minor, line.currency, creditor_iban,
      supplier_payable_id, line.state, open_before_minor, item.amount_minor as payable_minor,
      item.state as payable_state
    from payment_order_lines line
    join open_items item on item.end_customer_id = line.end_customer_id and open_item_id = supplier_payable_id
    where line.end_customer_id = ${end_customer_id} and payment_order_id = ${payment_order_id}
    order by payment_information_id, line.line_number
  `)
}

export type ReportToVerify = { readonly rejected_count: number; readonly file: Buffer; readonly file_sha256: string }

export function readOrderReports(
  db: Db,
  end_customer_id: string,
  payment_order_id: string,
): Promise<readonly ReportToVerify[]> {
  return db.any(sql.type(row<ReportToVerify>())`
    select rejected_count, file, file_sha256 from payment_status_reports
    where end_customer_id = ${end_customer_id} and payment_order_id = ${payment_order_id}
    order by status_report_id
  `)
}
