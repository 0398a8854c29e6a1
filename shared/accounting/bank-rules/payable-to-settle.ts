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
  /** The account at the bank that an order pays it from; null where it is in none. */
  readonly ordered_from: string | null
  /** Its reference, number or date in words, where the debit names that of another document; null else. */
  readonly named_otherwise: string | null
  /** The payable of another supplier that the debit may pay as well, as clients see its id; null else. */
  readonly also_fits: string | null
}

type Settled = { readonly lines: readonly VoucherLineRequest[]; readonly places: readonly null[] }

/** The line that pays the one payable of exactly this amount. Of two, a rule cannot know which one is meant. */
export function payableToSettle(payables: readonly PayableOfSupplier[], entry: AmountToBook): Settled | RuleRefusal {
  const { amount_minor, currency, credit_debit, bank_account } = entry
  const ofAmount = payables.filter(
    (payable) => credit_debit === 'DBIT' && payable.currency === currency && payable.open_amount_minor === amount_minor,
  )
  const named = ofAmount.filter(({ named_otherwise }) => named_otherwise === null)
  const fitting = named.filter(({ ordered_from }) => ordered_from === null || ordered_from === bank_account)
  const [payable] = fitting
  const [elsewhere] = named
  const [unnamed] = ofAmount
  if (!payable && elsewhere) return orderedElsewhere(elsewhere)
  if (!payable && unnamed) return ofOtherDocument(unnamed)
  if (!payable || fitting.length > 1) return noSinglePayable(fitting, entry)
  if (payable.also_fits !== null) return ofOtherSupplier(payable, entry)
  const open_item = { supplier_payable_id: payable.public_id, purpose: 'payment' as const }
  return { lines: [voucherLine(payable.account_code, amount_minor, currency, { open_item })], places: [null] }
}

/** The file of the order pays it from that account, so this money has paid something else. */
function orderedElsewhere({ public_id, ordered_from }: PayableOfSupplier): RuleRefusal {
  const message = `${public_id} is ordered to be paid from ${ordered_from}. Withdraw that payment first if the bank does not make it.`
  return { code: 'no_open_payable', message, pointer: '/action/settle_payable_of' }
}

/** A reference or number says which document is paid: that one may not have been entered yet. */
function ofOtherDocument({ public_id, named_otherwise }: PayableOfSupplier): RuleRefusal {
  const message = `${public_id} has the ${named_otherwise}, and the debit names that of another document.`
  return { code: 'no_open_payable', message, pointer: '/action/settle_payable_of' }
}

/** Müller AG and Müller GmbH: a rule knows one of them, and the bank may have paid the other one. */
function ofOtherSupplier(
  { public_id, also_fits }: PayableOfSupplier,
  { amount_minor, currency }: AmountToBook,
): RuleRefusal {
  const words = amountInWords(amount_minor, currency)
  const message = `${also_fits} of another supplier is open with ${words} as well as ${public_id}, and the debit fits its name or account.`
  return { code: 'several_open_payables', message, pointer: '/action/settle_payable_of' }
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
