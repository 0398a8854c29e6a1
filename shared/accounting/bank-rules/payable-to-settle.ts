import type { VoucherLineRequest } from '../../contract/facts/journal-vouchers.ts'
import { amountInWords } from '../amounts/decimal.ts'
import { type AmountToBook, type RuleRefusal, voucherLine } from './ruled-amount.ts'

/** An open payable of the supplier that a rule names. */
export type PayableOfSupplier = {
  /** Its id as clients see it. */
  readonly public_id: string
  readonly account_code: string
  readonly currency: string
  readonly open_amount_minor: bigint
}

type Settled = { readonly lines: readonly VoucherLineRequest[]; readonly places: readonly null[] }

/** The line that pays the one payable of exactly this amount. Of two, a rule cannot know which one is meant. */
export function payableToSettle(payables: readonly PayableOfSupplier[], entry: AmountToBook): Settled | RuleRefusal {
  const { amount_minor, currency, credit_debit } = entry
  const fitting = payables.filter(
    (payable) => credit_debit === 'DBIT' && payable.currency === currency && payable.open_amount_minor === amount_minor,
  )
  const [payable] = fitting
  if (!payable || fitting.length > 1) return noSinglePayable(fitting, entry)
  const open_item = { supplier_payable_id: payable.public_id, purpose: 'payment' as const }
  return { lines: [voucherLine(payable.account_code, amount_minor, currency, { open_item })], places: [null] }
}

function noSinglePayable(fitting: readonly PayableOfSupplier[], { amount_minor, currency }: AmountToBook): RuleRefusal {
  const words = amountInWords(amount_minor, currency)
  const pointer = '/action/settle_payable_of'
  if (fitting.length === 0)
    return { code: 'no_open_payable', message: `No payable of this supplier is open with ${words}.`, pointer }
  const ids = fitting.map(({ public_id }) => public_id)
  const message = `Several payables of this supplier are open with ${words}: ${ids.slice(0, 10).join(', ')}.`
  return { code: 'several_open_payables', message, pointer }
}
