import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { discountOn } from '../../../shared/accounting/orders/early-payment.ts'
import type { PayableToOrder } from '../../../shared/accounting/orders/order-terms.ts'
import { withoutBlanks } from '../../../shared/accounting/orders/payment-to-order.ts'
import type { DebitsToFind } from '../../../shared/store/orders/paid-already/parts-of-debits.ts'
import type { OwedPayable } from '../../../shared/store/orders/payables-to-order.ts'

/** By what the debits of these payables are found among many. */
export function debitsToFind(payables: readonly PayableToOrder[], owed: readonly OwedPayable[]): DebitsToFind {
  const each = (texts: readonly (string | null)[]) => [...new Set(texts.flatMap((text) => withoutBlanks(text) ?? []))]
  const sumOf = (some: readonly Pick<OwedPayable, 'open_amount_minor'>[]) =>
    some.reduce((sum, { open_amount_minor }) => sum + open_amount_minor, 0n)
  const together = [...Map.groupBy(payables, ({ partner_key }) => partner_key).values()].map(sumOf)
  // Of a payable that is named alone a debit may have paid others of the supplier, too.
  const ofSuppliers = [
    ...Map.groupBy(
      owed,
      ({ currency, partner_name: name, partner_reference: key }) => `${currency} ${key || name}`,
    ).values(),
  ].map(sumOf)
  return {
    ibans: each(payables.map(({ creditor_iban }) => creditor_iban)),
    references: each(payables.map(({ payment_reference }) => payment_reference)),
    amounts: [...new Set([...payables.flatMap(amountsOf), ...together, ...ofSuppliers])],
  }
}

/** What is open, that less each discount of the terms, and the part that is ordered. */
function amountsOf(payable: PayableToOrder): bigint[] {
  const { document_date, open_amount_minor, discount_terms, instruction } = payable
  const part = instruction?.amount_minor ?? open_amount_minor
  const days = (discount_terms ?? []).map(({ days }) => addDays(document_date, days))
  return [open_amount_minor, part, ...days.map((day) => open_amount_minor - discountOn(day, payable))]
}
