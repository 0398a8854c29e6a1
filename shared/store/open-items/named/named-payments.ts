import type { ItemState } from '../../../accounting/documents/voucher-item.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'
import { creditItem } from '../payment-credit.ts'
import { type DraftOnItem, draftsOnPayment, presentDrafts } from './drafts-on-items.ts'
import { type FoundItem, isBeingReversed, movedOn, NAMED, type NamedId } from './named.ts'

type NamedPaymentRow = {
  end_customer_id: string
  key: string
  payment_id: string
  currency: string
  amount_minor: bigint
  open_minor: bigint
  credit_minor: bigint
  credit_base_minor: bigint
  credit_item_id: string
  is_booked: boolean
  is_returned: boolean
  is_being_reversed: boolean
  /** Of the item that its credit is; null where it has left none since it was booked. */
  account_code: string | null
  opened_minor: bigint | null
  base_opened_minor: bigint | null
  partner_name: string | null
  partner_reference: string | null
  opened_on: string | null
  moved_on: string | null
  drafts: DraftOnItem[]
}

/** Payments with the credit that they have left, or that a voucher may give them. */
export async function findNamedPayments(db: Db, named: readonly NamedId[]): Promise<FoundItem[]> {
  if (named.length === 0) return []
  const rows = await db.any(sql.prepared('find_named_payments', row<NamedPaymentRow>())`
    select named.end_customer_id, key, payment.payment_id, payment.currency, payment.amount_minor,
      payment.open_minor, credit_minor, credit_base_minor, credit_item_id, is_booked, is_returned, is_being_reversed, account_code,
      item.amount_minor as opened_minor, item.base_amount_minor as base_opened_minor,
      coalesce(nullif(partner_name, ''), debtor_name) as partner_name, partner_reference, opened_on, moved_on,
      case when payment.open_minor <> case when is_booked then credit_minor else payment.amount_minor end
        then ${draftsOnPayment(sql.fragment`payment`)} else '[]' end as drafts
    from (
      select end_customer_id, key, open_item_id as named_id, line_number from ${recordset('named', NAMED, named)}
    ) named
    -- sql.md: lateral limit 1
    cross join lateral (
      select end_customer_id, payment_id, currency, debtor_name, amount_minor, open_amount_minor as open_minor, credit_minor,
        credit_base_minor, ${creditItem} as credit_item_id, booked_by is not null as is_booked, returned_by is not null as is_returned,
        ${isBeingReversed(sql.fragment`payments.end_customer_id`, sql.fragment`booked_by`)} as is_being_reversed
      from payments
      where payments.end_customer_id = named.end_customer_id and payment_id = named_id
      limit 1
    ) payment
    left join lateral (
      select account_code, amount_minor, base_amount_minor, partner_name, partner_reference, posting_date as opened_on,
        ${movedOn} as moved_on
      from open_items
      where open_items.end_customer_id = named.end_customer_id and open_item_id = credit_item_id
      limit 1
    ) item on true
  `)
  return rows.map((payment) => ({ ...payment, state: stateOf(payment) }))
}

function stateOf(payment: NamedPaymentRow): ItemState {
  const {
    payment_id,
    credit_item_id,
    currency,
    partner_name,
    partner_reference,
    is_booked,
    credit_minor,
    credit_base_minor,
    amount_minor,
  } = payment
  return {
    by: 'payment_id',
    open_item_id: payment_id,
    moved_item_id: credit_item_id,
    line_number: null,
    account_code: is_booked ? payment.account_code : null,
    currency,
    partner: partner_name === null ? null : { name: partner_name, reference: partner_reference },
    sign: 1n,
    amount_minor: is_booked ? (payment.opened_minor ?? 0n) : -amount_minor,
    base_amount_minor: is_booked ? (payment.base_opened_minor ?? 0n) : null,
    open_minor: is_booked ? -payment.open_minor : 0n,
    balance_minor: -credit_minor,
    book_minor: -credit_minor,
    book_base_minor: -credit_base_minor,
    state: usabilityOf(payment),
    reserved_by: presentDrafts(payment.drafts),
    opened_on: is_booked ? payment.opened_on : null,
    days: null,
  }
}

/** A payment that nothing has booked is free as a whole, or not at all. */
function usabilityOf({ is_returned, is_being_reversed, is_booked, open_minor, amount_minor }: NamedPaymentRow) {
  if (is_returned) return 'reversed'
  if (is_being_reversed) return 'being_reversed'
  return is_booked || open_minor === amount_minor ? 'usable' : 'reserved'
}
