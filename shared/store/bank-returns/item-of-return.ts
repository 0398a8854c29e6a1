import type { ReturnToBook } from '../../accounting/bank-returns/voucher-of-return.ts'
import { publicId } from '../../process/ids.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import type { NewBankReturn } from './bank-returns.ts'

/** Joins the one document to which all money of an `allocation` went, in its currency. */
export const onlyDocument = (currency: Fragment) => sql.fragment`
  join payments allocated
    on allocated.end_customer_id = allocation.end_customer_id and allocated.payment_id = allocation.payment_id
      and allocated.amount_minor = allocation.amount_minor and jsonb_array_length(allocation.request -> 'lines') = 1
  join allocation_lines line
    on line.end_customer_id = allocation.end_customer_id and line.allocation_id = allocation.allocation_id
  join open_items item
    on item.end_customer_id = line.end_customer_id and item.open_item_id = line.document_id and item.currency = ${currency}
      and item.kind = 'receivable'
`

type ReturnedItemRow = { readonly open_item_id: string; readonly account_code: string }
type ReturnedPayableRow = ReturnedItemRow & {
  readonly currency: string
  readonly amount_minor: bigint
  readonly base_amount_minor: bigint
}

/**
 * The one open item of a settlement or allocation to which money goes back, as a voucher names it; null where it is not the only one that the whole money
 * paid. That of an allocation is in the currency of the money; that of a settlement may be in another one where the money is in the base currency.
 */
export async function findItemOfReturn(
  db: Db,
  { end_customer_id, returned_of, subject_id, currency }: NewBankReturn,
): Promise<ReturnToBook['item'] | null> {
  if (returned_of === 'settlement') {
    const payable = await db.maybeOne(sql.type(row<ReturnedPayableRow>())`
      select open_item_id, account_code, settlement.currency, settlement.amount_minor, settlement.base_amount_minor
      from supplier_settlements settlement
      join open_items item
        on item.end_customer_id = settlement.end_customer_id and open_item_id = settlement.supplier_payable_id
      where settlement.end_customer_id = ${end_customer_id} and settlement_id = ${subject_id}
        and terms ->> 'advance_minor' is null and (settlement.currency = ${currency} or ${currency} = (
          select base_currency from end_customers where end_customer_id = ${end_customer_id}
        ))
    `)
    return payable && ofSettlement(payable, currency)
  }
  const document = await db.maybeOne(sql.type(row<ReturnedItemRow>())`
    select item.open_item_id, item.account_code
    from allocations allocation
    ${onlyDocument(sql.fragment`${currency}`)}
    where allocation.end_customer_id = ${end_customer_id} and allocation.allocation_id = ${subject_id}
  `)
  return document && { account_code: document.account_code, document_id: publicId('document', document.open_item_id) }
}

function absolute(minor: bigint): bigint {
  return minor < 0n ? -minor : minor
}

function ofSettlement(payable: ReturnedPayableRow, moved_in: string): ReturnToBook['item'] {
  const { account_code, open_item_id, currency, amount_minor, base_amount_minor: base_minor } = payable
  const exchanged =
    currency === moved_in ? null : { currency, amount_minor: absolute(amount_minor), base_minor: absolute(base_minor) }
  return { account_code, supplier_payable_id: publicId('supplier_payable', open_item_id), exchanged }
}
