type Named = { supplier: number; reference: string | null; number: string | null }
export type Payable = Named & { id: string; open: number; order_id: string | null }
export type Debit = Named & {
  id: string
  hash: string
  left: number
  given_to: Payable | null
  /** As the bank tells it; null once it is booked. */
  pending: ((status: string) => string) | null
}

/**
 * The model: a debit that is known and not booked, or announced by the bank, pays the payable whose reference it has; or, without a reference, one of its supplier that is
 * just as much, where no payment waits that it may be, and it names no other number.
 */
export function pays(debit: Debit, payable: Payable, isWaiting: boolean): boolean {
  if (debit.left === 0) return false
  if (debit.reference !== null) return debit.reference === payable.reference
  if (debit.number !== null && debit.number !== payable.number) return false
  return !isWaiting && debit.supplier === payable.supplier && debit.left === payable.open
}

/** It names the number of a payable, and somebody has given it to another one of the supplier. */
export function isGivenAway({ given_to, supplier, reference: own, number }: Debit, payable: Payable): boolean {
  if (given_to === null || given_to === payable || number === null) return false
  const isBelieved = own !== null && own === given_to.reference
  return number === payable.number && supplier === payable.supplier && given_to.supplier === supplier && !isBelieved
}
