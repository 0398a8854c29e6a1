import { isPaymentReference } from '../../../shared/accounting/documents/payment-references.ts'
import type {
  NamedElsewhere,
  OrderTerms,
  PayableToOrder,
  SameReference,
} from '../../../shared/accounting/orders/order-terms.ts'
import type { PaymentOrderRequest } from '../../../shared/contract/orders/payment-order-request.ts'
import { publicId } from '../../../shared/process/ids.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findLastIbans } from '../../../shared/store/orders/last-ibans.ts'
import { findCreditOfSuppliers } from '../../../shared/store/orders/paid-already/credit-of-suppliers.ts'
import { findNamedElsewhere } from '../../../shared/store/orders/paid-already/named-elsewhere.ts'
import { findSameReferences } from '../../../shared/store/orders/paid-already/payables-of-one-reference.ts'
import { findFittingDebits } from './fitting-debits.ts'
import { findNumberedElsewhere } from './numbered-elsewhere.ts'

/** What a request says of all of its payments, and where their partners were paid last. */
export async function termsOf(
  db: Db,
  end_customer_id: string,
  { execution_date, discount = 'take', accepted_ibans = [], accepted_debits = [] }: PaymentOrderRequest,
  message_id: string,
  payables: readonly PayableToOrder[],
): Promise<OrderTerms> {
  const partners = new Set(payables.map(({ partner_key }) => partner_key))
  const last_ibans = await findLastIbans(db, end_customer_id, [...partners])
  const fitting_debits = await findFittingDebits(db, end_customer_id, payables, last_ibans)
  const named_elsewhere = await findNamed(db, end_customer_id, payables)
  const same_references = await findSame(db, end_customer_id, payables)
  const credit_of_suppliers = await findCreditOfSuppliers(db, end_customer_id, [...partners])
  const accepted = { accepted_ibans, accepted_debits }
  const debits = { fitting_debits, named_elsewhere, same_references, credit_of_suppliers }
  return { message_id, execution_date, takes_discount: discount === 'take', ...accepted, last_ibans, ...debits }
}

async function findNamed(
  db: Db,
  end_customer_id: string,
  payables: readonly PayableToOrder[],
): Promise<NamedElsewhere> {
  const ids = payables.map(({ supplier_payable_id }) => supplier_payable_id)
  const referenced = await findNamedElsewhere(db, end_customer_id, ids)
  const found = [...referenced, ...(await findNumberedElsewhere(db, end_customer_id, payables))]
  const byPayable = (dismissed: boolean) => {
    const own = found.filter(({ is_dismissed }) => is_dismissed === dismissed)
    const byId = Map.groupBy(own, ({ supplier_payable_id }) => supplier_payable_id)
    const named = (debits: typeof own) => [...new Set(debits.map((one) => publicId('camt053_entry', one.entry_id)))]
    return new Map([...byId].map(([id, debits]) => [id, named(debits)]))
  }
  return { booked: byPayable(false), dismissed: byPayable(true) }
}

async function findSame(
  db: Db,
  end_customer_id: string,
  payables: readonly PayableToOrder[],
): Promise<ReadonlyMap<string, readonly SameReference[]>> {
  const structured = payables.filter(
    ({ payment_reference }) => payment_reference !== null && isPaymentReference(payment_reference),
  )
  const ids = structured.map(({ supplier_payable_id }) => supplier_payable_id)
  const found = await findSameReferences(db, end_customer_id, ids)
  const told = found.map((same) => ({ ...same, other_id: publicId('supplier_payable', same.other_id) }))
  return Map.groupBy(told, ({ supplier_payable_id }) => supplier_payable_id)
}
