import assert from 'node:assert/strict'
import type { LeftOutPayable, ToldWarning } from '../../shared/contract/orders/told-of-orders.ts'
import { publicId, uuidOf } from '../../shared/process/ids.ts'
import type { Db } from '../../shared/store/db/database.ts'
import {
  findKnownByPeople,
  type KeptLeftOut,
  type KeptWarning,
  type KnownByPeople,
} from '../../shared/store/orders/payment-orders.ts'
import { presentMoney } from '../http/present-money.ts'

/** What an order keeps of payables: those that it does not pay, and what it warns of. */
type ToldOfOrder = { readonly left_out: readonly KeptLeftOut[]; readonly warnings: readonly KeptWarning[] }

/** The same with what people know each payable by: nobody knows ids. */
export async function presentToldOfOrder(db: Db, end_customer_id: string, { left_out, warnings }: ToldOfOrder) {
  const told = new Set([...left_out, ...warnings].map(({ supplier_payable_id }) => supplier_payable_id))
  const ids = [...told].flatMap((id) => uuidOf('supplier_payable', id) ?? [])
  const known = await findKnownByPeople(db, end_customer_id, ids)
  const byId = new Map([...known.values()].map((one) => [publicId('supplier_payable', one.supplier_payable_id), one]))
  const named = (id: string) => nameOf(id, byId)
  return {
    left_out: left_out.map(
      ({ supplier_payable_id, code, message }): LeftOutPayable => ({ ...named(supplier_payable_id), code, message }),
    ),
    warnings: warnings.map(
      ({ supplier_payable_id, code, entry_id, message }): ToldWarning => ({
        ...named(supplier_payable_id),
        ...{ code, entry_id, message },
      }),
    ),
  }
}

function nameOf(supplier_payable_id: string, known: ReadonlyMap<string, KnownByPeople>) {
  const payable = known.get(supplier_payable_id)
  assert(payable, 'payables are never deleted')
  const { partner_name: supplier_name, document_number, amount_minor, currency } = payable
  return { supplier_payable_id, supplier_name, document_number, amount: presentMoney(amount_minor, currency) }
}
