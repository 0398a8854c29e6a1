import type { PayableToOrder } from '../../../shared/accounting/orders/order-terms.ts'
import { laterMonthIn, textOfMonths } from '../../../shared/camt053/matching/named/months-of-bills.ts'
import type { DebitFit } from '../../../shared/camt053/matching/orders/debits-of-payables.ts'
import { eachInSteps } from '../../../shared/process/in-turns.ts'
import type { PartOfDebit } from '../../../shared/store/orders/paid-already/parts-of-debits.ts'

/**
 * Which of these payables a debit that is booked otherwise, or dismissed, has paid for sure, or has the number of: none where its text has the month of a later one, as a rent of each month has its
 * amount.
 */
export function* bookedOtherwise(
  debits: readonly PartOfDebit[],
  fits: readonly (readonly DebitFit[])[],
  payables: readonly PayableToOrder[],
) {
  const byId = new Map(payables.map((payable) => [payable.supplier_payable_id, payable]))
  const ofDebit = (debit: PartOfDebit, index: number) => {
    const meant = (fits[index] ?? []).filter(({ is_certain, is_numbered }) => is_certain || is_numbered)
    if (meant.length === 0) return []
    const months = textOfMonths(debit.text)
    const isOfOther = ({ payable, is_named, is_numbered }: DebitFit) => {
      const document = byId.get(payable)
      return !is_named && !is_numbered && document !== undefined && laterMonthIn(months, document) !== null
    }
    return meant.flatMap((fit) => {
      if (isOfOther(fit)) return []
      return [{ debit, payable: fit.payable, is_numbered: fit.is_numbered === true }]
    })
  }
  return (yield* eachInSteps(debits.entries().toArray(), ([index, debit]) => ofDebit(debit, index))).flat()
}
