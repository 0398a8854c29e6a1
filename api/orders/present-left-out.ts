import assert from 'node:assert/strict'
import { publicId, uuidOf } from '../../shared/process/ids.ts'
import type { Db } from '../../shared/store/db/database.ts'
import { findKnownByPeople } from '../../shared/store/orders/payment-orders.ts'
import { presentMoney } from '../http/present-money.ts'

type KeptLeftOut = { readonly supplier_payable_id: string; readonly code: string; readonly message: string }

/** What a selection has left out, with what people know each by: nobody knows ids. */
export async function presentLeftOut(db: Db, end_customer_id: string, left_out: readonly KeptLeftOut[]) {
  const ids = left_out.flatMap(({ supplier_payable_id: id }) => uuidOf('supplier_payable', id) ?? [])
  const known = await findKnownByPeople(db, end_customer_id, ids)
  const byId = new Map([...known.values()].map((one) => [publicId('supplier_payable', one.supplier_payable_id), one]))
  return left_out.map(({ supplier_payable_id, code, message }) => {
    const payable = byId.get(supplier_payable_id)
    assert(payable, 'payables are never deleted')
    const { partner_name: supplier_name, document_number, amount_minor, currency } = payable
    const amount = presentMoney(amount_minor, currency)
    return { supplier_payable_id, supplier_name, document_number, amount, code, message }
  })
}
