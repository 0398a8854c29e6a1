import { isPaymentReference } from '../../../accounting/documents/payment-references.ts'
import { compact } from '../compare-texts.ts'
import type { Match } from '../match.ts'
import { isMeant, namesInDebit } from './debits-of-parts.ts'
import { type DebitFit, fitOf, type PayableToFit, type ToldByDebit } from './debits-of-payables.ts'
import { mayBeWorth } from './fits-of-orders.ts'

/** A debit of an account, with what was instructed where the bank tells that; null also for what has no whole. */
type DebitOfAccount = ToldByDebit & {
  readonly currency: string
  readonly booked_minor: bigint
  readonly instructed_minor: bigint | null
}

/** A payable that is to be ordered, and what the books have for what is open of it. */
type ValuedPayable = PayableToFit & {
  readonly id: string
  readonly currency: string
  readonly open_amount_minor: bigint
  readonly book_minor: bigint
  readonly book_currency: string
}

/**
 * How debits of an account in another currency fit payables, where nobody tells what was instructed. Nobody knows the rate of the bank: the reference of the payable is
 * certain, and a debit that names its supplier and is about its value in the books is possible.
 */
export function createCurrencyLook(payables: readonly ValuedPayable[]) {
  const referenced = payables.filter(({ payment_reference: own }) => own !== null && isPaymentReference(own))
  const byReference = Map.groupBy(referenced, ({ payment_reference }) => compact(payment_reference ?? ''))
  return (debit: DebitOfAccount, matches: readonly Match[]): DebitFit[] => {
    const isOther = ({ currency }: ValuedPayable) => currency !== debit.currency
    const named = debit.references.flatMap((one) => byReference.get(compact(one)) ?? []).filter(isOther)
    if (named.length > 0) return named.map(({ id }) => ({ payable: id, is_certain: true, is_named: true }))
    if (matches.some(isMeant)) return []
    return payables
      .filter((payable) => isOther(payable) && isAbout(debit, payable) && isNamedBy(debit, payable))
      .map(({ id }) => ({ payable: id, is_certain: false, is_named: false }))
  }
}

/** As it would be certain, were it in the currency of the payable. */
function isNamedBy(debit: DebitOfAccount, payable: ValuedPayable): boolean {
  const reasons = namesInDebit(debit, payable, [])
  return reasons.length > 0 && fitOf({ reasons: ['amount', ...reasons] }, debit, payable) === 'certain'
}

function isAbout(debit: DebitOfAccount, payable: ValuedPayable): boolean {
  return mayBeWorth(debit, [{ ...payable, amount_minor: payable.open_amount_minor }])
}
