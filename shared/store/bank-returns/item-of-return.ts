import { publicId } from '../../process/ids.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { NewBankReturn } from './bank-returns.ts'

/** The open item to which a part of a payment goes back, as a voucher names it. */
type ItemOfReturn = { readonly account_code: string } & (
  | { readonly document_id: string }
  | { readonly supplier_payable_id: string }
)

type ReturnedItemRow = { readonly open_item_id: string; readonly account_code: string }

/** The one item of a settlement or allocation; null where it is not the only one that the whole money paid, in its currency. */
export async function findItemOfReturn(
  db: Db,
  { end_customer_id, returned_of, subject_id, currency }: NewBankReturn,
): Promise<ItemOfReturn | null> {
  if (returned_of === 'settlement') {
    const payable = await db.maybeOne(sql.type(row<ReturnedItemRow>())`
      select open_item_id, account_code
      from supplier_settlements settlement
      join open_items item
        on item.end_customer_id = settlement.end_customer_id and open_item_id = settlement.supplier_payable_id
      where settlement.end_customer_id = ${end_customer_id} and settlement_id = ${subject_id}
        and settlement.currency = ${currency} and terms ->> 'advance_minor' is null and terms ->> 'paid' is null
    `)
    return payable && ofSettlement(payable)
  }
  const document = await db.maybeOne(sql.type(row<ReturnedItemRow>())`
    select open_item_id, account_code
    from allocations allocation
    join payments payment using (end_customer_id, payment_id)
    join allocation_lines line using (end_customer_id, allocation_id)
    join open_items item on item.end_customer_id = line.end_customer_id and open_item_id = line.document_id
    where allocation.end_customer_id = ${end_customer_id} and allocation_id = ${subject_id} and item.currency = ${currency}
      and allocation.amount_minor = payment.amount_minor and jsonb_array_length(request -> 'lines') = 1
      and item.kind = 'receivable'
  `)
  return document && { account_code: document.account_code, document_id: publicId('document', document.open_item_id) }
}

function ofSettlement({ account_code, open_item_id }: ReturnedItemRow): ItemOfReturn {
  return { account_code, supplier_payable_id: publicId('supplier_payable', open_item_id) }
}
